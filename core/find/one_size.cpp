// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/one_size.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "base/drain.h"

namespace espy::finders {

namespace {

/// Marks an empty cell: farther away than any reach.
constexpr std::int32_t kNowhere = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t kMostPlace = std::int64_t{1} << 30;

}  // namespace

double overlapOfLike(Size window, std::int64_t right, std::int64_t down) {
  const double both =
      static_cast<double>(std::max<std::int64_t>(0, window.width - std::abs(right))) *
      static_cast<double>(std::max<std::int64_t>(0, window.height - std::abs(down)));
  const double area = static_cast<double>(window.width) * static_cast<double>(window.height);
  return both / (area + area - both);
}

std::vector<std::int64_t> reachOf(Size window, double overlap) {
  std::vector<std::int64_t> reach;
  std::int64_t right = window.width;
  for (std::int64_t down = 0; down < window.height; ++down) {
    while (right >= 0 && !(overlapOfLike(window, right, down) > overlap)) --right;
    if (right < 0) break;
    reach.push_back(right);
  }
  return reach;
}

CoveredPositions::CoveredPositions(Size positions, std::vector<std::int64_t> reach)
    : positions_(positions),
      reach_(std::move(reach)),
      bytes_(static_cast<std::size_t>(positions.pixels()), 0) {}

void CoveredPositions::cover(std::int64_t x, std::int64_t y) {
  const auto rows = static_cast<std::int64_t>(reach_.size());
  const std::int64_t end = std::min(positions_.height, y + rows);
  for (std::int64_t row = std::max<std::int64_t>(0, y - rows + 1); row < end; ++row) {
    const std::int64_t reach = reach_[static_cast<std::size_t>(std::abs(row - y))];
    const std::int64_t left = std::max<std::int64_t>(0, x - reach);
    const std::int64_t right = std::min(positions_.width, x + reach + 1);
    std::fill_n(bytes_.data() + row * positions_.width + left, right - left, 1);
  }
}

SelectedPositions::SelectedPositions(Size window, Size places, double overlap)
    : places_(places), reach_(reachOf(window, overlap)) {
  if (reach_.size() == 1 && reach_.front() == 0) return;  // a window overlaps only itself too much
  constexpr std::int64_t kLeastCell = 8;
  // Positions in a cell are at most as far apart as its corners.
  std::int64_t area = 0;
  for (std::size_t height = 1; height <= reach_.size(); ++height) {
    const Size size{reach_[height - 1] + 1, static_cast<std::int64_t>(height)};
    if (size.pixels() <= area) continue;
    area = size.pixels();
    cell_ = size;
  }
  if (area < kLeastCell || std::max(places.width, places.height) > kMostPlace) {
    covered_.emplace(places, reach_);
    return;
  }
  cells_ = {(places.width + cell_.width - 1) / cell_.width,
            (places.height + cell_.height - 1) / cell_.height};
  kept_.assign(static_cast<std::size_t>(cells_.pixels()), {kNowhere, kNowhere});
}

bool SelectedPositions::covers(std::int64_t x, std::int64_t y) const {
  if (covered_) return covered_->has(x, y);
  if (kept_.empty()) return false;
  const auto most = static_cast<std::int64_t>(reach_.size()) - 1;
  // 32-bit divisions have half the latency.
  const auto cellOf = [](std::int64_t at, std::int64_t side) {
    return static_cast<std::int64_t>(static_cast<std::uint32_t>(std::max<std::int64_t>(at, 0)) /
                                     static_cast<std::uint32_t>(side));
  };
  const std::int64_t left = cellOf(x - reach_.front(), cell_.width);
  const std::int64_t right = cellOf(std::min(x + reach_.front(), places_.width - 1), cell_.width);
  const std::int64_t bottom = cellOf(std::min(y + most, places_.height - 1), cell_.height);
  for (std::int64_t row = cellOf(y - most, cell_.height); row <= bottom; ++row) {
    const Kept* const cells = kept_.data() + row * cells_.width;
    for (std::int64_t column = left; column <= right; ++column) {
      const std::int64_t down = std::abs(cells[column].y - y);
      if (down <= most && std::abs(cells[column].x - x) <= reach_[static_cast<std::size_t>(down)]) {
        return true;
      }
    }
  }
  return false;
}

void SelectedPositions::add(std::int64_t x, std::int64_t y) {
  if (!kept_.empty()) {
    kept_[static_cast<std::size_t>(y / cell_.height * cells_.width + x / cell_.width)] = {
        static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)};
    return;
  }
  if (covered_) covered_->cover(x, y);
}

