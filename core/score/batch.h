// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "espy/engine/score.h"
#include "find/match.h"
#include "find/peak_list.h"
#include "picture/common_format.h"
#include "picture/tile_grid.h"
#include "score/correlator.h"
#include "score/difference_tree.h"
#include "score/mask_sums.h"
#include "score/needle.h"

namespace espy::score {

/// The best position found so far. `offer` and `score` are thread-safe.
class BestPlace {
 public:
  void offer(const Peak& place) {
    const std::lock_guard lock(mutex_);
    if (best_ && !finders::IsBetter()(place, *best_)) return;
    best_ = place;
    score_ = place.score;
  }
  /// Lower bound for positions that still matter; never decreases.
  double score() const { return score_; }
  const std::optional<Peak>& place() const { return best_; }

 private:
  std::mutex mutex_;
  std::optional<Peak> best_;
  std::atomic<double> score_{-std::numeric_limits<double>::infinity()};
};

/// How the tiles of a batch are searched.
enum class TileStrategy : std::uint8_t {
  bySamples,     ///< sums over the samples of every window that may reach the minimum
  byTransforms,  ///< tiled FFT, two tiles at once
  directly,      ///< direct correlation, sample by sample (`DirectRows`)
};

/// How exact products of many positions are computed.
enum class ExactProducts : std::uint8_t {
  byTransforms,  ///< double-precision FFT, where that is faster than multiplying windows
  deferred,      ///< the same, but deferred until the other scratch memory is free
  byWindows,     ///< always window by window: no memory for double-precision FFTs
};

/// Needles of one format and similar size that are searched together.
struct ScoreBatch {
  const ImageView& scene;
  picture::CommonFormat form;
  std::vector<const ScoredNeedle*> needles;
  ScoreOptions options;
  TileStrategy strategy = TileStrategy::bySamples;
  picture::TileGrid grid;
  const Control& control;
  /// If set, only the best position is wanted, no peaks.
  BestPlace* best = nullptr;
  /// If set, the scores of the single needle are wanted, no peaks.
  ScoreMap* map = nullptr;
  ExactProducts exact = ExactProducts::byTransforms;
  /// Size of the FFT; 0 x 0 means the grid's tile.
  Size transform = {};
  NeedleCut cut = {};  ///< if not empty, there is only one needle

  Size transformSize() const { return transform.width > 0 ? transform : grid.tile(); }

  /// Created on first use: often bounds leave nothing to transform.
  const Correlator<float>& correlator() const { return made(correlator_, correlatorMade_); }
  /// In double precision, for tiles with so many candidates that it pays.
  const Correlator<double>& exactCorrelator() const { return made(exact_, exactMade_); }

  /// For sad by samples. Created on first use.
  const DifferenceTrees& differenceTrees() const {
    std::call_once(treesMade_, [&] {
      trees_ = std::make_unique<const DifferenceTrees>(scene, needles, options.method, control);
    });
    return *trees_;
  }

  /// For needles whose masks have many rectangles (`hasManyHoles`). Created on first use.
  const Masks& masks() const {
    std::call_once(masksMade_, [&] {
      masks_ = std::make_unique<const Masks>(transformSize(), needles, control, cut);
    });
    return *masks_;
  }

  /// Tiles of one task.
  std::int64_t tilesAtOnce() const { return strategy == TileStrategy::byTransforms ? 2 : 1; }
  std::int64_t tasks() const { return (grid.count() + tilesAtOnce() - 1) / tilesAtOnce(); }

  Size placesOf(const ScoredNeedle& needle) const {
    return picture::positionsIn(scene.size(), needle.size);
  }

  /// The maximal size of any needle's positions in a tile.
  Size mostPlaces() const { return picture::positionsIn(grid.tile(), smallest(needles)); }

  template <class Real>
  using Made = std::unique_ptr<const Correlator<Real>>;
  template <class Real>
  const Correlator<Real>& made(Made<Real>& correlator, std::once_flag& flag) const {
    std::call_once(flag, [&] {
      correlator = std::make_unique<const Correlator<Real>>(transformSize(), needles, control,
                                                            Centre::whole, cut);
    });
    return *correlator;
  }
  mutable std::once_flag correlatorMade_ = {};
  mutable Made<float> correlator_ = {};
  mutable std::once_flag exactMade_ = {};
  mutable Made<double> exact_ = {};
  mutable std::once_flag treesMade_ = {};
  mutable std::unique_ptr<const DifferenceTrees> trees_ = {};
  mutable std::once_flag masksMade_ = {};
  mutable std::unique_ptr<const Masks> masks_ = {};
};

/// Searches the tiles of a batch. One per thread.
class TileWorker {
 public:
  virtual ~TileWorker() = default;
  /// Searches the tiles of a task, 0 to `tasks()` - 1.
  virtual void run(std::int64_t task) = 0;

  /// A tile and needle that wait for exact products.
  struct DeferredTile {
    std::int64_t task;
    std::size_t needle;
    int tile;
  };
  /// Computes what was deferred; all entries belong to one task.
  virtual void runDeferred(std::span<const DeferredTile> /*ofTask*/) {}

  std::vector<DeferredTile> deferred;
  finders::PeakList peaks;
  double mapError = 0;        ///< error bound of the scores in the map
  std::int64_t compared = 0;  ///< sad, ssd by samples: the number of samples compared, at most
};

/// Creates the worker for the batch's strategy.
std::unique_ptr<TileWorker> makeWorker(const ScoreBatch& batch);
std::unique_ptr<TileWorker> makeCorrelationWorker(const ScoreBatch& batch);
std::unique_ptr<TileWorker> makeDistanceWorker(const ScoreBatch& batch);

}  // namespace espy::score
