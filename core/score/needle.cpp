// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/needle.h"

namespace espy::score {

ScoredNeedle makeScoredNeedle(const Needle& needle, std::uint32_t index, PixelFormat scene,
                              bool weighted, Method method, const Control& control,
                              ChannelMeans channelMeans) {
  ScoredNeedle made;
  static_cast<finders::PreparedNeedle&>(made) =
      finders::prepareNeedle(needle, index, scene, weighted, control);
  made.sums.channelMeans = channelMeans;
  const picture::Rectangle whole{0, 0, made.size.width, made.size.height};
  if (made.solid) {
    made.rectangles = {whole};
    made.inner = whole;
  } else if (method != Method::sad) {
    const auto takesPart = [&](std::int64_t x, std::int64_t y) { return made.weight(x, y) != 0; };
    const auto label = [&](std::int64_t x, std::int64_t y) { return takesPart(x, y) ? 1 : -1; };
    const std::vector<picture::Labelled> parts =
        picture::labelledRectangles(made.size, label, control, ScoredNeedle::kMostRectangles);
    made.scattered = parts.size() > ScoredNeedle::kMostRectangles;
    if (!made.scattered) {
      made.rectangles.reserve(parts.size());
      for (const picture::Labelled& part : parts) made.rectangles.push_back(part.rectangle);
    }
    // Used by correlations only.
    if (method == Method::zncc)
      made.inner = picture::largestRectangle(made.size, takesPart, control);
  }
  return made;
}

Size largest(std::span<const ScoredNeedle* const> needles) {
  Size size;
  for (const ScoredNeedle* needle : needles) {
    size.width = std::max(size.width, needle->size.width);
    size.height = std::max(size.height, needle->size.height);
  }
  return size;
}

Size smallest(std::span<const ScoredNeedle* const> needles) {
  Size size = needles.front()->size;
  for (const ScoredNeedle* needle : needles) {
    size.width = std::min(size.width, needle->size.width);
    size.height = std::min(size.height, needle->size.height);
  }
  return size;
}

}  // namespace espy::score
