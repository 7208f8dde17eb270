// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "picture/turn.h"

namespace espy::picture {

/// Bits of a position behind those that are kept: 2^-8 pixels.
inline constexpr int kShift = TurnMap::kBits - 8;

/// Columns [begin, end).
struct Span {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

/// A position in a picture, and how it changes from column to column: 2^-30 pixels from the middle
/// of its first one.
struct Line {
  std::int64_t x;
  std::int64_t y;
  std::int64_t stepX;
  std::int64_t stepY;

  std::int64_t atX(std::int64_t column) const {
    return (x + column * stepX + (std::int64_t{1} << (kShift - 1))) >> kShift;
  }
  std::int64_t atY(std::int64_t column) const {
    return (y + column * stepY + (std::int64_t{1} << (kShift - 1))) >> kShift;
  }
};

/// Lines whose sums `warpBytes` can hold.
inline constexpr std::size_t kMostByteLines = 256;
/// Sides of a picture, and bytes from its first to its last, are less than this for `warpBytes`.
inline constexpr std::int64_t kByteSide = std::int64_t{1} << 22;
inline constexpr std::int64_t kByteRange = std::int64_t{1} << 30;

/// Writes the pixels of a row that are means of samples interpolated between pixels of `channels`
/// bytes, 1 or 3: a line for each sample of a pixel, all of the same steps. The neighbours of all
/// samples are in the picture, whose first byte is `first`; `stride` is not negative.
void warpBytes(const std::uint8_t* first, std::ptrdiff_t stride, int channels,
               std::span<const Line> lines, Span span, std::uint8_t* to);

}  // namespace espy::picture
