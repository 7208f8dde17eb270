// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/simd.h"
#include "picture/turn.h"

namespace espy::picture {

/// Bits to drop from a position in 2^-30 pixels to get 2^-8 pixels.
inline constexpr int kShift = TurnMap::kBits - 8;

/// Columns [begin, end).
struct Span {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

/// A source position and its step per column, in 2^-30 pixels from the centre of the first pixel.
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

/// The most lines whose sums fit in `warpBytes`.
inline constexpr std::size_t kMostByteLines = 256;
/// Upper bounds (exclusive) for `warpBytes`: sides of a picture, and bytes from its first to its
/// last.
inline constexpr std::int64_t kByteSide = std::int64_t{1} << 22;
inline constexpr std::int64_t kByteRange = std::int64_t{1} << 30;

/// Computes the pixels of a row: means of bilinear samples of `channels` bytes, 1 or 3. One line
/// per sample of a pixel, all with the same steps. All neighbours of the samples must be in the
/// picture, which starts at `first`; `stride` is not negative.
ESPY_SIMD_DECLARE(warpBytes, void(const std::uint8_t* first, std::ptrdiff_t stride, int channels,
                                  std::span<const Line> lines, Span span, std::uint8_t* to));

}  // namespace espy::picture
