// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "score/dense_distances.h"
#include "score/search.h"

namespace espy::score {
namespace {

/// Limit of the memory of peaks before selection, in bytes per pixel of the scene.
constexpr std::int64_t kCollectedBytes = 16;
/// Limit of the needles at a time: each has memory for its taps.
constexpr std::size_t kMostTogether = 64;

/// Searches for needles with exact distances, several at a time: first all their tiles, then one
/// thread per needle selects its peaks. The number is limited by the memory of the peaks.
///
/// Lower bound for 1,000 needles of 16 x 16 in a megapixel: 2.56e11 differences or products. With
/// AVX2 a core computes 32 differences (psadbw) or 16 products (pmaddwd) a cycle, some 90 and 77 a
/// nanosecond with loads and additions: 1.4 and 1.7 s on two cores.
void searchExactly(Search& search, std::vector<std::unique_ptr<DenseDistances>>& needles) {
  const StageTimer timer(search.report.timeline, "search");
  const auto room = static_cast<std::size_t>(kCollectedBytes * search.scene.size().pixels());
  std::size_t together = 2;
  for (std::size_t first = 0, end = 0; first < needles.size(); first = end) {
    end = std::min(needles.size(), first + together);
    std::vector<std::pair<DenseDistances*, std::int64_t>> tasks;
    for (std::size_t i = first; i < end; ++i) {
      for (std::int64_t tile = 0; tile < needles[i]->tiles(); ++tile) {
        tasks.emplace_back(needles[i].get(), tile);
      }
    }
    parallelFor(static_cast<std::int64_t>(tasks.size()), search.threads, search.control,
                [&](std::int64_t task, int) {
                  const auto& [needle, tile] = tasks[static_cast<std::size_t>(task)];
                  needle->collect(tile);
                });
    std::size_t most = 1;
    for (std::size_t i = first; i < end; ++i) most = std::max(most, needles[i]->collectedBytes());
    std::vector<std::vector<Peak>> selected(end - first);
    parallelFor(static_cast<std::int64_t>(end - first), search.threads,
                {search.control.threads, search.control.stop, {}}, [&](std::int64_t i, int) {
                  const auto at = static_cast<std::size_t>(i);
                  selected[at] = needles[first + at]->selectCollected();
                  needles[first + at].reset();  // and its scratch buffers
                });
    search.found.take(std::move(selected), false, false);
    together = std::clamp<std::size_t>(room / most, 1, std::min(2 * together, kMostTogether));
  }
}

}  // namespace

bool searchRows(SearchGroup& group, const ScoredNeedle& needle,
                const std::vector<DenseDistances::Rows>& rows) {
  Search& search = group.search;
  const DensePlan& plan = group.densePlanOf(needle);
  DenseDistances distances(group.scene, needle, search.options, plan, rows);
  const StageTimer timer(search.report.timeline, "search");
  if (!distances.search()) return false;
  search.say(describe(plan));
  search.takePeaksFrom(distances);
  return true;
}

Needles searchByDistances(SearchGroup& group, const Needles& needles) {
  Search& search = group.search;
  Needles others;
  std::vector<std::unique_ptr<DenseDistances>> exact;
  for (const ScoredNeedle* needle : needles) {
    if (!search.found.wants(*needle)) continue;
    const DensePlan& plan = group.densePlanOf(*needle);
    // Spectra of the scene are shared by many needles; distances are not.
    if (!plan.can() || (plan.strategy == TileStrategy::byTransforms && needles.size() > 1)) {
      others.push_back(needle);
      continue;
    }
    const std::vector<DenseDistances::Rows> all{{0, search.positionsOf(*needle).height}};
    if (plan.strategy != TileStrategy::byTransforms && search.found.selects()) {
      auto distances =
          std::make_unique<DenseDistances>(group.scene, *needle, search.options, plan, all);
      if (distances->canCollect()) {
        search.say(describe(plan));
        exact.push_back(std::move(distances));
        continue;
      }
    }
    if (!searchRows(group, *needle, all)) others.push_back(needle);
  }
  if (!exact.empty()) {
    group.scene.samples();  // computed before threads use it
    searchExactly(search, exact);
  }
  return others;
}

}  // namespace espy::score
