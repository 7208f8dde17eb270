// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "espy/engine/pose.h"
#include "pose/grid.h"
#include "pose/order.h"
#include "pose/pose_scorer.h"
#include "pose/pyramid.h"

namespace espy::pose {

/// A pose at a place of a level.
struct Candidate {
  PosedPeak at;
  std::uint32_t next = 0;  ///< the pose of the grid from which to go on at the next level
  bool isPeak = false;     ///< nothing around it is better
  std::size_t band = 0;    ///< whose it is
  /// Where its middle lies in the level's scene, in half pixels.
  std::int64_t middleX = 0;
  std::int64_t middleY = 0;
};

inline bool isBetter(const Candidate& a, const Candidate& b) {
  return IsBetterPosed()(a.at, b.at);
}

/// Where a candidate begins to climb.
struct Start {
  std::uint32_t pose;
  std::int64_t x;
  std::int64_t y;
  double least;  ///< what has less here comes nowhere
};

/// One level: where candidates climb.
class Slope {
 public:
  Slope(const Level& level, const GridIndex& index, const WindowSizes& windows, PoseScores& scores)
      : level_(level), index_(index), windows_(windows), scores_(scores) {}

  /// From a place to the best around it, step by step, until none is better: a place, an angle, a
  /// scale. At full size all neighbours are asked before it counts as a peak. Where a score is not
  /// known yet, what comes of it means nothing.
  std::optional<Candidate> climb(const Start& start);
  /// How many scores the last climb asked for.
  std::int64_t asked() const { return asked_; }

 private:
  using Asked = std::tuple<std::uint32_t, std::int64_t, std::int64_t>;  ///< pose, x, y
  static constexpr double kNoScore = -2;

  /// What is known of a place that was asked for.
  const double* scoreAt(const Asked& asked) const;
  void ask(std::uint32_t pose, std::int64_t x, std::int64_t y);
  void askAround(std::uint32_t pose, std::int64_t x, std::int64_t y);
  /// A pose so many strides away, where it fits best.
  void askBeside(const PosedPeak& from, int angles, int scales);
  /// The places around, and the pose turned or grown.
  void lookAround(const PosedPeak& from);
  /// And turned and grown, because what is round may lie along both.
  void lookAcross(const PosedPeak& from);
  /// The same place of a pose so many angles and scales away.
  std::optional<Asked> beside(const PosedPeak& from, std::int64_t angles,
                              std::int64_t scales) const;
  /// How far the needle moves on the way to a pose so many angles and scales away.
  Drift::Shift driftTo(std::uint32_t pose, std::int64_t angles, std::int64_t scales) const;
  /// Says from where to go on: the pose at the top of a parabola through a peak's score and those
  /// of the poses beside it.
  void goOnBetween(Candidate& found) const;

  const Level& level_;
  const GridIndex& index_;
  const WindowSizes& windows_;
  PoseScores& scores_;
  std::vector<std::uint32_t> beside_;
  std::vector<std::pair<Asked, double>> known_;  ///< scores; few
  std::optional<PosedPeak> best_;
  std::int64_t asked_ = 0;
};

/// A slope with the processor's own scores, for one thread.
class OwnSlope {
 public:
  OwnSlope(const ImageView& scene, const Needle& needle, const Level& level, const PoseGrid& grid,
           const GridIndex& index, const ScoreOptions& options)
      : warper_(level.warper(needle, options.weighted)),
        windows_(warper_, grid),
        scorer_(scene, warper_, grid, index, options),
        slope_(level, index, windows_, scorer_) {}
  OwnSlope(const OwnSlope&) = delete;
  OwnSlope& operator=(const OwnSlope&) = delete;

  const WindowSizes& windows() const { return windows_; }
  std::optional<Candidate> climb(const Start& start) { return slope_.climb(start); }
  std::int64_t asked() const { return slope_.asked(); }

 private:
  NeedleWarper warper_;
  WindowSizes windows_;
  PoseScorer scorer_;
  Slope slope_;
};

}  // namespace espy::pose
