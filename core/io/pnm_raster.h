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

/// A picture and where in the file it ends.
struct Raster {
  Image image;
  std::size_t end = 0;
};

/// Reads a raw raster (P4 to P7). With an `owner` of `bytes` a picture that already lies there as
/// an `Image` does is not copied. Throws `badPicture` before memory is taken when bytes are
/// missing.
Raster readRawRaster(std::span<const std::uint8_t> bytes, std::shared_ptr<const void> owner,
                     const PnmHeader& header, const std::string& name);

/// Reads a plain raster (P1 to P3). A comment counts as whitespace there: the specification has
/// none behind the header, but writers have, and no digit is hidden that way.
Raster readPlainRaster(std::span<const std::uint8_t> bytes, const PnmHeader& header,
                       const std::string& name);

/// Throws "a sample of pixel 2,0 is 300, over maxval 255"; `index` counts the file's samples from
/// 0.
[[noreturn]] void refuseSample(std::uint64_t index, const std::string& value,
                               const PnmHeader& header, const std::string& name);

}  // namespace espy::io
