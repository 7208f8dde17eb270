// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "espy/pictures.h"

namespace espy::io {

/// Receives a picture row by row, so that it is never completely in memory.
class RowSink {
 public:
  virtual ~RowSink() = default;
  /// Called before the first row. Returns false if the picture is needed as a whole.
  virtual bool begin(Size size, PixelFormat format) = 0;
  /// Receives pixels `first + i * step` of row `y`; without interlacing all of them. Each pixel
  /// comes once, rows of interlaced pictures in several calls.
  virtual void take(std::int64_t y, const ImageView& row, std::int64_t first,
                    std::int64_t step) = 0;
};

/// As `readPicture`, but streams the rows of a PNG to `sink` if that accepts; the returned image is
/// then empty.
ReadPicture readRows(const std::string& path, const ReadOptions& options, RowSink& sink);
ReadPicture readRows(std::span<const std::uint8_t> bytes, const std::string& name,
                     const ReadOptions& options, RowSink& sink);

}  // namespace espy::io
