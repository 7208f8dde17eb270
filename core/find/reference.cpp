// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Flags, as all finders are to leave them.
#include "find/reference.h"

#include <algorithm>
#include <cstdlib>

#include "espy/flags.h"

namespace espy::find {

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
