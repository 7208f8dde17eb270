// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "espy/engine/score.h"
#include "pose/effort.h"
#include "pose/elsewhere.h"
#include "pose/grid.h"
#include "pose/pyramid.h"
#include "pose/slope.h"

namespace espy::pose {

/// What all bands of a needle's scales share.
struct DescentSetting {
  ScenePyramid& scenes;
  const Needle& needle;
  const PoseGrid& grid;
  const GridIndex& index;
  const ScoreOptions& options;
  int threads;
  const Control& control;
  PosesElsewhere* elsewhere;  ///< or null
  Effort& effort;
};

/// The search for one needle in the scales of a band, level by level; on the way to a peak it may
/// leave the band.
class Descent {
 public:
  Descent(const DescentSetting& setting, const ScaleBand& scales, std::vector<Level> levels)
      : setting_(setting), scales_(scales), levels_(std::move(levels)) {}

  int firstShift() const { return levels_.back().shift; }
  const Level& levelAt(int shift) const { return levels_[static_cast<std::size_t>(shift)]; }

  /// Searches the smallest size in a few poses. Returns the nanoseconds that climbs from all that
  /// may be found there take.
  std::int64_t probe();
  /// Searches the smallest size: all positions, every n-th pose. The result of this and of the
  /// following steps is meaningless once `Effort::isTooMuch()`.
  std::vector<Candidate> searchAll();
  /// From the next smaller size to this one.
  std::vector<Candidate> descend(const std::vector<Candidate>& candidates, const Level& to);

 private:
  using Found = std::vector<std::optional<Candidate>>;

  /// The poses of a level whose windows fit into its scene.
  std::vector<std::uint32_t> triedAt(const Level& level, const NeedleWarper& warper) const;
  /// The peaks of each of these poses by itself, wherever they can be had.
  std::vector<PosedPeak> peaksOf(const std::vector<std::uint32_t>& poses);
  /// The same here, or the best place of all. Scenes are small here,
  /// so threads take poses, not parts of the scene.
  std::vector<PosedPeak> searchPoses(const Level& level, const NeedleWarper& warper,
                                     const std::vector<std::uint32_t>& poses, bool wantBest);
  /// The same from elsewhere, or nothing where they cannot be had.
  std::optional<std::vector<PosedPeak>> searchElsewhere(const Level& level,
                                                        const NeedleWarper& warper,
                                                        const std::vector<std::uint32_t>& poses);
  /// Each candidate's way up from where it has at least so much.
  Found climbed(const std::vector<Candidate>& candidates, const Level& to, double least);
  Found climbedHere(const std::vector<Candidate>& candidates, const Level& to, double least);
  /// With scores from elsewhere: all go as far as is known, and then what is missing is fetched for
  /// all of them at once.
  Found climbedElsewhere(const std::vector<Candidate>& candidates, const Level& to,
                         const Needle& needle, double least);
  /// Nanoseconds of a score that a climb asks for.
  std::int64_t costOf(const Needle& needle, const Level& level) const;
  static Start startOf(const Candidate& candidate, const WindowSizes& windows, const Level& to,
                       double least);

  const DescentSetting& setting_;
  ScaleBand scales_;
  std::vector<Level> levels_;
  std::vector<PosedPeak> probed_;     ///< peaks of the poses that were searched first
  std::vector<std::uint32_t> later_;  ///< the other poses
};

}  // namespace espy::pose
