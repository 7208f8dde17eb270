// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// What the definitions of all finders share: which pixels take part, what is compared, and flags.
#include "find/reference.h"

#include <algorithm>
#include <cstdlib>

#include "espy/flags.h"

namespace espy::find {
std::int64_t comparedSample(const ImageView& image, std::int64_t x, std::int64_t y, int channel,
                            bool depthsDiffer) {
  const int own = image.format().colourChannels() == 1 ? 0 : channel;
  const std::int64_t value = sampleAt(image, x, y, own);
  return depthsDiffer && image.format().depth == Depth::u8 ? value * 257 : value;
}

bool isOpaque(const Needle& needle, std::int64_t x, std::int64_t y) {
  const PixelFormat format = needle.picture.format();
  if (format.hasAlpha() && sampleAt(needle.picture, x, y, format.channels - 1) == 0) return false;
  return !needle.mask || sampleAt(*needle.mask, x, y, 0) != 0;
}

Image flagByReference(Size scene, std::span<const Match> matches, int lastPass,
                      const Control& control, Timeline& /*one step: no stages*/) {
  Image plane(scene, PixelFormat{1, Depth::u8});
  const MutableImageView flags = plane.pixels();
  for (const Match& match : matches) *flags.pixel(match.x, match.y) = kFlagBase;
  if (lastPass < 2) return plane;
  for (const Match& match : matches) {
    control.check();
    for (std::uint32_t dy = 0; dy < match.height; ++dy) {
      for (std::uint32_t dx = 0; dx < match.width; ++dx) {
        std::uint8_t& flag = *flags.pixel(match.x + dx, match.y + dy);
        if (flag == kFlagNothing) flag = kFlagInside;
      }
    }
  }
  return plane;
}

}  // namespace espy::find
