// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "espy/engine/find.h"
#include "picture/sample.h"

namespace espy::finders {

/// A colour sample, converted for comparison: grey is used for all three channels, and if the
/// depths of needle and scene differ an 8-bit v becomes 257 v.
[[gnu::always_inline]] inline std::int64_t comparedSample(const ImageView& image, std::int64_t x,
                                                          std::int64_t y, int channel,
                                                          bool depthsDiffer) {
  const PixelFormat format = image.format();
  const int own = format.colourChannels() == 1 ? 0 : channel;
  const std::int64_t value = picture::sampleOf(image, x, y, own);
  return depthsDiffer && format.depth == Depth::u8 ? value * 257 : value;
}

/// Does this pixel of the needle take part, by its alpha and its mask?
[[gnu::always_inline]] inline bool isOpaque(const Needle& needle, std::int64_t x, std::int64_t y) {
  const ImageView& picture = needle.picture;
  const PixelFormat format = picture.format();
  if (format.hasAlpha() && picture::sampleOf(picture, x, y, format.channels - 1) == 0) return false;
  return !needle.mask || picture::sampleOf(*needle.mask, x, y, 0) != 0;
}

/// `FlagMatches` of the engine "reference".
Image flagByReference(Size scene, std::span<const Match> matches, int lastPass,
                      const Control& control, Timeline& timeline);

}  // namespace espy::finders
