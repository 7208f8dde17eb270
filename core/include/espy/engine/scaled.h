// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "espy/image.h"

#pragma GCC visibility push(default)
/// Downscales parts of a picture for display.
///
///     espy::Image tile({256, 256}, {4, espy::Depth::u8});
///     espy::scaleForScreen(scene, {.level = 3, .x = 512, .y = 256}, tile.pixels());
namespace espy {

/// A part of a picture at a power-of-two reduction (mipmap level).
struct ScaledPart {
  int level = 0;       ///< a pixel covers 2^level by 2^level pixels; 0..16
  std::int64_t x = 0;  ///< upper-left pixel, in pixels of this level
  std::int64_t y = 0;
};

/// Size of a picture at a level, rounded up. Throws `badUse` for a level outside 0..16.
Size scaledSize(Size size, int level);

/// From this level on, rows of a square are subsampled.
inline constexpr int kSparseLevel = 4;

/// Renders a part, whose size is the screen's, to `screen` (8-bit BGRA, premultiplied alpha); grey
/// becomes three equal colours.
///
/// Each pixel is the mean of the existing pixels of its square, rounded to nearest, halves up;
/// 16-bit samples contribute their upper 8 bits. With alpha, the mean of colour * alpha / 255 is
/// computed exactly and rounded once; else the result is opaque. Outside the picture it is
/// transparent black, so the part may begin before the picture.
///
/// From `kSparseLevel` on, the mean uses eight rows of a square, 2^(level - 3) apart, starting with
/// its first (fewer at the picture's end), to bound the latency of a tile.
///
/// Runs on the calling thread, without state: several threads may render parts of one picture.
/// Throws `badUse` for another format of the screen and for an invalid level.
void scaleForScreen(const ImageView& picture, const ScaledPart& part,
                    const MutableImageView& screen);

}  // namespace espy
#pragma GCC visibility pop
