// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "espy/control.h"
#include "score/choose_tile.h"
#include "score/costs.h"
#include "score/memory.h"
#include "score/search.h"
#include "score/window_rows.h"

namespace espy::score {
namespace {

/// Limit of the bytes of the tiles that are searched at a time, unless a single one exceeds it.
constexpr double kMostTiles = 2.0 * (1 << 30);

/// Is multiplying each window with its needle cheap?
bool multiplyingIsCheap(const Search& search, const ScoreBatch& batch) {
  double nanoseconds = 0;
  for (const ScoredNeedle* needle : batch.needles) {
    nanoseconds +=
        WindowRows(*needle).nanoseconds() * static_cast<double>(batch.placesOf(*needle).pixels());
  }
  return nanoseconds / search.threads <
         costs::kFewWindows * static_cast<double>(search.scene.size().pixels());
}

/// Runs the deferred tasks, which need exact products, with the memory that the other threads have
/// freed, and adds their peaks.
std::optional<Workers> searchDeferred(const Search& search, ScoreBatch& batch,
                                      std::vector<TileWorker::DeferredTile> deferred, int threads,
                                      const finders::PeakList::Filter& wanted) {
  using DeferredTile = TileWorker::DeferredTile;
  batch.exact = ExactProducts::byTransforms;
  // Avoids fragmentation: the cached blocks have other sizes.
  releaseScratch();
  std::sort(deferred.begin(), deferred.end(), [](const DeferredTile& a, const DeferredTile& b) {
    return std::tie(a.task, a.needle, a.tile) < std::tie(b.task, b.needle, b.tile);
  });
  std::vector<std::span<const DeferredTile>> tasks;
  for (std::size_t first = 0, end = 0; first < deferred.size(); first = end) {
    while (end < deferred.size() && deferred[end].task == deferred[first].task) ++end;
    tasks.emplace_back(deferred.data() + first, end - first);
  }
  return search.runTasks(
      static_cast<std::int64_t>(tasks.size()), threads, batch.needles.size(),
      [&] { return makeWorker(batch); }, wanted,
      [&](TileWorker& worker, std::int64_t task) {
        worker.runDeferred(tasks[static_cast<std::size_t>(task)]);
      });
}

/// The peaks of a batch, one list per thread.
struct BatchPeaks {
  std::vector<std::vector<Peak>> lists;
  bool dropped = false;  ///< worse ones were dropped
};

/// Returns nothing if several needles have too many peaks to be searched together.
std::optional<BatchPeaks> searchBatch(Search& search, ScoreBatch& batch, const ScorePlan& plan,
                                      const finders::PeakList::Filter& wanted) {
  search.say(describe(plan));
  search.found.makeRoom();
  const StageTimer timer(search.report.timeline,
                         batch.best != nullptr ? "search for the best" : "search");
  int threads = search.threads;
  int exactThreads = search.threads;
  if (plan.strategy == TileStrategy::byTransforms) {
    TransformForm form = transformForm(batch.needles);
    form.needles = static_cast<std::int64_t>(batch.needles.size());
    const TransformMemory memory =
        transformMemory(plan.transform, batch.grid.count(), smallest(batch.needles), form);
    const double most = std::min(kMostTiles, mostTransformMemory(search.scene.size(), form));
    threads = std::clamp(memory.threads(most, form.holes), 1, threads);
    // Then the other needles' cached memory is needed.
    if (2 * (memory.thread + memory.spectra) > most) releaseScratch();
    exactThreads = std::clamp(memory.threads(most, true), 1, exactThreads);
    if (exactThreads < threads) batch.exact = ExactProducts::deferred;
    if (memory.threads(most, true) == 0 && multiplyingIsCheap(search, batch)) {
      batch.exact = ExactProducts::byWindows;
    }
  }
  std::optional<Workers> workers = search.runTasks(
      batch.tasks(), threads, batch.needles.size(), [&] { return makeWorker(batch); }, wanted);
  std::vector<TileWorker::DeferredTile> deferred;
  BatchPeaks found;
  const auto take = [&] {
    if (!workers) return false;
    for (const std::unique_ptr<TileWorker>& worker : *workers) {
      if (!worker) continue;
      deferred.insert(deferred.end(), worker->deferred.begin(), worker->deferred.end());
      // Plus the rounding of a float near 1.
      if (batch.map != nullptr) {
        batch.map->error = std::max(batch.map->error, worker->mapError + 6e-8);
      }
      found.lists.push_back(worker->peaks.take());
      found.dropped = found.dropped || worker->peaks.dropped();
    }
    workers.reset();
    return true;
  };
  if (!take()) return {};
  if (!deferred.empty()) {
    workers = searchDeferred(search, batch, std::exchange(deferred, {}), exactThreads, wanted);
    if (!take()) return {};
  }
  return found;
}

/// Searches for needles that share a batch. False, with nothing found, if they have too many peaks.
bool searchTogether(Search& search, const Needles& needles, const ScorePlan& plan,
                    const TileSearchOptions& wanted) {
  const Size scene = search.scene.size();
  const Size most = largest(needles);
  std::optional<BatchPeaks> found;
  {
    // The batch's spectra are freed before peaks are selected, and before smaller groups are tried.
    ScoreBatch batch{search.scene,
                     needles.front()->form,
                     needles,
                     search.options,
                     plan.strategy,
                     wanted.only != nullptr
                         ? picture::TileGrid(scene, most, plan.tile, *wanted.only)
                         : picture::TileGrid(scene, smallest(needles), most, plan.tile),
                     search.control,
                     wanted.best,
                     wanted.map};
    batch.transform = plan.transform.transform;
    batch.cut = plan.transform.cut;
    found = searchBatch(search, batch, plan, wanted.peaks);
  }
  if (!found) return false;
  search.found.take(std::move(found->lists), found->dropped, !wanted.peaks);
  return true;
}

}  // namespace

void searchTiles(Search& search, const Needles& needles, const TileSearchOptions& wanted) {
  const Size scene = search.scene.size();
  const ScorePlan plan = search.planFor(needles, wanted.map != nullptr, wanted.only);
  // Pieces are not shared by needles.
  if (!plan.transform.cut.empty() && needles.size() > 1) {
    for (const ScoredNeedle* needle : needles) searchTiles(search, {needle}, wanted);
    return;
  }
  std::size_t atOnce = needles.size();
  if (plan.strategy == TileStrategy::byTransforms) {
    // Their spectra may be needed in double precision, too.
    const double most =
        std::min(kMostSpectra, mostTransformMemory(scene, transformForm(needles)) / 6);
    const std::int64_t spectra =
        Correlator<float>::bytesFor(plan.transform.transform, needles.front()->form.channels);
    atOnce = static_cast<std::size_t>(std::max(1.0, most / static_cast<double>(spectra)));
  }
  for (std::size_t first = 0; first < needles.size(); first += atOnce) {
    const auto end = static_cast<std::ptrdiff_t>(std::min(needles.size(), first + atOnce));
    const Needles part(needles.begin() + static_cast<std::ptrdiff_t>(first), needles.begin() + end);
    if (searchTogether(search, part, plan, wanted)) continue;
    if (wanted.crowded != nullptr) {
      wanted.crowded->insert(wanted.crowded->end(), part.begin(), part.end());
      continue;
    }
    const auto middle = part.begin() + static_cast<std::ptrdiff_t>(part.size() / 2);
    searchTiles(search, {part.begin(), middle}, wanted);
    searchTiles(search, {middle, part.end()}, wanted);
  }
}

Needles searchByTiles(SearchGroup& group, const Needles& needles) {
  Needles crowded;
  searchTiles(group.search, needles, {.crowded = &crowded});
  // Exact distances, where possible, find all peaks at the cost of a few.
  Search& search = group.search;
  for (const ScoredNeedle* needle : crowded) {
    DensePlan& plan = group.densePlanOf(*needle);
    if (!plan.can()) continue;
    plan = densePlan(search.scene.size(), *needle, search.options, search.threads, true);
  }
  if (!crowded.empty()) crowded = searchByDistances(group, crowded);
  if (!crowded.empty()) searchTiles(search, crowded, {});
  return {};
}

}  // namespace espy::score
