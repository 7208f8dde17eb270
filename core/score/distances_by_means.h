// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <span>
#include <vector>

#include "espy/engine/score.h"
#include "find/peak_list.h"
#include "picture/scene_means.h"
#include "picture/tile_grid.h"
#include "score/exact_distances.h"
#include "score/means_filter.h"
#include "score/needle.h"

namespace espy::score {

/// Searches for one needle by sad or ssd, pass by pass over the whole scene: averages of blocks
/// leave few positions, those of smaller blocks fewer, and windows are compared no further than
/// shows that they are too far. What is left reaches the minimum.
class DistancesByMeans {
 public:
  /// Is it possible for such a needle?
  static bool can(const ScoredNeedle& needle, const ScoreOptions& options);

  /// `fallback`: nanoseconds of one position on one thread if all of them are searched otherwise.
  /// `strip`: rows that are left together.
  DistancesByMeans(picture::SceneMeans& scene, const ScoredNeedle& needle,
                   const ScoreOptions& options, double fallback, std::int64_t strip = 64);

  /// False, and nothing found, where too many positions would be left nearly everywhere.
  bool search();
  /// The share of positions that reach the minimum and have the distance of the next one, as in
  /// flat parts of a scene: estimated by `search` from some of them.
  double plateaus() const { return plateaus_; }
  double windowNanoseconds() const { return windows_.nanoseconds(); }
  /// The side of the blocks of the first pass, in pixels.
  int side() const { return base_->bound.side(); }

  /// After `search`: the tasks that report the peaks, in any order.
  std::int64_t tasks() const { return (places_.height + kRows - 1) / kRows; }
  void tellPeaks(std::int64_t task, finders::PeakList& peaks) const;

  /// Rows of positions in which too many were left: their peaks are not reported.
  std::vector<picture::TileArea> left() const;
  bool isLeft(std::int64_t y) const { return left_[static_cast<std::size_t>(y)] != 0; }

 private:
  /// Rows of a task.
  static constexpr std::int64_t kRows = 16;

  struct Level {
    Level(MeansBound made, Method method)
        : bound(std::move(made)), windows(bound.blocks(), method) {}
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

    MeansBound bound;
    WindowDistances windows;
  };
  /// A position that reaches the minimum.
  struct Place {
    std::uint32_t x;
    double score;
    std::uint64_t distance;
  };
  struct Row {
    std::size_t first = 0;  ///< in its task's places
    std::size_t count = 0;
  };

  /// Made when it is first asked for; null where there are too many blocks.
  const Level* level(int side);
  /// As `passes` says of blocks of one size which share of places they let pass.
  template <class Passes>
  bool chooseBase(double fallback, const Passes& passes);
  bool looksHopeless();
  bool mayPass(const Level& level, std::int64_t x, std::int64_t y,
               std::vector<std::uint32_t>& columns) const;
  /// What share of places here and there passes; `at` tells of one.
  template <class At>
  double shareOf(int asked, const At& at) const;
  bool isHopeless();
  double shareThatPasses(const Level& level);
  void askAll();
  void thin();
  void setLeft();
  void compare();
  std::uint64_t countAll() const;
  /// Calls `take(x)` for each place of a row whose bit is set, and clears it where that says no.
  template <class Take>
  void filterRow(std::int64_t y, const Take& take);

  picture::SceneMeans& scene_;
  const ScoredNeedle& needle_;
  const ScoreOptions& options_;
  double fallback_;
  std::int64_t strip_;
  Size places_;
  WindowDistances windows_;
  double plateaus_ = 0;
  std::map<int, std::unique_ptr<const Level>> levels_;
  const Level* base_ = nullptr;
  std::int64_t words_ = 0;              ///< of a row of bits
  std::vector<std::uint32_t> columns_;  ///< of a row's positions
  WorkVector<std::uint64_t> bits_;
  std::vector<std::uint32_t> counts_;  ///< by row
  std::vector<std::uint8_t> skipped_;  ///< by row: left, not with the rows around them
  std::vector<std::uint8_t> left_;
  std::vector<std::vector<Place>> found_;  ///< by task
  std::vector<Row> rows_;
};

}  // namespace espy::score
