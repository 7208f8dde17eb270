// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/one_size.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "base/drain.h"

namespace espy::find {

double overlapOfLike(Size window, std::int64_t right, std::int64_t down) {
  const double both =
      static_cast<double>(std::max<std::int64_t>(0, window.width - std::abs(right))) *
      static_cast<double>(std::max<std::int64_t>(0, window.height - std::abs(down)));
  const double area = static_cast<double>(window.width) * static_cast<double>(window.height);
  return both / (area + area - both);
}

KeptOfOneSize::KeptOfOneSize(Size window, Size places, double overlap) : places_(places) {
  std::int64_t right = window.width;
  for (std::int64_t down = 0; down < window.height; ++down) {
    while (right >= 0 && !(overlapOfLike(window, right, down) > overlap)) --right;
    if (right < 0) break;
    reach_.push_back(right);
  }
  covered_.assign(static_cast<std::size_t>(places.pixels()), 0);
}

void KeptOfOneSize::add(std::int64_t x, std::int64_t y) {
  const auto most = static_cast<std::int64_t>(reach_.size()) - 1;
  const std::int64_t end = std::min(places_.height, y + most + 1);
  for (std::int64_t row = std::max<std::int64_t>(0, y - most); row < end; ++row) {
    const std::int64_t reach = reach_[static_cast<std::size_t>(std::abs(row - y))];
    const std::int64_t left = std::max<std::int64_t>(0, x - reach);
    const std::int64_t right = std::min(places_.width, x + reach + 1);
    std::memset(covered_.data() + row * places_.width + left, 1,
                static_cast<std::size_t>(right - left));
  }
}

void orderByKey(WorkVector<Keyed>& all) {
  constexpr int kBits = 11;
  constexpr int kPasses = 3;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t most = 0;
  for (const Keyed& one : all) {
    least = std::min(least, one.key);
    most = std::max(most, one.key);
  }
  if (all.empty() || least == most) return;
  // By their leading bits first, which tell nearly all apart.
  const int shift = std::max(0, static_cast<int>(std::bit_width(most - least)) - kBits * kPasses);
  const auto leading = [&](const Keyed& one) { return (one.key - least) >> shift; };
  WorkVector<Keyed> other(all.size());
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
  const auto bits = std::bit_cast<std::uint64_t>(score + 0.0);  // there is one zero only
  // As numbers go, from the least to the greatest; and turned round.
  return ~((bits & kSign) != 0 ? ~bits : bits | kSign);
}

template <class Place>
bool selectLike(std::vector<Place>& places, const AsMatch& asMatch, const SelectOptions& options,
                const Control& control) {
  constexpr std::size_t kMany = 256;
  constexpr std::int64_t kLeastShare = 1024;  // of places, so that clearing costs little for each
  constexpr std::int64_t kMostShare = 8;      // so that keys take little room
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
  if (count > std::numeric_limits<std::uint32_t>::max() || count * kLeastShare < all.pixels() ||
      count * kMostShare > all.pixels()) {
    return false;
  }
  WorkVector<Keyed> order(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    order[i] = {keyOfScore(places[i].score), static_cast<std::uint32_t>(i)};
  }
  orderByKey(order);
  control.check();
  KeptOfOneSize kept({first.width, first.height}, all, options.overlap);
  std::vector<Place> selected;
  std::uint64_t looked = 0;
  for (const Keyed& one : order) {
    if (options.top && selected.size() >= *options.top) break;
    if (++looked % kCheckEvery == 0) control.check();
    const Place& place = places[one.index];
    if (kept.covers(place.x, place.y)) continue;
    kept.add(place.x, place.y);
    selected.push_back(place);
  }
  discard(places);
  places = std::move(selected);
  return true;
}
template bool selectLike(std::vector<Match>& places, const AsMatch& asMatch,
                         const SelectOptions& options, const Control& control);
template bool selectLike(std::vector<Peak>& places, const AsMatch& asMatch,
                         const SelectOptions& options, const Control& control);

}  // namespace espy::find
