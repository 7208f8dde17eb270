// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "base/parallel.h"
#include "base/phrase.h"
#include "picture/scene_averages.h"
#include "score/batch.h"
#include "score/dense_distances.h"
#include "score/found_peaks.h"
#include "score/tile_strategy.h"

/// What the strategies of scored search share. Each is a function in its own file that searches for
/// those needles for which it is estimated to be the fastest; fast.cpp has their table.
namespace espy::score {

using Needles = std::vector<const ScoredNeedle*>;
using Workers = FoundPeaks::Workers;

/// Maps a needle's index to its position in `needles`.
inline std::map<std::uint32_t, std::size_t> orderOf(const Needles& needles) {
  std::map<std::uint32_t, std::size_t> order;
  for (std::size_t n = 0; n < needles.size(); ++n) order[needles[n]->index] = n;
  return order;
}

/// Limit of the spectra in memory at a time, in bytes.
inline constexpr double kMostSpectra = 256 << 20;

/// One search of one scene.
struct Search {
  const ImageView& scene;
  const ScoreOptions& options;
  int threads;
  const Control& control;
  RunReport& report;
  Strategies allowed;
  FoundPeaks found;
  std::int64_t needlePixels;  ///< of all needles

  Size positionsOf(const ScoredNeedle& needle) const {
    return picture::positionsIn(scene.size(), needle.size);
  }
  /// Of all these needles together.
  double positionsOf(const Needles& needles) const {
    double positions = 0;
    for (const ScoredNeedle* needle : needles) {
      positions += static_cast<double>(positionsOf(*needle).pixels());
    }
    return positions;
  }
  ScorePlan planFor(const Needles& needles, bool map = false,
                    const picture::PositionRanges* only = nullptr) const {
    return choosePlan(scene.size(), needles, options.method, map, threads, allowed, only);
  }
  void say(const Message& strategy) const { alsoSay(report.strategy, strategy); }

  /// Calls prepare(n) for n below `count`; on all threads only if there is much to do, because
  /// threads that were just woken start late.
  template <class Prepare>
  void eachNeedle(std::size_t count, const Prepare& prepare) const {
    constexpr std::int64_t kMuch = std::int64_t{1} << 21;
    parallelFor(static_cast<std::int64_t>(count), needlePixels < kMuch ? 1 : threads,
                {control.threads, control.stop, {}},
                [&](std::int64_t n, int) { prepare(static_cast<std::size_t>(n)); });
  }

  /// Runs the tasks, one worker per thread. Returns nothing if these needles have too many peaks to
  /// be searched together.
  template <class Make>
  std::optional<Workers> runTasks(
      std::int64_t tasks, int mostThreads, std::size_t needles, const Make& make,
      const finders::PeakList::Filter& wanted = {},
      const std::function<void(TileWorker&, std::int64_t)>& run =
          [](TileWorker& worker, std::int64_t task) { worker.run(task); }) const {
    const auto useful = static_cast<int>(std::min<std::int64_t>(mostThreads, tasks));
    Workers workers(static_cast<std::size_t>(useful));
    std::atomic<bool> tooMany = false;
    parallelFor(tasks, useful, control, [&](std::int64_t task, int thread) {
      if (tooMany) return;
      std::unique_ptr<TileWorker>& worker = workers[static_cast<std::size_t>(thread)];
      if (!worker) {
        worker = make();
        found.limit(worker->peaks, needles);
        worker->peaks.keepOnly(wanted);
      }
      run(*worker, task);
      if (found.tooMany(worker->peaks, needles)) tooMany = true;
    });
    if (tooMany) return {};
    return workers;
  }

  /// Appends the peaks of one needle from a finished search of the whole scene.
  template <class Finished>
  void takePeaksFrom(const Finished& finished) {
    class PeakAppender : public TileWorker {
     public:
      explicit PeakAppender(const Finished& from) : from_(from) {}
      void run(std::int64_t task) override { from_.appendPeaks(task, peaks); }

     private:
      const Finished& from_;
    };
    found.take(*runTasks(finished.tasks(), threads, 1,
                         [&] { return std::make_unique<PeakAppender>(finished); }));
  }
};

/// Needles of one format and similar size, and their cached plans.
struct SearchGroup {
  Search& search;
  picture::SceneAverages scene;
  std::map<const ScoredNeedle*, DensePlan> dense = {};  ///< planned once

  DensePlan& densePlanOf(const ScoredNeedle& needle) {
    const auto [at, isNew] = dense.try_emplace(&needle);
    if (isNew && search.allowed.dense) {
      at->second = densePlan(scene.size(), needle, search.options, search.threads);
    }
    return at->second;
  }
};

// Strategies return the needles that are left for the next one.

/// zncc: sums of blocks, then the windows that these leave.
Needles searchByBlocks(SearchGroup& group, const Needles& needles);
/// sad, ssd: block averages, then the windows that these leave.
Needles searchByAverages(SearchGroup& group, const Needles& needles);
/// sad, ssd: the distances of all positions.
Needles searchByDistances(SearchGroup& group, const Needles& needles);
/// All positions, tile by tile: correlated, or sample by sample. For all needles.
Needles searchByTiles(SearchGroup& group, const Needles& needles);

/// Searches rows of one needle's positions that another strategy left. False, with nothing found,
/// if too many positions would be left.
bool searchRows(SearchGroup& group, const ScoredNeedle& needle,
                const std::vector<DenseDistances::Rows>& rows);

/// What a search by tiles returns, if not all peaks.
struct TileSearchOptions {
  BestPlace* best = nullptr;
  ScoreMap* map = nullptr;
  const picture::PositionRanges* only = nullptr;  ///< search these positions, at least
  finders::PeakList::Filter peaks = {};           ///< and keep only these peaks
  /// If set, receives needles that have too many peaks to be searched together; otherwise these are
  /// searched in smaller groups.
  Needles* crowded = nullptr;
};
void searchTiles(Search& search, const Needles& needles, const TileSearchOptions& wanted);

}  // namespace espy::score
