// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <vector>

#include "espy/engine/score.h"
#include "score/batch.h"
#include "score/means_bound.h"
#include "score/needle.h"

namespace espy::score {

/// Searches by sad or ssd, tile by tile, also with masks and 16 bits: averages of blocks leave few
/// positions of most scenes, which are computed one by one. Tiles in which they leave too many are
/// left to other strategies.
class MeansSearch {
 public:
  /// Of needles that have bounds of blocks of one size. `fallback`: nanoseconds that the search of
  /// all places would take for one. `places`: of a tile, less where the scene is small.
  MeansSearch(const ImageView& scene, std::vector<const ScoredNeedle*> needles,
              std::vector<MeansBound> bounds, const ScoreOptions& options, double fallback,
              Size places, const Control& control);

  std::int64_t tasks() const { return grid_.count(); }
  /// Searches the tasks, which are numbered from 0 on. One for each thread.
  std::unique_ptr<TileWorker> makeWorker();

  /// Once all tasks are done: the tiles that are left, for any of the needles.
  std::vector<picture::TileArea> left() const;
  /// Is this place of a needle one that is left?
  bool isLeft(std::size_t needle, std::int64_t x, std::int64_t y) const;

  /// What follows is for the workers.
  const ImageView& scene() const { return scene_; }
  const picture::TileGrid& grid() const { return grid_; }
  const std::vector<const ScoredNeedle*>& needles() const { return needles_; }
  const std::vector<MeansBound>& bounds() const { return bounds_; }
  const ScoreOptions& options() const { return options_; }
  const Control& control() const { return control_; }
  /// Nanoseconds a place that windows may take before a tile is left.
  double fallback() const { return fallback_; }
  /// Not worth trying any more?
  bool hasGivenUp() const { return 4 * failed_ > 3 * tried_ && tried_ >= 6; }
  void count(std::int64_t tile, std::size_t needle, bool fails);

 private:
  const ImageView& scene_;
  std::vector<const ScoredNeedle*> needles_;
  std::vector<MeansBound> bounds_;
  const ScoreOptions& options_;
  double fallback_;
  picture::TileGrid grid_;
  Size places_;  ///< of the smallest needle
  const Control& control_;
  std::atomic<std::int64_t> tried_ = 0;
  std::atomic<std::int64_t> failed_ = 0;
  /// By tile and needle: 1 where it is left. A tile belongs to one thread.
  std::vector<std::uint8_t> left_;
};

/// The places of a tile for such a search, on so many threads.
Size meansPlaces(Size scene, Size needle, int side, int threads);

}  // namespace espy::score
