// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/fast.h"

#include <algorithm>
#include <optional>

#include "base/parallel.h"
#include "base/phrase.h"
#include "identify/best_references.h"

namespace espy::identify {
namespace {

/// References that a thread takes at once: about a millisecond's work.
constexpr std::int64_t kAtOnce = 16;

/// What one thread works with.
struct Desk {
  Screener screener;
  Counter counter;
  std::vector<BestReferences> best;  ///< of each query
  std::int64_t counted = 0;          ///< references, by exact distances

  Desk(const RankTask& task, const ScreenLoops& loops)
      : screener(loops, task.options.ratio),
        counter(task.options),
        best(task.queries.size(), BestReferences(task.shelf, task.options.top)) {}
};

void lookAt(const RankTask& task, std::span<const PackedQuery> packed, std::int64_t slabIndex,
            std::int64_t place, Desk& desk) {
  const Slab& slab = task.shelf.slabs()[static_cast<std::size_t>(slabIndex)];
  const std::int64_t row = place * task.shelf.rows();
  const auto countOf = [&](std::int64_t at) { return slab.counts[static_cast<std::size_t>(at)]; };
  FeatureRows rows{slab.features + row * kFeatureBytes, slab.norms + row, countOf(place)};
  if (place + 1 < slab.places) {
    rows.ahead = {rows.features + task.shelf.rows() * kFeatureBytes,
                  static_cast<std::size_t>(countOf(place + 1) * kFeatureBytes)};
  }
  const std::int64_t reference = task.shelf.firsts()[static_cast<std::size_t>(slabIndex)] + place;
  for (std::size_t q = 0; q < packed.size(); ++q) {
    const auto passing = desk.screener.passing(packed[q], rows);
    if (!desk.best[q].mayTake(reference, static_cast<std::int32_t>(passing.size()))) continue;
    ++desk.counted;
    desk.best[q].take({reference, desk.counter.count(task.queries[q], passing, rows)});
  }
}

}  // namespace

std::vector<Ranking> rankFast(const RankTask& task, ScreenWay way, const Control& control,
                              RunReport& report) {
  const ScreenLoops& loops = screenLoops(way);
  const Shelf& shelf = task.shelf;
  std::vector<PackedQuery> packed(task.queries.size());
  {
    const StageTimer timer(report.timeline, "prepare");
    for (std::size_t q = 0; q < packed.size(); ++q) {
      packed[q].count = std::ssize(task.queries[q]) / kFeatureBytes;
      loops.pack(task.queries[q].data(), packed[q]);
    }
  }
  const StageTimer timer(report.timeline, "count");
  const std::int64_t units = (shelf.places() + kAtOnce - 1) / kAtOnce;
  const int threads = static_cast<int>(std::clamp<std::int64_t>(units, 1, threadsFor(control)));
  std::vector<std::optional<Desk>> desks(static_cast<std::size_t>(threads));
  parallelFor(units, threads, control, [&](std::int64_t unit, int thread) {
    auto& desk = desks[static_cast<std::size_t>(thread)];
    if (!desk) desk.emplace(task, loops);
    const std::int64_t end = std::min(shelf.places(), (unit + 1) * kAtOnce);
    for (std::int64_t reference = unit * kAtOnce; reference < end; ++reference) {
      const auto after = std::ranges::upper_bound(shelf.firsts(), reference);
      const std::int64_t slab = after - shelf.firsts().begin() - 1;
      lookAt(task, packed, slab, reference - shelf.firsts()[static_cast<std::size_t>(slab)], *desk);
    }
  });
  std::vector<Ranking> rankings;
  std::int64_t counted = 0;
  for (const auto& desk : desks) counted += desk ? desk->counted : 0;
  for (std::size_t q = 0; q < task.queries.size(); ++q) {
    BestReferences best(shelf, task.options.top);
    for (const auto& desk : desks) {
      if (desk) best.take(desk->best[q]);
    }
    rankings.push_back(best.sorted());
  }
  report.threads = threads;
  report.strategy =
      phrase("greatest products by {}, and the distances of {} references", loops.name, counted);
  return rankings;
}

}  // namespace espy::identify
