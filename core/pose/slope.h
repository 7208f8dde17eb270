// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "espy/engine/pose.h"
#include "pose/device_poses.h"
#include "pose/grid.h"
#include "pose/order.h"
#include "pose/pose_scorer.h"
#include "pose/pyramid.h"

namespace espy::pose {

/// A pose at a position of a level.
struct Candidate {
  PosedPeak at;
  std::uint32_t next = 0;  ///< the pose to start from at the next level
  bool isPeak = false;     ///< a local maximum
  std::size_t band = 0;    ///< its band
  /// Its centre in the level's scene, in half pixels.
  std::int64_t middleX = 0;
  std::int64_t middleY = 0;
};

inline bool isBetter(const Candidate& a, const Candidate& b) {
  return IsBetterPosed()(a.at, b.at);
}

/// What a score was asked for: pose, x, y.
using Asked = std::tuple<std::uint32_t, std::int64_t, std::int64_t>;

/// The way from poses to their neighbours at a level.
class PoseNeighbours {
 public:
  PoseNeighbours(const Level& level, const GridIndex& index, const WindowSizes& windows);

  const ClimbRule& rule() const { return rule_; }
  /// The neighbour at this step of the rule, at its best-fitting position.
  std::optional<Asked> at(const PosedPeak& from, std::size_t step) const;
  /// The end of a climb, with the pose to go on from: the top of a parabola through the peak and
  /// its neighbours.
  Candidate candidateOf(const Climbed& climbed) const;

 private:
  Drift::Shift driftBy(const PoseStep& step, bool mirrored) const;
  /// The needle's translation on the way from this pose, by a drift before the pose turns it.
  Drift::Shift driftFrom(std::uint32_t pose, const Drift::Shift& drift) const;

  const Level& level_;
  const GridIndex& index_;
  const WindowSizes& windows_;
  ClimbRule rule_;
};

/// Hill climbing at one level.
class Slope {
 public:
  Slope(const Level& level, const GridIndex& index, const WindowSizes& windows, PoseScores& scores)
      : level_(level),
        index_(index),
        windows_(windows),
        neighbours_(level, index, windows),
        scores_(scores) {}

  /// Steepest ascent over position, angle and scale until no neighbour is better. At full size all
  /// neighbours are checked before it counts as a peak. The result is meaningless if a score was
  /// not known yet.
  std::optional<Candidate> climb(const Start& start);
  /// Scores requested by the last climb.
  std::int64_t asked() const { return asked_; }

 private:
  static constexpr double kNoScore = -2;

  const double* scoreAt(const Asked& asked) const;
  void ask(std::uint32_t pose, std::int64_t x, std::int64_t y);
  void askAround(std::uint32_t pose, std::int64_t x, std::int64_t y);
  /// The neighbouring positions, and the pose turned or grown.
  void probeAround(const PosedPeak& from);
  /// Turned and grown at once, since round objects form diagonal ridges.
  void probeDiagonals(const PosedPeak& from);
  void askSteps(const PosedPeak& from, std::size_t first, std::size_t end);
  Candidate candidateAt(const PosedPeak& peak, bool isPeak) const;

  const Level& level_;
  const GridIndex& index_;
  const WindowSizes& windows_;
  PoseNeighbours neighbours_;
  PoseScores& scores_;
  std::vector<std::uint32_t> adjacent_;
  std::vector<std::pair<Asked, double>> known_;  ///< scores; few
  std::optional<PosedPeak> best_;
  std::int64_t asked_ = 0;
};

/// A slope with CPU scores, for one thread.
class OwnSlope {
 public:
  OwnSlope(const ImageView& scene, const Needle& needle, const Level& level, const PoseGrid& grid,
           const GridIndex& index, const ScoreOptions& options, TurnedNeedles* turned)
      : warper_(level.warper(needle, options.weighted)),
        windows_(warper_, grid),
        scorer_(scene, warper_, grid, index, options, turned),
        slope_(level, index, windows_, scorer_) {}
  OwnSlope(const OwnSlope&) = delete;
  OwnSlope& operator=(const OwnSlope&) = delete;

  const WindowSizes& windows() const { return windows_; }
  std::optional<Candidate> climb(const Start& start) {
    scorer_.forgetRead();
    return slope_.climb(start);
  }
  /// The rectangle around all windows that the last climb read.
  const Area& read() const { return scorer_.read(); }
  std::int64_t asked() const { return slope_.asked(); }

 private:
  NeedleWarper warper_;
  WindowSizes windows_;
  PoseScorer scorer_;
  Slope slope_;
};

}  // namespace espy::pose
