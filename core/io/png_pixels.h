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

/// The pixel format of a PNG file, from IHDR, PLTE and tRNS.
struct PngPixels {
  Size size;
  int bits = 8;
  int colourType = 0;
  bool interlaced = false;
  /// RGBA colours of the palette.
  std::vector<std::array<std::uint8_t, 4>> palette;
  bool paletteAlpha = false;
  /// The transparent colour (grey: the first value).
  std::optional<std::array<std::uint16_t, 3>> key;

  bool hasPalette() const { return colourType == 3; }
  /// Samples of a pixel in the file.
  int fileSamples() const {
    return colourType == 2 ? 3 : colourType == 4 ? 2 : colourType == 6 ? 4 : 1;
  }
  /// Bytes of a row of `pixels` pixels.
  std::uint64_t rowBytes(std::uint64_t pixels) const {
    return (pixels * static_cast<std::uint64_t>(fileSamples() * bits) + 7) / 8;
  }
  /// Bytes per pixel, at least 1: the distance to the left neighbour in PNG's filters.
  std::size_t step() const {
    return static_cast<std::size_t>(fileSamples() * bits < 8 ? 1 : fileSamples() * bits / 8);
  }
  /// Format in memory: samples below 8 bits are scaled to 8, palettes and keys resolved.
  PixelFormat format() const;
  /// Whether rows in the file are as in memory, apart from the byte order of 16-bit samples.
  bool asKept() const { return bits >= 8 && !hasPalette() && !key; }
};

/// Converts one unfiltered row of the file to pixels of `format()`. Returns the number of converted
/// pixels: fewer than `count` if the next one has a palette index out of range.
std::int64_t convertPngRow(const PngPixels& png, const std::uint8_t* in, std::int64_t count,
                           std::uint8_t* out);

/// Converts big-endian samples to native byte order.
void swapPngWords(std::uint8_t* bytes, std::size_t count);

/// Reverts one of PNG's filters for a row of `count` bytes with `step` bytes (1 to 8) per pixel.
/// `above` is the previous row, unfiltered, or null for the first. `out` may equal `in` or lie
/// before it. Reads up to 8 bytes past the end of `in` and `above`; never writes past `out`.
/// Returns false for an unknown filter.
bool undoPngFilter(int filter, const std::uint8_t* in, const std::uint8_t* above, std::size_t count,
                   std::size_t step, std::uint8_t* out);

}  // namespace espy::io
