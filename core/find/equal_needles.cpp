// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/equal_needles.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <tuple>

#include "base/drain.h"

namespace espy::finders {
namespace {

int compared(const ImageView& a, const ImageView& b) {
  const auto kind = [](const ImageView& view) {
    return std::tuple(view.width(), view.height(), view.format().channels, view.format().depth);
  };
  if (kind(a) != kind(b)) return kind(a) < kind(b) ? -1 : 1;
  for (std::int64_t y = 0; y < a.height(); ++y) {
    const int row = std::memcmp(a.row(y), b.row(y), static_cast<std::size_t>(a.rowBytes()));
    if (row != 0) return row;
  }
  return 0;
}

struct IsLess {
  bool operator()(const Needle* a, const Needle* b) const {
    if (a->mask.has_value() != b->mask.has_value()) return b->mask.has_value();
    const int pictures = compared(a->picture, b->picture);
    if (pictures != 0 || !a->mask) return pictures < 0;
    return compared(*a->mask, *b->mask) < 0;
  }
};

}  // namespace

EqualNeedles::EqualNeedles(std::span<const Needle> needles) : needles_(needles) {
  if (needles.size() < 2) return;
  std::map<const Needle*, std::size_t, IsLess> seen;
  std::vector<std::vector<std::uint32_t>> copies;
  for (std::uint32_t n = 0; n < needles.size(); ++n) {
    const auto [there, isNew] = seen.try_emplace(&needles[n], copies.size());
    if (isNew) copies.emplace_back();
    copies[there->second].push_back(n);
  }
  if (copies.size() == needles.size()) return;
  copies_ = std::move(copies);
  for (const std::vector<std::uint32_t>& same : copies_) distinct_.push_back(needles[same.front()]);
}

void EqualNeedles::restore(std::vector<Match>& matches, const SelectOptions& options,
                           const Control& control) const {
  if (copies_.empty()) return;
  // The first needle's window covers those of its copies.
  const bool firstOnly = options.across && options.overlap < 1;
  std::vector<Match> all;
  std::size_t tied = 0;  // matches from here on have one position
  const auto order = [&] {
    std::sort(all.begin() + static_cast<std::ptrdiff_t>(tied), all.end(),
              [](const Match& a, const Match& b) { return a.needle < b.needle; });
  };
  std::uint64_t taken = 0;
  drain(matches, [&](Match match) {
    if (++taken % 4096 == 0) control.check();
    const bool same = tied < all.size() && all[tied].score == match.score &&
                      all[tied].y == match.y && all[tied].x == match.x;
    if (!same) {
      order();
      tied = all.size();
      if (options.top && tied >= *options.top) return;
    }
    for (const std::uint32_t n : copies_[match.needle]) {
      match.needle = n;
      pushBack(all, match);
      if (firstOnly) break;
    }
  });
  order();
  if (options.top && all.size() > *options.top) cutOff(all, *options.top);
  matches = std::move(all);
}

void EqualNeedles::restore(std::optional<Match>& best) const {
  if (best && !copies_.empty()) best->needle = copies_[best->needle].front();
}

}  // namespace espy::finders
