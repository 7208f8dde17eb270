// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <vector>

#include "espy/engine/score.h"
#include "score/average_bound.h"
#include "score/batch.h"
#include "score/needle.h"

namespace espy::score {

/// Searches by sad or ssd, tile by tile, also with masks and 16 bits: block averages prune most
/// positions, the others are computed one by one. Tiles with too many positions left go to other
/// strategies.
class AverageSearch {
 public:
  /// The needles have blocks of one size. `fallback`: estimated cost of the search of all
  /// positions, in ns per position of one needle. `places`: positions of a tile, fewer where the
  /// scene is small.
  AverageSearch(const ImageView& scene, std::vector<const ScoredNeedle*> needles,
                std::vector<AverageBound> bounds, const ScoreOptions& options, double fallback,
                Size places, const Control& control);

  std::int64_t tasks() const { return grid_.count(); }
  /// Searches the tasks, 0 to `tasks()` - 1. One worker per thread.
  std::unique_ptr<TileWorker> makeWorker();

  /// After all tasks: the tiles that are left, for any of the needles.
  std::vector<picture::TileArea> left() const;
  /// Is this position in a tile that is left for this needle?
  bool isLeft(std::size_t needle, std::int64_t x, std::int64_t y) const;

  // For the workers.
  const ImageView& scene() const { return scene_; }
  const picture::TileGrid& grid() const { return grid_; }
  const std::vector<const ScoredNeedle*>& needles() const { return needles_; }
  const std::vector<AverageBound>& bounds() const { return bounds_; }
  const ScoreOptions& options() const { return options_; }
  const Control& control() const { return control_; }
  /// Cost limit per position (ns); above it the tile is left to another strategy.
  double fallback() const { return fallback_; }
  /// Did more than 3/4 of at least six tiles fail?
  bool hasGivenUp() const { return 4 * failed_ > 3 * tried_ && tried_ >= 6; }
  void count(std::int64_t tile, std::size_t needle, bool fails);

 private:
  const ImageView& scene_;
  std::vector<const ScoredNeedle*> needles_;
  std::vector<AverageBound> bounds_;
  const ScoreOptions& options_;
  double fallback_;
  picture::TileGrid grid_;
  Size places_;  ///< of the smallest needle
  const Control& control_;
  std::atomic<std::int64_t> tried_ = 0;
  std::atomic<std::int64_t> failed_ = 0;
  /// By tile and needle: 1 where it is left. Each tile is written by one thread.
  std::vector<std::uint8_t> left_;
};

/// The positions of a tile of such a search.
Size meansPlaces(Size scene, Size needle, int side, int threads);

}  // namespace espy::score
