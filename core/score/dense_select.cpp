// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Which candidates are peaks, and which peaks are selected.
#include <algorithm>
#include <bit>
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

namespace {

/// Steps of a long loop after which it may stop.
constexpr std::size_t kCheckEveryPlace = 1 << 16;

}  // namespace

std::size_t DenseDistances::collectedBytes() const {
  std::size_t bytes = 0;
  for (const CollectedTile& tile : collected_)
    bytes += tile.peaks.capacity() * sizeof(CollectedPeak);
  return bytes;
}

template <class Visit>
void DenseDistances::eachCollected(const Visit& visit) const {
  for (std::size_t first = 0, end = 0; first < tiles_.size(); first = end) {
    const picture::Rectangle& own = tiles_[first].own;
    while (end < tiles_.size() && tiles_[end].own.y == own.y) ++end;
    for (std::int64_t row = 0; row < own.height; ++row) {
      scene_.control().check();
      for (std::size_t tile = first; tile < end; ++tile) {
        const CollectedTile& from = collected_[tile];
        const std::size_t* const at = from.rows.data() + row;
        for (std::size_t i = at[0]; i < at[1]; ++i) {
          if (!visit(from.peaks[i].x, own.y + row, from.peaks[i].distance)) return;
        }
      }
    }
  }
}

/// By distance, then position: a counting sort into up to 2^16 ranges, which are then sorted. Equal
/// distances, as on flat areas, need no sorting.
std::vector<Peak> DenseDistances::selectAmongCollected() {
  constexpr int kKeyBits = 16;
  const Control& control = scene_.control();
  struct Placed {
    std::uint32_t distance;
    std::uint32_t position;
  };
  std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t greatest = 0;
  std::size_t count = 0;
  for (const CollectedTile& tile : collected_) {
    control.check();
    count += tile.peaks.size();
    for (const CollectedPeak& peak : tile.peaks) {
      least = std::min(least, peak.distance);
      greatest = std::max(greatest, peak.distance);
    }
  }
  std::vector<Peak> selected;
  if (count == 0) return selected;
  const std::int64_t width = places_.width;
  // On flat areas a selected window covers hundreds of candidates, which are tested one by one.
  finders::CoveredPositions covered(places_, finders::reachOf(needle_.size, options_.overlap));
  // False if this distance is too large; then all later ones are, too.
  const auto keep = [&](std::int64_t x, std::int64_t y, std::uint32_t distance) {
    const double score = scoreOfDistance(options_.method, needle_.sums, distance);
    if (!(score >= options_.minScore)) return false;
    covered.cover(x, y);
    selected.push_back(finders::peakAt({}, needle_, x, y, score, distance));
    return true;
  };
  if (least == greatest) {
    eachCollected([&](std::int64_t x, std::int64_t y, std::uint32_t distance) {
      return covered.has(x, y) || keep(x, y, distance);
    });
    collected_.clear();
    return selected;
  }
  const int shift = std::max(0, static_cast<int>(std::bit_width(greatest - least)) - kKeyBits);
  const auto keyOf = [&](std::uint32_t distance) { return (distance - least) >> shift; };
  std::vector<std::size_t> next(keyOf(greatest) + std::size_t{2}, 0);
  for (const CollectedTile& tile : collected_) {
    control.check();
    for (const CollectedPeak& peak : tile.peaks) ++next[keyOf(peak.distance) + 1];
  }
  for (std::size_t key = 1; key < next.size(); ++key) next[key] += next[key - 1];
  ScratchVector<Placed> order(count);
  eachCollected([&](std::int64_t x, std::int64_t y, std::uint32_t distance) {
    order[next[keyOf(distance)]++] = {distance, static_cast<std::uint32_t>(y * width + x)};
    return true;
  });
  collected_.clear();
  // `next` now holds the ends of the ranges.
  for (std::size_t key = 0, at = 0; key + 1 < next.size(); ++key) {
    if (shift > 0) {
      std::sort(order.begin() + static_cast<std::ptrdiff_t>(at),
                order.begin() + static_cast<std::ptrdiff_t>(next[key]),
                [](const Placed& a, const Placed& b) {
                  return a.distance != b.distance ? a.distance < b.distance
                                                  : a.position < b.position;
                });
    }
    for (; at < next[key]; ++at) {
      if (at % kCheckEveryPlace == 0) control.check();
      const Placed& one = order[at];
      if (covered.has(one.position)) continue;
      const std::uint32_t row = one.position / static_cast<std::uint32_t>(width);
      const std::uint32_t column = one.position - row * static_cast<std::uint32_t>(width);
      if (!keep(column, row, one.distance)) return selected;
    }
  }
  return selected;
}

