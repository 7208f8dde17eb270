// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The fast SAD search and its choice of strategy.
#include "signal/fast.h"

#include <limits>

#include "base/phrase.h"
#include "signal/sum_loops.h"

namespace espy::signal {
namespace {

template <class Sample>
SignalMatches<Sample> searchAsTheyAre(const SignalTask<Sample>& task, const Control& control,
                                      RunReport& report) {
  report.strategy = phrase("unchanged samples, many positions and several queries at a time");
  return searchDirectly(task, control, report.timeline);
}

}  // namespace

template <>
SignalMatches<std::int32_t> searchFast(const SignalTask<std::int32_t>& task,
                                       std::optional<bool> narrow, const Control& control,
                                       RunReport& report) {
  if (narrow.value_or(true)) {
    std::optional<ByteTask> bytes;
    {
      const StageTimer timer(report.timeline, "prepare");
      bytes = narrowed(task, control);
    }
    if (bytes) {
      report.strategy = phrase("samples as bytes, many positions and several queries at a time");
      return searchInBytes(*bytes, control, report.timeline);
    }
  }
  return searchAsTheyAre(task, control, report);
}

template <>
SignalMatches<float> searchFast(const SignalTask<float>& task, std::optional<bool> narrow,
                                const Control& control, RunReport& report) {
  if (narrow.value_or(true)) {
    const bool always = narrow.has_value();
    if (auto matches = searchByBounds(task, always, control, report.timeline)) {
      report.strategy = phrase("bounds from bytes, and float sums where the bounds do not prune");
      return *matches;
    }
  }
  return searchAsTheyAre(task, control, report);
}

namespace {

/// The best of some queries at kPlaces positions.
template <class Sample>
void searchTile(const SignalTask<Sample>& task, std::int64_t place, std::int64_t query, int queries,
                const Control& control, SignalMatches<Sample>& best) {
  constexpr std::int64_t kPlaces = DirectTile<Sample>::kPlaces;
  constexpr std::int64_t kBetweenLooks = 1 << 14;
  Sample sums[DirectTile<Sample>::kQueries * kPlaces] = {};
  for (std::int64_t from = 0; from < task.length; from += kBetweenLooks) {
    control.check();
    addDirectly(DirectTile<Sample>{task.data.data() + place + from, task.query(query).data() + from,
                                   task.length, queries,
                                   std::min(kBetweenLooks, task.length - from), sums});
  }
  for (int q = 0; q < queries; ++q) {
    const Sample* of = sums + q * kPlaces;
    const Sample* least = std::min_element(of, of + kPlaces);
    const SignalMatch<Sample> here{place + (least - of), *least};
    if (isBetter(here, best[query + q])) best[query + q] = here;
  }
}

}  // namespace

template <class Sample>
SignalMatches<Sample> searchDirectly(const SignalTask<Sample>& task, const Control& control,
                                     Timeline& timeline) {
  constexpr std::int64_t kPlaces = DirectTile<Sample>::kPlaces;
  constexpr std::int64_t kQueries = DirectTile<Sample>::kQueries;
  const StageTimer timer(timeline, "sums");
  const std::int64_t places = task.places();
  const std::int64_t count = task.count();
  const std::int64_t groups = (count + kQueries - 1) / kQueries;
  const std::int64_t tiles = (places + kPlaces - 1) / kPlaces;
  std::vector<SignalMatches<Sample>> own(static_cast<std::size_t>(threadsFor(control)),
                                         SignalMatches<Sample>(static_cast<std::size_t>(count)));
  const auto body = [&](std::int64_t index, int thread) {
    const std::int64_t begin = count * (index % groups) / groups;
    const std::int64_t end = count * (index % groups + 1) / groups;
    const std::int64_t place = index / groups * kPlaces;
    if (places >= kPlaces) {
      // The last tile is moved back to end at the last position.
      searchTile(task, std::min(place, places - kPlaces), begin, static_cast<int>(end - begin),
                 control, own[thread]);
      return;
    }
    for (std::int64_t q = begin; q < end; ++q) {
      for (std::int64_t at = 0; at < places; ++at) {
        if ((at & 15) == 0) control.check();
        const SignalMatch<Sample> here{
            at, distanceAt(task.data.data() + at, task.query(q).data(), task.length)};
        if (isBetter(here, own[thread][q])) own[thread][q] = here;
      }
    }
  };
  parallelFor(tiles * groups, threadsFor(control), withoutProgress(control), body);
  for (const SignalMatches<Sample>& found : own) keepBetter(own[0], found);
  return own[0];
}

template SignalMatches<std::int32_t> searchDirectly(const SignalTask<std::int32_t>&, const Control&,
                                                    Timeline&);
template SignalMatches<float> searchDirectly(const SignalTask<float>&, const Control&, Timeline&);

namespace {

using Sum = std::uint32_t;

/// Decides when to sum part of the samples first: when the best match so far is below what sampled
/// positions reach in that part alone. Costs next to nothing if that never happens.
class PartFirst {
 public:
  PartFirst(const ByteTask& task, const Control& control)
      : known_(static_cast<std::size_t>(task.count)), usual_(known_.size(), 0) {
    for (auto& known : known_) known = std::numeric_limits<Sum>::max();
    constexpr std::int64_t kFewSamples = 256;
    constexpr std::int64_t kFewTiles = 64;
    if (task.length < kFewSamples || task.tiles() < kFewTiles) return;
    part_ = task.length / 64 * 8;
    std::fill(usual_.begin(), usual_.end(), std::numeric_limits<Sum>::max());
    forSomeTiles(task, [&](ByteTile tile) {
      Sum sums[ByteTask::kGroup * ByteTask::kTile] = {};
      tile.to = part_;
      addByteSums(task, tile, control, sums);
      const std::int64_t count = std::min(ByteTask::kTile, task.places - tile.place);
      for (int q = 0; q < tile.queries; ++q) {
        Sum& usual = usual_[tile.query + q];
        usual = std::min(usual, leastOf(sums + q * ByteTask::kTile, count));
      }
    });
  }

