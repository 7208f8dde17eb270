// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The definition of exact find: plain, sequential, never optimised. All engines are compared with
// it.
#include "exact/reference.h"

#include <algorithm>
#include <cstdlib>

#include "base/phrase.h"
#include "find/reference.h"

namespace espy::exact {

bool liesAt(const ImageView& scene, const Needle& needle, int tolerance, std::int64_t x,
            std::int64_t y) {
  const ImageView& picture = needle.picture;
  const bool depthsDiffer = picture.format().depth != scene.format().depth;
  const int channels = std::max(picture.format().colourChannels(), scene.format().colourChannels());
  for (std::int64_t dy = 0; dy < picture.height(); ++dy) {
    for (std::int64_t dx = 0; dx < picture.width(); ++dx) {
      if (!finders::isOpaque(needle, dx, dy)) continue;
      for (int c = 0; c < channels; ++c) {
        const std::int64_t wanted = finders::comparedSample(picture, dx, dy, c, depthsDiffer);
        const std::int64_t there = finders::comparedSample(scene, x + dx, y + dy, c, depthsDiffer);
        if (std::abs(wanted - there) > tolerance) return false;
      }
    }
  }
  return true;
}

std::uint64_t absoluteDistance(const ImageView& scene, const Needle& needle, std::int64_t x,
                               std::int64_t y) {
  const ImageView& picture = needle.picture;
  const bool depthsDiffer = picture.format().depth != scene.format().depth;
  const int channels = std::max(picture.format().colourChannels(), scene.format().colourChannels());
  std::uint64_t sum = 0;
  for (std::int64_t dy = 0; dy < picture.height(); ++dy) {
    for (std::int64_t dx = 0; dx < picture.width(); ++dx) {
      if (!finders::isOpaque(needle, dx, dy)) continue;
      for (int c = 0; c < channels; ++c) {
        sum += static_cast<std::uint64_t>(
            std::abs(finders::comparedSample(picture, dx, dy, c, depthsDiffer) -
                     finders::comparedSample(scene, x + dx, y + dy, c, depthsDiffer)));
      }
    }
  }
  return sum;
}

std::vector<std::vector<Place>> findByReference(const ImageView& scene,
                                                std::span<const Needle> needles,
                                                const ExactOptions& options, const Control& control,
                                                RunReport& report) {
  report.engine = "reference";
  report.threads = 1;
  report.strategy = phrase("every pixel of every window, until one differs");
  const StageTimer timer(report.timeline, "pass 1");
  std::vector<std::vector<Place>> places(needles.size());
  for (std::size_t n = 0; n < needles.size(); ++n) {
    const Size size = needles[n].picture.size();
    for (std::int64_t y = 0; y + size.height <= scene.height(); ++y) {
      for (std::int64_t x = 0; x + size.width <= scene.width(); ++x) {
        if (x % 256 == 0) control.check();
        if (liesAt(scene, needles[n], options.tolerance, x, y)) {
          places[n].push_back({static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)});
        }
      }
    }
  }
  return places;
}

}  // namespace espy::exact
