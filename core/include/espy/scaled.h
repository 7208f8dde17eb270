// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "espy/image.h"

/// Pictures for screens: parts of a picture made smaller, in the bytes that screens want.
namespace espy {

/// A part of a picture at a power of two of its size.
struct ScaledPart {
  int level = 0;       ///< each pixel stands for a square of 2^level by 2^level pixels; 0..16
  std::int64_t x = 0;  ///< of the upper-left pixel, counted in pixels of this level
  std::int64_t y = 0;
};

/// The size of a picture at a level: what is left over at the right and the bottom makes a pixel,
/// too.
Size scaledSize(Size size, int level);

/// Fills `screen` (four channels of 8 bits, in the order blue, green, red, alpha, colours
/// multiplied by alpha) with this part. Each pixel is the mean of its square, over the pixels that
/// exist; of 16 bits the upper 8 count. What lies outside the picture becomes transparent black.
/// From level `kSparseLevel` on, a square's mean is taken of its rows sparsely (every second,
/// fourth
/// ... row, at least eight rows), so that no tile takes long.
void scaleForScreen(const ImageView& picture, const ScaledPart& part,
                    const MutableImageView& screen);
inline constexpr int kSparseLevel = 4;

}  // namespace espy
