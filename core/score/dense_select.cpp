// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Which of the places that may be peaks are, and which of them are selected.
#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

#include "base/parallel.h"
#include "find/one_size.h"
#include "find/peak_finder.h"
#include "score/costs.h"
#include "score/dense_distances.h"
#include "score/formula.h"

namespace espy::score {

/// Only of all places it is known what covers what.
bool DenseDistances::maySelect() const {
  return plan_.selects && !isExact() && all_ && options_.overlap < 1 && !options_.after;
}

/// The best first: a place's distance is computed when no other one can be nearer, and only if
/// nothing that was kept covers it. False where that takes longer than everything else.
bool DenseDistances::select() {
  constexpr std::uint64_t kCheckEvery = 64;
  constexpr std::uint64_t kUnknown = std::numeric_limits<std::uint64_t>::max();
  WorkVector<finders::Keyed> order(possible_.size());
  for (std::size_t i = 0; i < possible_.size(); ++i) {
    const Possible& place = possible_[i];
    order[i] = {std::max(place.most, place.off) - place.off, static_cast<std::uint32_t>(i)};
  }
  finders::orderByKey(order);
  finders::KeptOfOneSize kept(needle_.size, places_, options_.overlap);
  WorkVector<std::uint64_t> distances(possible_.size(), kUnknown);
  const auto isCovered = [&](std::uint32_t index) {
    return kept.covers(possible_[index].x, possible_[index].y);
  };
  // Threads compute some of the next ones together. By then others may cover them: only about twice
  // as many as were of use the last time.
  constexpr std::size_t kFewest = 8;
  const auto atOnce =
      static_cast<std::size_t>(std::max(costs::kSelectedTogether / windows_.nanoseconds(), 16.0));
  std::vector<std::uint32_t> some;
  std::size_t used = kFewest;
  const picture::SamplePlanes& samples = scene_.samples();
  const auto compute = [&](std::size_t from) {
    some.clear();
    const std::size_t few = std::clamp(2 * std::exchange(used, 0), kFewest, atOnce);
    for (; from < order.size() && some.size() < few; ++from) {
      if (!isCovered(order[from].index)) some.push_back(order[from].index);
    }
    std::sort(some.begin(), some.end());  // then windows share samples that are in the caches
    const std::int64_t parts = 4 * some.size() < atOnce ? 1 : scene_.threads();
    parallelFor(parts, scene_.threads(), {scene_.threads(), scene_.control().stop, {}},
                [&](std::int64_t part, int) {
                  const auto end = static_cast<std::size_t>(part + 1) * some.size();
                  for (std::size_t i = static_cast<std::size_t>(part) * some.size() /
                                       static_cast<std::size_t>(parts);
                       i < end / static_cast<std::size_t>(parts); ++i) {
                    const Possible& place = possible_[some[i]];
                    distances[some[i]] =
                        windows_.at(samples.row(0, place.y) + place.x, samples, most_);
                  }
                });
  };
  // By distance, then in the order of places.
  using Known = std::pair<std::uint64_t, std::uint32_t>;
  std::priority_queue<Known, std::vector<Known>, std::greater<>> known;
  std::uint64_t looked = 0;
  std::int64_t computed = 0;
  for (std::size_t next = 0; next < order.size() || !known.empty();) {
    if (++looked % kCheckEvery == 0) scene_.control().check();
    if (known.empty() || (next < order.size() && known.top().first >= order[next].key)) {
      const std::uint32_t index = order[next].index;
      if (!isCovered(index)) {
        if (static_cast<double>(++computed) * windows_.nanoseconds() > plan_.nanoseconds) {
          selected_.clear();
          return false;
        }
        if (distances[index] == kUnknown) compute(next);
        ++used;
        if (distances[index] <= most_) known.push({distances[index], index});
      }
      ++next;
      continue;
    }
    const auto [distance, index] = known.top();
    known.pop();
    const Possible& place = possible_[index];
    if (isCovered(index) || !isPeak(index, distance)) continue;
    const double score = scoreOfDistance(options_.method, needle_.sums, distance);
    if (!(score >= options_.minScore)) break;
    kept.add(place.x, place.y);
    selected_.push_back(finders::peakAt({}, needle_, place.x, place.y, score, distance));
  }
  hasSelected_ = true;
  return true;
}

/// Is no neighbour nearer? Different distances have different scores: they are whole numbers below
/// 2^32.
bool DenseDistances::isPeak(std::size_t possible, std::uint64_t distance) const {
  if (distance == 0) return true;
  const Possible& place = possible_[possible];
  const picture::SamplePlanes& samples = scene_.samples();
  std::size_t neighbour = 0;
  for (std::int64_t down = -1; down <= 1; ++down) {
    for (std::int64_t right = -1; right <= 1; ++right) {
      if (down == 0 && right == 0) continue;
      const std::uint32_t there = around_[possible][neighbour++];
      if (there == TileSeams::kNone || there >= distance + place.off) continue;
      if (windows_.at(samples.row(0, place.y + down) + place.x + right, samples, distance - 1) <
          distance) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace espy::score
