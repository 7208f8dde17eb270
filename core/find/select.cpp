// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Which places become matches: order, overlap, the best so many.
#include "find/select.h"

#include <algorithm>
#include <deque>
#include <queue>

#include "base/drain.h"
#include "find/score_formula.h"

namespace espy {
namespace {

using find::OverlapFilter;

/// How often to look whether to stop: comparisons take nanoseconds.
constexpr std::uint64_t kCheckEvery = 1 << 14;

/// Better matches first, and a look now and then whether to stop.
class Better {
 public:
  explicit Better(const Control& control) : control_(&control) {}
  bool operator()(const Match& a, const Match& b) const {
    if (++*count_ % kCheckEvery == 0) control_->check();
    return find::isBetter(a, b);
  }

 private:
  const Control* control_;
  std::shared_ptr<std::uint64_t> count_ = std::make_shared<std::uint64_t>(0);
};

/// Orders, and keeps what overlaps nothing better. The best so many need not wait until all are in
/// order: they are taken part by part, each twice as large.
void keepBest(std::vector<Match>& matches, const SelectOptions& options, const Control& control) {
  using Step = std::ptrdiff_t;
  const Better better(control);
  const auto all = static_cast<Step>(matches.size());
  const bool ordered = std::is_sorted(matches.begin(), matches.end(), better);
  std::optional<OverlapFilter> filter;
  if (options.overlap < 1) filter.emplace(matches, options);
  constexpr std::uint64_t kLeast = 4096;
  constexpr std::uint64_t kMost = std::uint64_t{1} << 40;
  const std::uint64_t top = std::min<std::uint64_t>(options.top.value_or(kMost), kMost);
  Step kept = 0;
  Step begin = 0;
  auto part = static_cast<Step>(std::max(kLeast, 2 * top));
  while (begin < all && static_cast<std::uint64_t>(kept) < top) {
    const Step end = ordered || all - begin <= 2 * part ? all : begin + part;
    if (!ordered) {
      const auto first = matches.begin() + begin;
      const auto last = matches.begin() + end;
      if (end < all) std::nth_element(first, last, matches.end(), better);
      std::sort(first, last, better);
    }
    for (; begin < end && static_cast<std::uint64_t>(kept) < top; ++begin) {
      if (static_cast<std::uint64_t>(begin) % 1024 == 0) control.check();
      const Match match = matches[static_cast<std::size_t>(begin)];
      if (filter && filter->covers(match)) continue;
      matches[static_cast<std::size_t>(kept)] = match;
      if (filter) filter->add(static_cast<std::uint32_t>(kept));
      ++kept;
    }
    part *= 2;
  }
  matches.erase(matches.begin() + kept, matches.end());
  if (kept < all / 2) matches.shrink_to_fit();
}

}  // namespace

namespace find {

Selection::Selection(const SelectOptions& options) : options_(options) {
  if (options.overlap < 1) filter_.emplace(kept_, options);
}

void Selection::take(std::vector<Match>&& part, const Control& control) {
  const Better better(control);
  if (!std::is_sorted(part.begin(), part.end(), better))
    std::sort(part.begin(), part.end(), better);
  std::uint64_t taken = 0;
  for (const Match& match : part) {
    if (++taken % 1024 == 0) control.check();
    if (enough()) break;
    if (filter_ && filter_->covers(match)) continue;
    pushBack(kept_, match);
    if (filter_) filter_->add(static_cast<std::uint32_t>(kept_.size() - 1));
  }
  std::vector<Match>().swap(part);
}

std::vector<Match> selectPlaces(std::vector<std::vector<Place>>&& places,
                                std::span<const Needle> needles, const SelectOptions& options,
                                const Control& control) {
  std::vector<Match> kept;
  std::optional<OverlapFilter> filter;
  if (options.overlap < 1) filter.emplace(kept, options);
  std::size_t count = 0;
  for (const auto& ofNeedle : places) count += ofNeedle.size();
  const std::uint64_t top = options.top.value_or(count);
  if (!filter) kept.reserve(std::min<std::uint64_t>(count, top));
  std::deque<Drain<Place>> rest;
  for (std::vector<Place>& ofNeedle : places) rest.emplace_back(ofNeedle);

  // Each needle's places are in order; of all of them the first one is taken, again and again.
  struct Next {
    Place place;
    std::uint32_t needle;
    bool operator<(const Next& other) const {  // the first one is the greatest of the heap
      if (place.y != other.place.y) return place.y > other.place.y;
      if (place.x != other.place.x) return place.x > other.place.x;
      return needle > other.needle;
    }
  };
  std::priority_queue<Next> queue;
  for (std::uint32_t n = 0; n < places.size(); ++n) {
    if (!rest[n].empty()) queue.push({rest[n].front(), n});
  }
  const auto take = [&](std::uint32_t n, Place place) {
    Match match;
    match.needle = n;
    match.x = place.x;
    match.y = place.y;
    match.width = static_cast<std::uint32_t>(needles[n].picture.width());
    match.height = static_cast<std::uint32_t>(needles[n].picture.height());
    if (filter && filter->covers(match)) return;
    pushBack(kept, match);
    if (filter) filter->add(static_cast<std::uint32_t>(kept.size() - 1));
  };
  std::uint64_t taken = 0;
  while (!queue.empty() && kept.size() < top) {
    Next next = queue.top();
    queue.pop();
    Drain<Place>& ofNeedle = rest[next.needle];
    // As long as this needle goes on to be the first, nothing else is asked.
    do {
      if (++taken % 1024 == 0) control.check();
      take(next.needle, next.place);
      ofNeedle.pop();
      if (ofNeedle.empty()) break;
      next.place = ofNeedle.front();
    } while (kept.size() < top && (queue.empty() || !(next < queue.top())));
    if (!ofNeedle.empty()) queue.push(next);
  }
  return kept;
}

}  // namespace find

void selectMatches(std::vector<Match>& matches, const SelectOptions& options,
                   const Control& control) {
  keepBest(matches, options, control);
}

}  // namespace espy
