// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "espy/image.h"

#pragma GCC visibility push(default)
/// Pictures for screens: parts of a picture made smaller, in the bytes that screens want.
///
///     espy::Image tile({256, 256}, {4, espy::Depth::u8});
///     espy::scaleForScreen(scene, {.level = 3, .x = 512, .y = 256}, tile.pixels());
namespace espy {

/// A part of a picture at a power of two of its size.
struct ScaledPart {
  int level = 0;       ///< each pixel stands for a square of 2^level by 2^level pixels; 0..16
  std::int64_t x = 0;  ///< of the upper-left pixel, counted in pixels of this level
  std::int64_t y = 0;
};

/// The size of a picture at a level: what is left over at the right and the bottom makes a pixel,
/// too. Throws `badUse` for a level below 0 or over 16.
Size scaledSize(Size size, int level);

/// From this level on, not all rows of a square are read.
inline constexpr int kSparseLevel = 4;

/// Fills `screen` (four channels of 8 bits, in the order blue, green, red, alpha, colours
/// multiplied by alpha) with this part, whose size is the screen's; grey gives three equal colours.
///
/// Each pixel is the mean of its square, over the pixels that exist, rounded to nearest, halves up;
/// of samples of 16 bits the upper 8 count. Where the picture has alpha, the mean is taken of
/// colour * alpha / 255, exactly, and rounded once; else the screen becomes opaque. What lies
/// outside the picture becomes transparent black, so a part may begin before the picture, too.
///
/// From `kSparseLevel` on, a square's mean is taken of eight of its rows, 2^(level - 3) apart and
/// beginning with its first (fewer where the picture ends within the square), so that no tile takes
/// long.
///
/// Runs on the thread that calls, and keeps nothing: several threads may draw parts of one picture
/// at once. Throws `badUse` for another format of the screen and for an unknown level.
void scaleForScreen(const ImageView& picture, const ScaledPart& part,
                    const MutableImageView& screen);

}  // namespace espy
#pragma GCC visibility pop
