// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "espy/image.h"
#include "picture/turn.h"

namespace espy::picture {

/// A picture that was turned: its colour channels, and which pixels of it count.
struct Warped {
  Image picture;
  /// What each pixel weighs: 0 where it does not lie wholly inside the picture that was turned, or
  /// is made of a pixel that weighs nothing; else 255, or what its pixels weigh.
  Image weights;
  std::int64_t counted = 0;  ///< pixels that do not weigh 0
  bool solid() const { return counted == picture.size().pixels(); }
};

/// Of every so many rows the first few.
struct SomeRows {
  std::int64_t every = 1;
  std::int64_t first = 1;

  bool has(std::int64_t y) const { return y % every < first; }
};

/// Turns, scales and mirrors a picture about its centre. A pixel becomes the mean of samples that
/// are spread evenly over it, one where it grows and n x n where it shrinks to an n-th; a sample is
/// interpolated between four pixels, at a position that is rounded to 1/256 of a pixel.
/// `weights` has one for each pixel of the picture, or none: then all weigh 255. `weighted`: say
/// how much a pixel weighs; else only whether it does. Of rows that are not asked for nothing is
/// made. The definition is `pose::warpByReference`.
Warped warp(const ImageView& picture, std::span<const std::uint8_t> weights, bool weighted,
            const Turn& turn, SomeRows rows = {});

/// The same of a picture of bytes, in 1 or 3 channels, that all count: calls take(y, begin, end,
/// samples) for every row with pixels that do, which are those of columns [begin, end).
using TakeRow = std::function<void(std::int64_t y, std::int64_t begin, std::int64_t end,
                                   const std::uint8_t* samples)>;
void warpRows(const ImageView& picture, const Turn& turn, const TakeRow& take);

}  // namespace espy::picture