void orderByKey(ScratchVector<Keyed>& all) {
  constexpr int kBits = 11;
  constexpr int kPasses = 3;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t most = 0;
  for (const Keyed& one : all) {
    least = std::min(least, one.key);
    most = std::max(most, one.key);
  }
  if (all.empty() || least == most) return;
  // Radix sort by the leading bits, which differ for nearly all keys.
  const int shift = std::max(0, static_cast<int>(std::bit_width(most - least)) - kBits * kPasses);
  const auto leading = [&](const Keyed& one) { return (one.key - least) >> shift; };
  ScratchVector<Keyed> other(all.size());
  for (int pass = 0; pass < kPasses; ++pass) {
    const auto digit = [&](const Keyed& one) {
      return leading(one) >> (pass * kBits) & ((std::uint64_t{1} << kBits) - 1);
    };
    std::array<std::size_t, std::size_t{1} << kBits> next{};
    for (const Keyed& one : all) ++next[digit(one)];
    std::size_t begin = 0;
    for (std::size_t& count : next) begin += std::exchange(count, begin);
    for (const Keyed& one : all) other[next[digit(one)]++] = one;
    std::swap(all, other);
  }
  if (shift == 0) return;
  for (auto first = all.begin(); first != all.end();) {
    auto last = first + 1;
    while (last != all.end() && leading(*last) == leading(*first)) ++last;
    if (last - first > 1) {
      std::sort(first, last, [](const Keyed& a, const Keyed& b) {
        return a.key != b.key ? a.key < b.key : a.index < b.index;
      });
    }
    first = last;
  }
}

std::uint64_t keyOfScore(double score) {
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
  const auto bits = std::bit_cast<std::uint64_t>(score + 0.0);  // normalises -0
  // Order-preserving integer, inverted.
  return ~((bits & kSign) != 0 ? ~bits : bits | kSign);
}

namespace {

/// Indices ordered by key, by counting sort; empty if there are too many different keys. Four bytes
/// per element.
template <class KeyOf>
ScratchVector<std::uint32_t> orderOfFewKeys(std::size_t count, const KeyOf& keyOf,
                                            const Control& control) {
  constexpr unsigned kBits = 14;
  constexpr std::size_t kSlots = std::size_t{1} << kBits;
  constexpr std::size_t kMost = kSlots / 4;
  constexpr std::size_t kCheckEvery = 1 << 16;
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t count = 0;
    std::uint32_t next = 0;
  };
  std::vector<Slot> slots(kSlots);
  std::size_t used = 0;
  const auto slotOf = [&](std::uint64_t key) -> Slot& {
    std::size_t at = key * 0x9e3779b97f4a7c15U >> (64 - kBits);
    while (slots[at].count != 0 && slots[at].key != key) at = (at + 1) % kSlots;
    return slots[at];
  };
  for (std::size_t i = 0; i < count; ++i) {
    if (i % kCheckEvery == 0) control.check();
    const std::uint64_t key = keyOf(i);
    Slot& slot = slotOf(key);
    if (slot.count == 0 && ++used > kMost) return {};
    slot.key = key;
    ++slot.count;
  }
  std::vector<Slot*> keys;
  for (Slot& slot : slots) {
    if (slot.count != 0) keys.push_back(&slot);
  }
  std::sort(keys.begin(), keys.end(), [](const Slot* a, const Slot* b) { return a->key < b->key; });
  std::uint32_t next = 0;
  for (Slot* slot : keys) {
    slot->next = next;
    next += slot->count;
  }
  ScratchVector<std::uint32_t> order(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (i % kCheckEvery == 0) control.check();
    order[slotOf(keyOf(i)).next++] = static_cast<std::uint32_t>(i);
  }
  return order;
}

