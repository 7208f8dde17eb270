// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "model/score_plane.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace espy::desktop {
namespace {

ScorePlane::Level halved(const ScorePlane::Level& from) {
  ScorePlane::Level half;
  half.size = {(from.size.width() + 1) / 2, (from.size.height() + 1) / 2};
  half.steps.resize(static_cast<std::size_t>(half.size.width()) * half.size.height());
  for (int y = 0; y < half.size.height(); ++y) {
    const int below = std::min(2 * y + 1, from.size.height() - 1);
    for (int x = 0; x < half.size.width(); ++x) {
      const int right = std::min(2 * x + 1, from.size.width() - 1);
      half.steps[static_cast<std::size_t>(y) * half.size.width() + x] =
          std::max({from.at(2 * x, 2 * y), from.at(right, 2 * y), from.at(2 * x, below),
                    from.at(right, below)});
    }
  }
  return half;
}

}  // namespace

ScorePlane scorePlaneOf(const ScoreMap& map, QSize needle, std::int64_t mostPlaces) {
  ScorePlane plane;
  plane.origin = {needle.width() / 2, needle.height() / 2};
  ScorePlane::Level level;
  level.size = {static_cast<int>(map.size.width), static_cast<int>(map.size.height)};
  level.steps.resize(map.scores.size());
  std::transform(map.scores.begin(), map.scores.end(), level.steps.begin(), [](float score) {
    return static_cast<std::uint8_t>(
        std::lround(std::clamp(score, 0.0F, 1.0F) * ScorePlane::kMost));
  });
  while (std::int64_t{level.size.width()} * level.size.height() > mostPlaces) {
    level = halved(level);
    ++plane.first;
  }
  plane.levels.push_back(std::move(level));
  while (std::max(plane.levels.back().size.width(), plane.levels.back().size.height()) > 1) {
    plane.levels.push_back(halved(plane.levels.back()));
  }
  return plane;
}

}  // namespace espy::desktop
