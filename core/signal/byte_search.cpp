// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "signal/fast.h"

namespace espy::signal {
namespace {

using Sum = std::uint32_t;
constexpr std::int64_t kTile = ByteTask::kTile;

/// When to look at part of the sums first: when a query was found so well that most places differ
/// more in that part than the best one in all, as some places tell that are looked at beforehand.
/// That costs next to nothing where it never happens.
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
      Sum sums[ByteTask::kGroup * kTile] = {};
      tile.to = part_;
      addByteSums(task, tile, control, sums);
      const std::int64_t count = std::min(kTile, task.places - tile.place);
      for (int q = 0; q < tile.queries; ++q) {
        Sum& usual = usual_[tile.query + q];
        usual = std::min(usual, leastOf(sums + q * kTile, count));
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
  /// Whether these sums, of a part or not, leave no place that is as good as the best known.
  bool tooMuch(const ByteTile& tile, const Sum* sums) const {
    for (int q = 0; q < tile.queries; ++q) {
      if (leastOf(sums + q * kTile, kTile) <= known(tile.query + q)) return false;
    }
    return true;
  }
  void tell(std::int64_t query, Sum sum) {
    Sum before = known(query);
    while (sum < before && !known_[query].compare_exchange_weak(before, sum)) {
    }
  }

 private:
  Sum known(std::int64_t query) const { return known_[query].load(std::memory_order_relaxed); }

  std::vector<std::atomic<Sum>> known_;  ///< the least sum that any thread has found
  std::vector<Sum> usual_;               ///< the least that part of a sum was at some places
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
    Sum sums[ByteTask::kGroup * kTile];
    std::fill(sums, sums + tile.queries * kTile, Sum{0});
    if (partFirst.pays(tile)) {
      tile.to = partFirst.part();
      addByteSums(task, tile, control, sums);
      if (partFirst.tooMuch(tile, sums)) return;
      tile.from = tile.to;
      tile.to = task.length;
    }
    addByteSums(task, tile, control, sums);
    const std::int64_t count = std::min(kTile, task.places - tile.place);
    for (int q = 0; q < tile.queries; ++q) {
      const Sum* of = sums + q * kTile;
      const Sum least = leastOf(of, count);
      SignalMatch<std::int32_t>& best = own[thread][tile.query + q];
      if (best.start >= 0 && least > static_cast<Sum>(best.distance)) continue;
      const SignalMatch<std::int32_t> here{tile.place + (std::find(of, of + count, least) - of),
                                           static_cast<std::int32_t>(least)};
      if (isBetter(here, best)) best = here;
      partFirst.tell(tile.query + q, least);
    }
  });
  for (const Found& found : own) keepBetter(own[0], found);
  return own[0];
}

}  // namespace espy::signal
