// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "espy/image.h"
#include "io/pnm_header.h"

namespace espy::io {

/// A picture, and the offset of its end in the file.
struct Raster {
  Image image;
  std::size_t end = 0;
};

/// Reads a raw raster (P4 to P7). With an `owner` of `bytes`, a raster in the layout of `Image` is
/// not copied. If bytes are missing, throws `badPicture` before allocating.
Raster readRawRaster(std::span<const std::uint8_t> bytes, std::shared_ptr<const void> owner,
                     const PnmHeader& header, const std::string& name);

/// Reads a plain raster (P1 to P3). Comments count as whitespace: the specification allows none
/// after the header, but some writers emit them, and no digit is lost.
Raster readPlainRaster(std::span<const std::uint8_t> bytes, const PnmHeader& header,
                       const std::string& name);

/// Throws "a sample of pixel 2,0 is 300, over maxval 255"; `index` counts the file's samples from
/// 0.
[[noreturn]] void refuseSample(std::uint64_t index, const std::string& value,
                               const PnmHeader& header, const std::string& name);

}  // namespace espy::io
