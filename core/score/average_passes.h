// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "espy/engine/score.h"
#include "find/peak_list.h"
#include "picture/scene_averages.h"
#include "picture/tile_grid.h"
#include "score/average_filter.h"
#include "score/exact_distances.h"
#include "score/needle.h"

namespace espy::score {

/// Searches for one needle by sad or ssd, in passes over the whole scene: averages of smaller and
/// smaller blocks prune positions; the windows left are compared until their distance exceeds the
/// limit.
class AveragePasses {
 public:
  /// Is this strategy possible for the needle?
  static bool can(const ScoredNeedle& needle, const ScoreOptions& options);

  /// `fallback`: ns per position on one thread of the alternative search of all positions. `strip`:
  /// rows that are left to it together.
  AveragePasses(picture::SceneAverages& scene, const ScoredNeedle& needle,
                const ScoreOptions& options, double fallback, std::int64_t strip = 64);

  /// False, with nothing found, if too many positions would be left nearly everywhere.
  bool search();
  /// The share of positions that reach the minimum and have the same distance as the next one, as
  /// in flat areas; estimated by `search` from samples.
  double plateaus() const { return plateaus_; }
  double windowNanoseconds() const { return windows_.nanoseconds(); }
  /// Side of the blocks of the first pass, in pixels.
  int side() const { return base_->bound.side(); }

  /// After `search`: the tasks that append the peaks, in any order.
  std::int64_t tasks() const { return (places_.height + kRows - 1) / kRows; }
  void appendPeaks(std::int64_t task, finders::PeakList& peaks) const;

  /// Rows of positions in which too many are left; they have no peaks here.
  std::vector<picture::TileArea> left() const;
  bool isLeft(std::int64_t y) const { return left_[static_cast<std::size_t>(y)] != 0; }

 private:
  /// Rows per task.
  static constexpr std::int64_t kRows = 16;

  struct BlockLevel {
    BlockLevel(AverageBound made, Method method)
        : bound(std::move(made)), windows(bound.blocks(), method) {}
    BlockLevel(const BlockLevel&) = delete;
    BlockLevel& operator=(const BlockLevel&) = delete;

    AverageBound bound;
    WindowDistances windows;
  };
  /// A position that reaches the minimum.
  struct Place {
    std::uint32_t x;
    double score;
    std::uint64_t distance;
  };
  struct Row {
    std::size_t first = 0;  ///< index in its task's positions
    std::size_t count = 0;
  };

  /// Created on first use; null if there are too many blocks.
  const BlockLevel* level(int side);
  /// Chooses the largest blocks that leave few enough positions; false if none do. `passes(level)`
  /// returns the share of positions that pass with the level's blocks.
  template <class Passes>
  bool chooseBase(double fallback, const Passes& passes);
  bool isHopelessByAverages();
  bool mayPass(const BlockLevel& level, std::int64_t x, std::int64_t y,
               std::vector<std::uint32_t>& columns) const;
  /// The share of sampled positions for which `at` returns true.
  template <class At>
  double shareOf(int asked, const At& at) const;
  bool isHopeless();
  double shareThatPasses(const BlockLevel& level);
  void askAll();
  void thin();
  void setLeft();
  void compare();
  std::uint64_t countAll() const;
  /// Calls `take(x)` for each position of a row whose bit is set; clears the bit if that returns
  /// false.
  template <class Take>
  void filterRow(std::int64_t y, const Take& take);

  picture::SceneAverages& scene_;
  const ScoredNeedle& needle_;
  const ScoreOptions& options_;
  double fallback_;
  std::int64_t strip_;
  Size places_;
  WindowDistances windows_;
  double plateaus_ = 0;
  std::map<int, std::unique_ptr<const BlockLevel>> levels_;
  const BlockLevel* base_ = nullptr;
  std::int64_t words_ = 0;              ///< words per row of bits
  std::vector<std::uint32_t> columns_;  ///< of a row's positions
  ScratchVector<std::uint64_t> bits_;
  std::vector<std::uint32_t> counts_;  ///< by row
  std::vector<std::uint8_t> skipped_;  ///< by row: left, without the neighbouring rows
  std::vector<std::uint8_t> left_;
  std::vector<std::vector<Place>> found_;  ///< by task
  std::vector<Row> rows_;
};

}  // namespace espy::score
