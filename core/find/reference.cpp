// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The definition of exact find: plain, sequential, never optimised. Every engine is held against
// it.
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

bool liesAt(const ImageView& scene, const Needle& needle, int tolerance, std::int64_t x,
            std::int64_t y) {
  const ImageView& picture = needle.picture;
  const bool depthsDiffer = picture.format().depth != scene.format().depth;
  const int channels = std::max(picture.format().colourChannels(), scene.format().colourChannels());
  for (std::int64_t dy = 0; dy < picture.height(); ++dy) {
    for (std::int64_t dx = 0; dx < picture.width(); ++dx) {
      if (!isOpaque(needle, dx, dy)) continue;
      for (int c = 0; c < channels; ++c) {
        const std::int64_t wanted = comparedSample(picture, dx, dy, c, depthsDiffer);
        const std::int64_t there = comparedSample(scene, x + dx, y + dy, c, depthsDiffer);
        if (std::abs(wanted - there) > tolerance) return false;
      }
    }
  }
  return true;
}

std::vector<std::vector<Place>> findByReference(const ImageView& scene,
                                                std::span<const Needle> needles,
                                                const ExactOptions& options, const Control& control,
                                                RunReport& report) {
  report.engine = "reference";
  report.threads = 1;
  report.strategy = "every pixel of every window, until one differs";
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

Image flagByReference(Size scene, std::span<const Match> matches, int lastPass,
                      const Control& control) {
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