template <class KeyOf>
ScratchVector<std::uint32_t> orderOfManyKeys(std::size_t count, const KeyOf& keyOf) {
  ScratchVector<Keyed> all(count);
  for (std::size_t i = 0; i < count; ++i) all[i] = {keyOf(i), static_cast<std::uint32_t>(i)};
  orderByKey(all);
  ScratchVector<std::uint32_t> order(count);
  for (std::size_t i = 0; i < count; ++i) order[i] = all[i].index;
  return order;
}

/// Reorders in place to the first `count` indices, in this order, and drops the rest.
template <class Place>
void leaveOnly(std::vector<Place>& all, ScratchVector<std::uint32_t>& order, std::size_t count) {
  std::vector<bool> stays(all.size(), false);
  for (std::size_t i = 0; i < count; ++i) stays[order[i]] = true;
  for (std::size_t i = 0, next = count; next < order.size(); ++i) {
    if (!stays[i]) order[next++] = static_cast<std::uint32_t>(i);
  }
  for (std::size_t first = 0; first < count; ++first) {
    if (order[first] == first) continue;
    const Place kept = all[first];
    for (std::size_t at = first;;) {
      const std::size_t from = std::exchange(order[at], static_cast<std::uint32_t>(at));
      if (from == first) {
        all[at] = kept;
        break;
      }
      all[at] = all[from];
      at = from;
    }
  }
  cutOff(all, count);
}

}  // namespace

template <class Place>
bool selectLike(std::vector<Place>& places, const AsMatch& asMatch, const SelectOptions& options,
                const Control& control) {
  constexpr std::size_t kMany = 256;
  constexpr std::int64_t kLeastShare = 1024;  // of positions, to limit the cost of clearing
  constexpr std::int64_t kMostShare = 8;      // to limit the memory of keys
  constexpr std::uint64_t kCheckEvery = 1 << 14;
  if (places.size() < kMany || options.overlap >= 1) return false;
  const Match first = asMatch(places.front());
  Size all;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Match& match = asMatch(places[i]);
    if (match.needle != first.needle || match.width != first.width ||
        match.height != first.height || std::isnan(match.score)) {
      return false;
    }
    if (i > 0 && std::pair(match.y, match.x) <= std::pair(places[i - 1].y, places[i - 1].x)) {
      return false;
    }
    all.width = std::max(all.width, std::int64_t{match.x} + 1);
    all.height = std::max(all.height, std::int64_t{match.y} + 1);
  }
  const auto count = static_cast<std::int64_t>(places.size());
  if (count > std::numeric_limits<std::uint32_t>::max() || count * kLeastShare < all.pixels()) {
    return false;
  }
  const auto keyOf = [&](std::size_t i) { return keyOfScore(places[i].score); };
  ScratchVector<std::uint32_t> order = count * kMostShare > all.pixels()
                                           ? orderOfFewKeys(places.size(), keyOf, control)
                                           : orderOfManyKeys(places.size(), keyOf);
  if (order.empty()) return false;
  control.check();
  SelectedPositions kept({first.width, first.height}, all, options.overlap);
  const std::uint64_t top = options.top.value_or(places.size());
  std::size_t selected = 0;
  for (std::size_t i = 0; i < order.size() && selected < top; ++i) {
    if (i % kCheckEvery == 0) control.check();
    const Place& place = places[order[i]];
    if (kept.covers(place.x, place.y)) continue;
    kept.add(place.x, place.y);
    // The slots before have been read already.
    std::swap(order[selected++], order[i]);
  }
  if (selected > places.size() / 2) {
    leaveOnly(places, order, selected);
    return true;
  }
  std::vector<Place> few;
  few.reserve(selected);
  for (std::size_t i = 0; i < selected; ++i) few.push_back(places[order[i]]);
  discard(places);
  places = std::move(few);
  return true;
}
template bool selectLike(std::vector<Match>& places, const AsMatch& asMatch,
                         const SelectOptions& options, const Control& control);
template bool selectLike(std::vector<Peak>& places, const AsMatch& asMatch,
                         const SelectOptions& options, const Control& control);

}  // namespace espy::finders
