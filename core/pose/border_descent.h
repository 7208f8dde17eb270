// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "pose/border.h"
#include "pose/pose_scorer.h"
#include "pose/pyramid.h"

namespace espy::pose {

/// Calls visit(pose, x, y) for the neighbours of a position, in its own and in adjacent poses,
/// until that returns true.
template <class Visit>
bool anyAround(const BorderScorer& scorer, const GridIndex& index, const PosedPeak& place,
               const Visit& visit) {
  const std::int64_t x = columnOf(place);
  const std::int64_t y = rowOf(place);
  for (int k = 0; k < 9; ++k) {
    if (k != 4 && visit(place.pose, x + k % 3 - 1, y + k / 3 - 1)) return true;
  }
  std::vector<std::uint32_t> neighbours;
  return anyNeighbour(index, scorer, place.pose, x, y, neighbours, visit);
}

/// Coarse-to-fine search along the scene's border: all positions of every n-th pose at the coarsest
/// level, then hill climbing from level to level.
class BorderDescent {
 public:
  BorderDescent(const ImageView& scene, const Needle& needle, const PoseGrid& grid,
                const ScoreOptions& options, int threads, const Control& control);

  /// Whether the needle and the number of poses are large enough for a pyramid to pay.
  bool canHalve() const;
  void alsoFrom(const std::vector<PosedPeak>& places) { starts_ = places; }
  /// Local maxima, some of them inside; updates `best`, if not null.
  std::vector<PosedPeak> run(std::optional<PosedPeak>* best);

 private:
  /// Scales of the grid, and their pyramid levels.
  struct Band {
    ScaleBand scales;
    std::vector<Level> levels;
  };

  struct Start {
    std::uint32_t pose = 0;
    std::int64_t x = 0;
    std::int64_t y = 0;
  };

  /// The minimum score at the coarsest level, for a partly visible needle.
  double minScoreAt(const Level& level, const Band& band) const;
  /// At the coarsest level; with `best` only the best of each pose.
  std::vector<PosedPeak> searchAll(const Band& band, bool bestOnly);
  std::vector<PosedPeak> climbAll(const Level& level, const std::vector<Start>& starts);
  /// From the positions of one level to those of the next finer one.
  std::vector<PosedPeak> descend(const Level& from, const Level& to,
                                 const std::vector<PosedPeak>& places);

  ScenePyramid scenes_;
  const Needle& needle_;
  const PoseGrid& grid_;
  GridIndex index_;
  const ScoreOptions& options_;
  int threads_;
  const Control& control_;
  std::vector<Band> bands_;
  std::vector<PosedPeak> starts_;
};

}  // namespace espy::pose
