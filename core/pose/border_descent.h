// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "pose/border.h"
#include "pose/pyramid.h"

namespace espy::pose {

/// Calls visit(pose, x, y) for the places beside a place, in its own pose and in those beside it,
/// until that returns true.
template <class Visit>
bool anyAround(const BorderScorer& scorer, const GridIndex& index, const PosedPeak& place,
               const Visit& visit) {
  const std::int64_t x = columnOf(place);
  const std::int64_t y = rowOf(place);
  for (int k = 0; k < 9; ++k) {
    if (k != 4 && visit(place.pose, x + k % 3 - 1, y + k / 3 - 1)) return true;
  }
  std::vector<std::uint32_t> beside;
  index.neighboursOf(place.pose, beside);
  const Size own = scorer.windowOf(place.pose);
  for (const std::uint32_t other : beside) {
    const Size size = scorer.windowOf(other);
    const NearPlaces columns = nearPlaces(x, own.width, size.width);
    const NearPlaces rows = nearPlaces(y, own.height, size.height);
    for (std::int64_t row = rows.first; row < rows.first + rows.count; ++row) {
      for (std::int64_t column = columns.first; column < columns.first + columns.count; ++column) {
        if (visit(other, column, row)) return true;
      }
    }
  }
  return false;
}

/// Looks for one needle along the scene's border, coarse to fine: at the smallest size at all
/// places of every so manyth pose, and from what may lead to a match to the best around it, size by
/// size.
class BorderDescent {
 public:
  BorderDescent(const ImageView& scene, const Needle& needle, const PoseGrid& grid,
                const ScoreOptions& options, int threads, const Control& control);

  /// Is it large enough, and are there enough poses, for it to be worth while?
  bool canHalve() const;
  /// Also goes on from these places, at full size.
  void alsoFrom(const std::vector<PosedPeak>& places) { starts_ = places; }
  /// Peaks, of which some may lie inside; `best`, if it is not null, becomes the best place that
  /// was met where that is better.
  std::vector<PosedPeak> run(std::optional<PosedPeak>* best);

 private:
  /// Scales of the grid, and the sizes at which these are looked for.
  struct Band {
    ScaleBand scales;
    std::vector<Level> levels;
  };

  /// From where to climb.
  struct Start {
    std::uint32_t pose = 0;
    std::int64_t x = 0;
    std::int64_t y = 0;
  };

  const ImageView& sceneAt(int shift);
  /// The least score at the smallest size, of a needle of which perhaps only a part is seen.
  double minScoreAt(const Level& level, const Band& band) const;
  /// At the smallest size; or only the best of each pose there.
  std::vector<PosedPeak> searchAll(const Band& band, bool bestOnly);
  std::vector<PosedPeak> climbAll(const Level& level, const std::vector<Start>& starts);
  /// From the places at one size to those at the next larger one.
  std::vector<PosedPeak> descend(const Level& from, const Level& to,
                                 const std::vector<PosedPeak>& places);

  const ImageView& scene_;
  const Needle& needle_;
  const PoseGrid& grid_;
  GridIndex index_;
  const ScoreOptions& options_;
  int threads_;
  const Control& control_;
  std::vector<Band> bands_;
  std::deque<Image> smaller_;
  std::deque<ImageView> views_;
  std::vector<PosedPeak> starts_;
};

}  // namespace espy::pose
