// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "espy/pictures.h"

namespace espy::io {

/// Receives a picture row by row, so that it is never in memory as a whole.
class RowSink {
 public:
  virtual ~RowSink() = default;
  /// Called before the first row. False: the picture is wanted as a whole.
  virtual bool begin(Size size, PixelFormat format) = 0;
  /// Pixels of row `y`: all of them, or of an interlaced picture those at `first + i * step`. Each
  /// pixel comes once; rows of interlaced pictures come several times.
  virtual void take(std::int64_t y, const ImageView& row, std::int64_t first,
                    std::int64_t step) = 0;
};

/// As `readPicture`, but hands the rows of a PNG to `sink` if that takes them: the image is then
/// empty.
ReadPicture readRows(const std::string& path, const ReadOptions& options, RowSink& sink);
ReadPicture readRows(std::span<const std::uint8_t> bytes, const std::string& name,
                     const ReadOptions& options, RowSink& sink);

}  // namespace espy::io