  std::int64_t part() const { return part_; }
  bool pays(const ByteTile& tile) const {
    for (int q = 0; q < tile.queries; ++q) {
      if (known(tile.query + q) >= usual_[tile.query + q]) return false;
    }
    return true;
  }
  /// Whether these sums, partial or not, prune all positions of the tile.
  bool tooMuch(const ByteTile& tile, const Sum* sums) const {
    for (int q = 0; q < tile.queries; ++q) {
      if (leastOf(sums + q * ByteTask::kTile, ByteTask::kTile) <= known(tile.query + q))
        return false;
    }
    return true;
  }
  void note(std::int64_t query, Sum sum) {
    Sum before = known(query);
    while (sum < before && !known_[query].compare_exchange_weak(before, sum)) {
    }
  }

 private:
  Sum known(std::int64_t query) const { return known_[query].load(std::memory_order_relaxed); }

  std::vector<std::atomic<Sum>> known_;  ///< the least sum of any thread
  std::vector<Sum> usual_;               ///< the least partial sum of sampled positions
  std::int64_t part_ = 0;
};

}  // namespace

SignalMatches<std::int32_t> searchInBytes(const ByteTask& task, const Control& control,
                                          Timeline& timeline) {
  const StageTimer timer(timeline, "sums");
  using Found = SignalMatches<std::int32_t>;
  std::vector<Found> own(static_cast<std::size_t>(threadsFor(control)),
                         Found(static_cast<std::size_t>(task.count)));
  PartFirst partFirst(task, control);
  forEachTile(task, control, [&](ByteTile tile, int thread) {
    Sum sums[ByteTask::kGroup * ByteTask::kTile];
    std::fill(sums, sums + tile.queries * ByteTask::kTile, Sum{0});
    if (partFirst.pays(tile)) {
      tile.to = partFirst.part();
      addByteSums(task, tile, control, sums);
      if (partFirst.tooMuch(tile, sums)) return;
      tile.from = tile.to;
      tile.to = task.length;
    }
    addByteSums(task, tile, control, sums);
    const std::int64_t count = std::min(ByteTask::kTile, task.places - tile.place);
    for (int q = 0; q < tile.queries; ++q) {
      const Sum* of = sums + q * ByteTask::kTile;
      const Sum least = leastOf(of, count);
      SignalMatch<std::int32_t>& best = own[thread][tile.query + q];
      if (best.start >= 0 && least > static_cast<Sum>(best.distance)) continue;
      const SignalMatch<std::int32_t> here{tile.place + (std::find(of, of + count, least) - of),
                                           static_cast<std::int32_t>(least)};
      if (isBetter(here, best)) best = here;
      partFirst.note(tile.query + q, least);
    }
  });
  for (const Found& found : own) keepBetter(own[0], found);
  return own[0];
}

}  // namespace espy::signal
