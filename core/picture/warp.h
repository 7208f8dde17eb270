// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>

#include "espy/image.h"
#include "picture/turn.h"

namespace espy::picture {

/// A warped picture: its colour channels and its pixel weights.
struct Warped {
  Image picture;
  /// Weight of each pixel: 0 if it is not completely inside the source or depends on a source pixel
  /// of weight 0; else 255, or the interpolated weight.
  Image weights;
  std::int64_t counted = 0;  ///< pixels with a weight above 0
  bool solid() const { return counted == picture.size().pixels(); }
};

/// Selects the first few of every `every` rows, and as many of every `every` columns.
struct SomePixels {
  std::int64_t every = 1;
  std::int64_t first = 1;

  std::int64_t taken() const { return std::min(first, every); }
  bool hasRow(std::int64_t y) const { return y % every < first; }
  /// The number of selected rows above `y`.
  std::int64_t rowsAbove(std::int64_t y) const {
    return y / every * taken() + std::min(y % every, first);
  }
  /// Columns whose remainders are equal are next to each other, this many of each in a picture of
  /// this width.
  std::int64_t columnsOfEach(std::int64_t width) const { return (width + every - 1) / every; }
  /// Where column `x` of a picture of this width is.
  std::int64_t columnOf(std::int64_t x, std::int64_t width) const {
    return x % every * columnsOfEach(width) + x / every;
  }
};

/// Rotates, scales and mirrors a picture about its centre. A pixel is the mean of n x n evenly
/// spread samples, n = 1 for enlargement, 1/scale rounded up for shrinking; a sample is a bilinear
/// interpolation at a position rounded to 1/256 pixel. `weights`: one per pixel, or empty for 255
/// everywhere. `weighted`: compute interpolated weights, else only 0 or 255. Only `some` are
/// computed and returned. Reference: `pose::warpByReference`.
Warped warp(const ImageView& picture, std::span<const std::uint8_t> weights, bool weighted,
            const Turn& turn, SomePixels some = {});

/// The same for an 8-bit picture of 1 or 3 channels without weights. Calls take(y, begin, end,
/// samples) for every row with pixels inside, which are columns [begin, end).
using TakeRow = std::function<void(std::int64_t y, std::int64_t begin, std::int64_t end,
                                   const std::uint8_t* samples)>;
void warpRows(const ImageView& picture, const Turn& turn, const TakeRow& take);

}  // namespace espy::picture
