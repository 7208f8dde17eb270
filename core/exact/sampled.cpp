// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "exact/sampled.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <utility>

#include "base/parallel.h"

namespace espy::exact {
namespace {

/// Probes filtered per call; the survivors fit into L1.
constexpr int kBlock = 512;
/// Probes per parallel task: some tens of microseconds.
constexpr std::int64_t kProbesPerTask = 8192;

/// A probe that passed the filter.
struct Survivor {
  std::uint32_t probe = 0;  ///< index within the block
  std::uint32_t hash = 0;
};

struct Hit {
  std::uint32_t needle = 0;  ///< index in the group
  Place place;
};

constexpr std::int64_t kCacheLine = 64;
constexpr std::int64_t kHitsAtOnce = 1024;

/// Hashes `count` runs at a stride of `step` bytes, and keeps those that the table may hold.
/// Prefetches the same stretch of the next row, `ahead` bytes on, because the hardware prefetcher
/// does not follow the lattice's row stride.
template <int Bytes>
int filterBlock(const RunTable& table, const KeyShape& shape, const std::uint8_t* row, int count,
                std::int64_t step, std::ptrdiff_t ahead, Survivor* survivors) {
  int kept = 0;
  const KeyShape key = shape;
  for (int i = 0; i < count; ++i, row += step) {
    __builtin_prefetch(row + ahead, 0, 1);  // for reading, not into L1
    const std::uint32_t hash = hashRun<Bytes>(row, key);
    if (!table.mayHold(hash)) continue;  // nearly always
    survivors[kept++] = {static_cast<std::uint32_t>(i), hash};
  }
  return kept;
}

using FilterBlock = int (*)(const RunTable&, const KeyShape&, const std::uint8_t*, int,
                            std::int64_t, std::ptrdiff_t, Survivor*);

template <int... Bytes>
FilterBlock filterForLength(int bytes, std::integer_sequence<int, Bytes...> /*lengths*/) {
  constexpr std::array<FilterBlock, sizeof...(Bytes)> kFilters{filterBlock<Bytes + 1>...};
  return kFilters[bytes - 1];
}

/// One thread's state; nothing is shared.
class Searcher {
 public:
  Searcher(const ImageView& scene, std::span<const Pattern* const> group, const Plan& plan,
           const RunTable& table, std::int64_t workLimit, std::vector<std::atomic<bool>>& givenUp,
           std::atomic<std::int64_t>& room)
      : scene_(scene),
        group_(group),
        plan_(plan),
        table_(table),
        filter_(filterForLength(plan.shape.bytes, std::make_integer_sequence<int, kMaxKeyBytes>{})),
        workLimit_(workLimit),
        givenUp_(givenUp),
        room_(room) {
    for (const Pattern* pattern : group) verifiers_.emplace_back(scene, *pattern);
  }

  /// Searches rows [first, end) of the lattice.
  void searchRows(std::int64_t first, std::int64_t end) {
    // The first row was not prefetched; request all its lines at once.
    const std::uint8_t* row = scene_.row(first * plan_.lattice.rowStep);
    for (std::int64_t at = 0; at < scene_.rowBytes(); at += kCacheLine) {
      __builtin_prefetch(row + at, 0, 1);
    }
    for (std::int64_t number = first; number < end; ++number) {
      searchRow(number * plan_.lattice.rowStep, number + 1 < end);
    }
  }

  std::vector<Hit>& hits() { return hits_; }

 private:
  void searchRow(std::int64_t y, bool hasNext) {
    const std::int64_t step = plan_.lattice.columnStep;
    const std::int64_t probes = (scene_.width() - plan_.runPixels) / step + 1;
    const std::int64_t stepBytes = step * scene_.format().bytesPerPixel();
    const std::ptrdiff_t ahead = hasNext ? plan_.lattice.rowStep * scene_.stride() : 0;
    std::array<Survivor, kBlock> survivors;
    for (std::int64_t first = 0; first < probes; first += kBlock) {
      const auto count = static_cast<int>(std::min<std::int64_t>(kBlock, probes - first));
      const int kept = filter_(table_, plan_.shape, scene_.row(y) + first * stepBytes, count,
                               stepBytes, ahead, survivors.data());
      for (int i = 0; i < kept; ++i) {
        resolve((first + survivors[i].probe) * step, y, survivors[i].hash);
      }
    }
  }

