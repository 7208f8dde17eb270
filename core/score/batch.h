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
#include "picture/form.h"
#include "picture/tile_grid.h"
#include "score/correlator.h"
#include "score/mask_sums.h"
#include "score/needle.h"

namespace espy::score {

/// The best place met so far, by all threads.
class BestPlace {
 public:
  void offer(const Peak& place) {
    const std::lock_guard lock(mutex_);
    if (best_ && !finders::IsBetter()(place, *best_)) return;
    best_ = place;
    score_ = place.score;
  }
  /// What a place must at least reach to matter; rises only.
  double score() const { return score_; }
  const std::optional<Peak>& place() const { return best_; }

 private:
  std::mutex mutex_;
  std::optional<Peak> best_;
  std::atomic<double> score_{-std::numeric_limits<double>::infinity()};
};

/// How a batch is searched.
enum class ScoreWay : std::uint8_t {
  bySamples,     ///< every sample of every window that may reach the minimum
  byTransforms,  ///< correlated through spectra; two tiles at once
  directly,      ///< correlated by multiplying every sample; what `DirectRows` can do
};

/// Where exact products of very many places come from.
enum class ExactProducts : std::uint8_t {
  byTransforms,  ///< in double precision, where that is faster than to multiply windows
  later,         ///< the same, when less else is in memory: what wants them waits
  byWindows,     ///< never by transforms, for which there is no room
};

/// Needles of one form and of much the same size, which are searched together.
struct ScoreBatch {
  const ImageView& scene;
  picture::CommonForm form;
  std::vector<const ScoredNeedle*> needles;
  ScoreOptions options;
  ScoreWay way = ScoreWay::bySamples;
  picture::TileGrid grid;
  const Control& control;
  /// Set: the best place is wanted, not the peaks.
  BestPlace* best = nullptr;
  /// Set: the scores are wanted, not the peaks; of the one needle.
  ScoreMap* map = nullptr;
  ExactProducts exact = ExactProducts::byTransforms;
  /// Of its transforms; empty: they have the grid's tiles.
  Size transform = {};
  NeedleCut cut = {};  ///< then there is one needle only

  Size transformSize() const { return transform.width > 0 ? transform : grid.tile(); }

  /// Made when they are first asked for: often bounds leave nothing to transform.
  const Correlator<float>& correlator() const { return made(correlator_, correlatorMade_); }
  /// The same in double precision, for tiles that have so many candidates that it pays.
  const Correlator<double>& exactCorrelator() const { return made(exact_, exactMade_); }

  /// For needles with very many holes.
  const Masks& masks() const {
    std::call_once(masksMade_, [&] {
      masks_ = std::make_unique<const Masks>(transformSize(), needles, control, cut);
    });
    return *masks_;
  }

  /// So many tiles are searched together.
  std::int64_t tilesAtOnce() const { return way == ScoreWay::byTransforms ? 2 : 1; }
  std::int64_t tasks() const { return (grid.count() + tilesAtOnce() - 1) / tilesAtOnce(); }

  Size placesOf(const ScoredNeedle& needle) const {
    return {scene.width() - needle.size.width + 1, scene.height() - needle.size.height + 1};
  }

  /// Places of any of the needles in a tile.
  Size mostPlaces() const {
    Size most;
    for (const ScoredNeedle* needle : needles) {
      most.width = std::max(most.width, grid.tile().width - needle->size.width + 1);
      most.height = std::max(most.height, grid.tile().height - needle->size.height + 1);
    }
    return most;
  }

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
  mutable std::once_flag masksMade_ = {};
  mutable std::unique_ptr<const Masks> masks_ = {};
};

/// Searches the tiles of a batch. One for each thread.
class TileWorker {
 public:
  virtual ~TileWorker() = default;
  /// Searches those tiles that are searched together. Tasks are numbered from 0 on.
  virtual void run(std::int64_t task) = 0;

  /// One of a task's tiles and a needle that wait for exact products.
  struct Later {
    std::int64_t task;
    std::size_t needle;
    int tile;
  };
  /// Does what waits, all of one task.
  virtual void runLater(std::span<const Later> /*ofTask*/) {}

  std::vector<Later> later;
  finders::PeakList peaks;
  double mapError = 0;  ///< of what was written into the map
};

/// Goes the batch's way.
std::unique_ptr<TileWorker> makeWorker(const ScoreBatch& batch);
std::unique_ptr<TileWorker> makeCorrelationWorker(const ScoreBatch& batch);
std::unique_ptr<TileWorker> makeDistanceWorker(const ScoreBatch& batch);

}  // namespace espy::score