std::vector<Peak> DenseDistances::selectCollected() {
  std::vector<Peak> selected = selectAmongCollected();
  std::size_t compared = 0;
  const auto isBefore = [&](const Peak& a, const Peak& b) {
    if (++compared % kCheckEveryPlace == 0) scene_.control().check();
    return a.y != b.y ? a.y < b.y : a.x < b.x;
  };
  // Those of a flat scene are in order.
  if (!std::is_sorted(selected.begin(), selected.end(), isBefore)) {
    std::sort(selected.begin(), selected.end(), isBefore);
  }
  return selected;
}

/// Greedy, best first: computes a position's distance only when no other one can be smaller, and
/// only if no selected window covers it. False if that becomes slower than the alternative.
bool DenseDistances::select() {
  constexpr std::uint64_t kLookEvery = 64;
  constexpr std::uint64_t kUnknown = std::numeric_limits<std::uint64_t>::max();
  ScratchVector<finders::Keyed> order(candidates_.size());
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    const PeakCandidate& place = candidates_[i];
    order[i] = {std::max(place.most, place.off) - place.off, static_cast<std::uint32_t>(i)};
  }
  finders::orderByKey(order);
  finders::SelectedPositions kept(needle_.size, places_, options_.overlap);
  ScratchVector<std::uint64_t> distances(candidates_.size(), kUnknown);
  const auto isCovered = [&](std::uint32_t index) {
    return kept.covers(candidates_[index].x, candidates_[index].y);
  };
  // Threads compute the next few candidates concurrently. Some may get covered meanwhile, so only
  // about twice as many as were useful last time.
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
    std::sort(some.begin(), some.end());  // neighbouring windows share cached samples
    const std::int64_t parts = 4 * some.size() < atOnce ? 1 : scene_.threads();
    parallelFor(parts, scene_.threads(), {scene_.threads(), scene_.control().stop, {}},
                [&](std::int64_t part, int) {
                  const auto end = static_cast<std::size_t>(part + 1) * some.size();
                  for (std::size_t i = static_cast<std::size_t>(part) * some.size() /
                                       static_cast<std::size_t>(parts);
                       i < end / static_cast<std::size_t>(parts); ++i) {
                    const PeakCandidate& place = candidates_[some[i]];
                    distances[some[i]] =
                        windows_.at(samples.row(0, place.y) + place.x, samples, most_);
                  }
                });
  };
  // By distance, then position.
  using Known = std::pair<std::uint64_t, std::uint32_t>;
  std::priority_queue<Known, std::vector<Known>, std::greater<>> known;
  std::uint64_t looked = 0;
  std::int64_t computed = 0;
  for (std::size_t next = 0; next < order.size() || !known.empty();) {
    if (++looked % kLookEvery == 0) scene_.control().check();
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
    const PeakCandidate& place = candidates_[index];
    if (isCovered(index) || !isPeak(index, distance)) continue;
    const double score = scoreOfDistance(options_.method, needle_.sums, distance);
    if (!(score >= options_.minScore)) break;
    kept.add(place.x, place.y);
    selected_.push_back(finders::peakAt({}, needle_, place.x, place.y, score, distance));
  }
  hasSelected_ = true;
  return true;
}

/// True if no neighbour has a smaller distance. Different distances have different scores: they are
/// integers below 2^32.
bool DenseDistances::isPeak(std::size_t possible, std::uint64_t distance) const {
  if (distance == 0) return true;
  const PeakCandidate& place = candidates_[possible];
  const picture::SamplePlanes& samples = scene_.samples();
  std::size_t neighbour = 0;
  for (std::int64_t down = -1; down <= 1; ++down) {
    for (std::int64_t right = -1; right <= 1; ++right) {
      if (down == 0 && right == 0) continue;
      const std::uint32_t there = neighbours_[possible][neighbour++];
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
