// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/distance.h"

#include <algorithm>
#include <cstdlib>

#include "find/reference.h"

namespace espy::find {

std::uint64_t absoluteDistance(const ImageView& scene, const Needle& needle, std::int64_t x,
                               std::int64_t y) {
  const ImageView& picture = needle.picture;
  const bool depthsDiffer = picture.format().depth != scene.format().depth;
  const int channels = std::max(picture.format().colourChannels(), scene.format().colourChannels());
  std::uint64_t sum = 0;
  for (std::int64_t dy = 0; dy < picture.height(); ++dy) {
    for (std::int64_t dx = 0; dx < picture.width(); ++dx) {
      if (!isOpaque(needle, dx, dy)) continue;
      for (int c = 0; c < channels; ++c) {
        sum += static_cast<std::uint64_t>(
            std::abs(comparedSample(picture, dx, dy, c, depthsDiffer) -
                     comparedSample(scene, x + dx, y + dy, c, depthsDiffer)));
      }
    }
  }
  return sum;
}

}  // namespace espy::find