  /// Compares the windows that have a run of this hash at (x, y).
  void resolve(std::int64_t x, std::int64_t y, std::uint32_t hash) {
    for (const Run& run : table_.bucket(hash)) {
      if (run.hash != hash || x < run.dx || y < run.dy) continue;
      const std::int64_t left = x - run.dx;
      const std::int64_t top = y - run.dy;
      const Size size = group_[run.needle]->size;
      if (left + size.width > scene_.width() || top + size.height > scene_.height()) continue;
      if (givenUp_[run.needle].load(std::memory_order_relaxed)) continue;
      Verifier& verifier = verifiers_[run.needle];
      if (verifier.liesAt(left, top, run.dy)) {
        hits_.push_back(
            {run.needle, {static_cast<std::uint32_t>(left), static_cast<std::uint32_t>(top)}});
        if (hits_.size() % kHitsAtOnce == 0) room_ -= kHitsAtOnce;
      }
      if (verifier.work() > workLimit_) givenUp_[run.needle] = true;
    }
  }

  ImageView scene_;
  std::span<const Pattern* const> group_;
  const Plan& plan_;
  const RunTable& table_;
  FilterBlock filter_;
  std::int64_t workLimit_;
  std::vector<std::atomic<bool>>& givenUp_;
  std::atomic<std::int64_t>& room_;
  std::vector<Verifier> verifiers_;
  std::vector<Hit> hits_;
};

}  // namespace

std::optional<Sampled> findSampled(const ImageView& scene, std::span<const Pattern* const> group,
                                   const Plan& plan, const RunTable& table, int threads,
                                   const Control& control) {
  const std::int64_t rows = (scene.height() - 1) / plan.lattice.rowStep + 1;
  const std::int64_t probesPerRow = scene.width() / plan.lattice.columnStep + 1;
  const std::int64_t rowsPerTask = std::max<std::int64_t>(1, kProbesPerTask / probesPerRow);
  const std::int64_t tasks = (rows + rowsPerTask - 1) / rowsPerTask;
  threads = static_cast<int>(std::min<std::int64_t>(threads, tasks));

  // A sixteenth of a row comparison per pixel: beyond that, the search that reads each pixel once
  // is faster. The constant lets small scenes pass.
  const std::int64_t workLimit = (scene.size().pixels() / 16 + 8000) / threads;
  std::vector<std::atomic<bool>> givenUp(group.size());
  // One needle has few positions, or is given up; many needles may exceed the memory.
  std::atomic<std::int64_t> room = group.size() > 1
                                       ? std::max<std::int64_t>(1 << 16, scene.size().pixels() / 2)
                                       : std::numeric_limits<std::int64_t>::max();
  std::vector<Searcher> searchers;
  searchers.reserve(static_cast<std::size_t>(threads));
  for (int t = 0; t < threads; ++t) {
    searchers.emplace_back(scene, group, plan, table, workLimit, givenUp, room);
  }
  parallelFor(tasks, threads, control, [&](std::int64_t task, int thread) {
    if (room < 0) return;
    searchers[thread].searchRows(task * rowsPerTask, std::min(rows, (task + 1) * rowsPerTask));
  });
  if (room < 0) return std::nullopt;

  Sampled found;
  found.places.resize(group.size());
  for (std::uint32_t n = 0; n < group.size(); ++n) {
    if (givenUp[n]) found.dropped.push_back(n);
  }
  for (Searcher& searcher : searchers) {
    for (const Hit& hit : searcher.hits()) {
      if (!givenUp[hit.needle]) found.places[hit.needle].push_back(hit.place);
    }
    std::vector<Hit>().swap(searcher.hits());
  }
  for (std::vector<Place>& places : found.places) sortPlaces(places);
  return found;
}

void sortPlaces(std::vector<Place>& places) {
  const auto before = [](const Place& a, const Place& b) {
    return a.y != b.y ? a.y < b.y : a.x < b.x;
  };
  if (!std::is_sorted(places.begin(), places.end(), before)) {
    std::sort(places.begin(), places.end(), before);
  }
}

}  // namespace espy::exact
