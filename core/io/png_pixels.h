// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "espy/image.h"

namespace espy::io {

/// What a PNG file says of its pixels.
struct PngPixels {
  Size size;
  int bits = 8;
  int colourType = 0;
  bool interlaced = false;
  /// Red, green, blue and alpha of a palette's colours.
  std::vector<std::array<std::uint8_t, 4>> palette;
  bool paletteAlpha = false;
  /// The one colour (of a grey picture the first value) that is see-through.
  std::optional<std::array<std::uint16_t, 3>> key;

  bool hasPalette() const { return colourType == 3; }
  /// Samples of a pixel as it lies in the file.
  int fileSamples() const {
    return colourType == 2 ? 3 : colourType == 4 ? 2 : colourType == 6 ? 4 : 1;
  }
  /// Bytes of a row of so many pixels.
  std::uint64_t rowBytes(std::uint64_t pixels) const {
    return (pixels * static_cast<std::uint64_t>(fileSamples() * bits) + 7) / 8;
  }
  /// Bytes of a pixel, 1 for smaller ones: how far PNG's filters look to the left.
  std::size_t step() const {
    return static_cast<std::size_t>(fileSamples() * bits < 8 ? 1 : fileSamples() * bits / 8);
  }
  /// How the picture is kept: small samples are scaled to 8 bits, palettes and keys dissolved.
  PixelFormat format() const;
  /// Rows lie in the file as they are kept, but for the byte order of 16 bits.
  bool asKept() const { return bits >= 8 && !hasPalette() && !key; }
};

/// Turns one row as it lies in the file, unfiltered, into pixels of `format()`. Gives how many
/// pixels it turned: fewer than `count` when the next one has a palette's colour that is not there.
std::int64_t convertPngRow(const PngPixels& png, const std::uint8_t* in, std::int64_t count,
                           std::uint8_t* out);

/// From PNG's order of bytes to the machine's.
void swapPngWords(std::uint8_t* bytes, std::size_t count);

/// Undoes one of PNG's filters for a row of `count` bytes with `step` bytes (1 to 8) a pixel, or 1
/// where pixels are smaller. `above` is the row before, undone, or null for the first. `out` may be
/// `in` or lie anywhere before it; up to 8 bytes behind `in` and `above` are read, and nothing is
/// written behind `out`. False when there is no such filter.
bool undoPngFilter(int filter, const std::uint8_t* in, const std::uint8_t* above, std::size_t count,
                   std::size_t step, std::uint8_t* out);

}  // namespace espy::io
