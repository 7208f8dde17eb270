// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Selection: order, overlap suppression, the best K.
#include "find/select.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <queue>
#include <utility>

#include "base/drain.h"
#include "base/within_memory.h"
#include "find/match.h"
#include "find/one_size.h"

namespace espy {
namespace {

using finders::OverlapFilter;
using finders::PlaceReader;

/// Comparisons between two checks for cancellation; they take nanoseconds.
constexpr std::uint64_t kCheckEvery = 1 << 14;

/// `IsBetter` with a check for cancellation now and then.
class Better {
 public:
  explicit Better(const Control& control) : control_(&control) {}
  template <class Place>
  bool operator()(const Place& a, const Place& b) const {
    if (++*count_ % kCheckEvery == 0) control_->check();
    return finders::IsBetter()(a, b);
  }

 private:
  const Control* control_;
  std::shared_ptr<std::uint64_t> count_ = std::make_shared<std::uint64_t>(0);
};

/// Matches come from callers, so they may have any size and may be duplicates.
bool mayCover(const std::vector<Match>& /*places*/, const finders::AsMatch& /*asMatch*/,
              const SelectOptions& /*options*/, const Control& /*control*/) {
  return true;
}
bool mayCover(const std::vector<Peak>& places, const finders::AsMatch& asMatch,
              const SelectOptions& options, const Control& control) {
  finders::OverlapKinds kinds(options);
  for (std::size_t i = 0; i < places.size() && !kinds.mayCover(); ++i) {
    if (i % kCheckEvery == 0) control.check();
    kinds.add(asMatch(places[i]));
  }
  return kinds.mayCover();
}

/// Sorts matches or peaks, and keeps those that overlap nothing better. With a limit, sorts only as
/// many as needed, in parts of doubling size.
template <class Place>
void keepBest(std::vector<Place>& places, const finders::AsMatch& asMatch,
              const SelectOptions& options, const Control& control) {
  using Step = std::ptrdiff_t;
  const Better better(control);
  const auto all = static_cast<Step>(places.size());
  const bool ordered = std::is_sorted(places.begin(), places.end(), better);
  std::optional<OverlapFilter> filter;
  if (options.overlap < 1 && mayCover(places, asMatch, options, control)) filter.emplace(options);
  constexpr std::uint64_t kLeast = 4096;
  constexpr std::uint64_t kMost = std::uint64_t{1} << 40;
  const std::uint64_t top = std::min<std::uint64_t>(options.top.value_or(kMost), kMost);
  Step kept = 0;
  Step begin = 0;
  auto part = static_cast<Step>(std::max(kLeast, 2 * top));
  while (begin < all && static_cast<std::uint64_t>(kept) < top) {
    const Step end = ordered || all - begin <= 2 * part ? all : begin + part;
    if (!ordered) {
      const auto first = places.begin() + begin;
      const auto last = places.begin() + end;
      if (end < all) std::nth_element(first, last, places.end(), better);
      std::sort(first, last, better);
    }
    for (; begin < end && static_cast<std::uint64_t>(kept) < top; ++begin) {
      if (static_cast<std::uint64_t>(begin) % 1024 == 0) control.check();
      const Place place = places[static_cast<std::size_t>(begin)];
      if (filter) {
        const Match& match = asMatch(place);
        if (filter->covers(match)) continue;
        filter->add(match);
      }
      places[static_cast<std::size_t>(kept)] = place;
      ++kept;
    }
    part *= 2;
  }
  cutOff(places, static_cast<std::size_t>(kept));
  if (kept < all / 2) places.shrink_to_fit();
}

template <class Place>
void selectAmong(std::vector<Place>& places, const finders::AsMatch& asMatch,
                 const SelectOptions& options, const Control& control) {
  if (finders::selectLike(places, asMatch, options, control)) return;
  keepBest(places, asMatch, options, control);
}

// Exact matches.

Match exactMatch(std::span<const Needle> needles, std::uint32_t n, Place place) {
  Match match;
  match.needle = n;
  match.x = place.x;
  match.y = place.y;
  match.width = static_cast<std::uint32_t>(needles[n].picture.width());
  match.height = static_cast<std::uint32_t>(needles[n].picture.height());
  return match;
}

/// Calls `visit(needle, reader)` for all positions by y, then x, then needle, until it returns
/// false; `visit` advances the reader. A k-way merge.
template <class Visit>
void eachInOrder(std::span<PlaceReader> readers, const Control& control, const Visit& visit) {
  struct Next {
    Place place;
    std::uint32_t needle;
    bool operator<(const Next& other) const {  // inverted, for a min-heap
      if (place.y != other.place.y) return place.y > other.place.y;
      if (place.x != other.place.x) return place.x > other.place.x;
      return needle > other.needle;
    }
  };
  std::priority_queue<Next> queue;
  for (std::uint32_t n = 0; n < readers.size(); ++n) {
    if (!readers[n].atEnd()) queue.push({readers[n].place(), n});
  }
  std::uint64_t taken = 0;
  while (!queue.empty()) {
    Next next = queue.top();
    queue.pop();
    PlaceReader& reader = readers[next.needle];
    // Fast path: as long as this needle stays first.
    do {
      if (++taken % 1024 == 0) control.check();
      if (!visit(next.needle, reader)) return;
      if (reader.atEnd()) break;
      next.place = reader.place();
    } while (queue.empty() || !(next < queue.top()));
    if (!reader.atEnd()) queue.push(next);
  }
}

/// Greedily keeps the positions whose windows overlap no kept one, until there are enough. `kept`:
/// number kept so far; `first`: row of the scene that is row 0.
void keepUncovered(std::span<PlaceReader> readers, std::span<const Needle> needles,
                   const SelectOptions& options, std::int64_t first, std::uint64_t kept,
                   OverlapFilter& filter, const Control& control) {
  // Cleaning up pays only for more than a stripe of the cell table.
  constexpr std::uint64_t kForgetEvery = 1 << 16;
  const std::uint64_t top = options.top.value_or(std::numeric_limits<std::uint64_t>::max());
  eachInOrder(readers, control, [&](std::uint32_t n, PlaceReader& reader) {
    if (kept == top) return false;
    Match match = exactMatch(needles, n, reader.place());
    match.y += static_cast<std::uint32_t>(first);
    if (const std::uint32_t end = filter.coveredTo(match); end > 0) {
      reader.dropTo(end);
      return true;
    }
    filter.add(match);
    reader.keep();
    if (++kept % kForgetEvery == 0) filter.removeAbove(match.y);
    return true;
  });
  for (PlaceReader& reader : readers) reader.beginWithKept();
}

}  // namespace

namespace finders {

std::vector<Match> selectPeaks(std::vector<Peak>&& peaks, std::span<const Needle> needles,
                               const SelectOptions& options, const Control& control) {
  const AsMatch asMatch(needles);
  selectAmong(peaks, asMatch, options, control);
  std::vector<Match> matches;
  matches.reserve(peaks.size());
  std::uint64_t made = 0;
  drain(peaks, [&](const Peak& peak) {
    if (++made % kCheckEvery == 0) control.check();
    matches.push_back(asMatch(peak));
  });
  return matches;
}

Selection::Selection(std::span<const Needle> needles, const SelectOptions& options)
    : asMatch_(needles),
      options_(options),
      kinds_(options),
      uncovered_(needles.size(), Place(0, 0)) {}

void Selection::take(std::vector<Peak>&& part, const Control& control) {
  const Better better(control);
  if (!std::is_sorted(part.begin(), part.end(), better))
    std::sort(part.begin(), part.end(), better);
  std::uint64_t taken = 0;
  for (const Peak& peak : part) {
    if (++taken % 1024 == 0) control.check();
    if (enough()) break;
    const Match match = asMatch_(peak);
    kinds_.add(match);
    if (!filter_ && kinds_.mayCover()) {
      filter_.emplace(options_);
      for (const Match& kept : kept_) filter_->add(kept);
    }
    if (filter_ && filter_->covers(match)) continue;
    pushBack(kept_, match);
    if (filter_) filter_->add(match);
  }
  discard(part);
}

bool Selection::coversAll(std::uint32_t needle, Size positions, const Control& control) {
  if (!filter_) return false;
  Place& at = uncovered_[needle];
  for (; at.y < positions.height; ++at.y, at.x = 0) {
    control.check();
    while (at.x < positions.width) {
      Peak peak;
      peak.needle = needle;
      peak.x = at.x;
      peak.y = at.y;
      const std::uint32_t end = filter_->coveredTo(asMatch_(peak));
      if (end == 0) return false;
      at.x = end;
    }
  }
  return true;
}

PlaceSelection::PlaceSelection(Size scene, std::span<const Needle> needles,
                               const SelectOptions& options, const Control& control)
    : scene_(scene),
      needles_(needles),
      options_(options),
      control_(control),
      readers_(needles.size()),
      rows_(scene.height) {
  if (together()) filter_.emplace(options);
}

/// Do windows of different needles suppress each other?
bool PlaceSelection::together() const {
  return options_.across && options_.overlap < 1 && needles_.size() > 1;
}

std::int64_t PlaceSelection::bands() const {
  constexpr std::int64_t kNeedlesOfABand = 192;  // one bit per needle and position
  const std::int64_t wanted = (std::ssize(readers_) + kNeedlesOfABand - 1) / kNeedlesOfABand;
  return together() ? std::clamp<std::int64_t>(wanted, 1, std::max<std::int64_t>(1, scene_.height))
                    : 1;
}

void PlaceSelection::beginBand(std::int64_t first, std::int64_t rows) {
  first_ = first;
  rows_ = rows;
}

bool PlaceSelection::endBand(bool last) {
  if (!together()) return true;
  keepUncovered(readers_, needles_, options_, first_, kept_.size(), *filter_, control_);
  std::size_t count = 0;  // positions behind the kept ones may be undecided
  for (const PlaceReader& reader : readers_) count += reader.size();
  if (last) filter_.reset();
  kept_.reserve(kept_.size() + count);
  eachInOrder(readers_, control_, [&](std::uint32_t n, PlaceReader& reader) {
    if (count-- == 0) return false;
    Match match = exactMatch(needles_, n, reader.place());
    match.y += static_cast<std::uint32_t>(first_);
    kept_.push_back(match);
    reader.step();
    return true;
  });
  for (PlaceReader& reader : readers_) reader = PlaceReader();
  return !options_.top || kept_.size() < *options_.top;
}

void PlaceSelection::take(std::uint32_t needle, std::vector<Place>&& places) {
  PlaceReader& reader = readers_[needle];
  reader = PlaceReader(std::move(places));
  if (together()) return reader.pack({scene_.width, rows_});
  if (options_.overlap < 1) {
    OverlapFilter filter(options_);
    keepUncovered({&reader, 1}, needles_.subspan(needle, 1), options_, 0, 0, filter, control_);
  }
  count_ += reader.size();
  keepTop();
}

/// Drops all but the first `top` positions once there are more than twice as many.
void PlaceSelection::keepTop() {
  constexpr std::uint64_t kMany = 1 << 16;
  if (!options_.top || count_ / 2 < *options_.top || count_ < kMany) return;
  std::uint64_t left = *options_.top;
  eachInOrder(readers_, control_, [&](std::uint32_t, PlaceReader& reader) {
    if (left == 0) return false;
    reader.keep();
    --left;
    return true;
  });
  for (PlaceReader& reader : readers_) reader.beginWithKept();
  count_ = *options_.top - left;
}

std::vector<Match> PlaceSelection::matches() {
  if (together()) {
    if (filter_) endBand(/*last=*/true);
    return std::move(kept_);
  }
  const std::uint64_t count = std::min(count_, options_.top.value_or(count_));
  std::vector<Match> matches;
  matches.reserve(count);
  eachInOrder(readers_, control_, [&](std::uint32_t n, PlaceReader& reader) {
    if (matches.size() == count) return false;
    matches.push_back(exactMatch(needles_, n, reader.place()));
    reader.step();
    reader.giveBack();
    return true;
  });
  return matches;
}

}  // namespace finders

void selectMatches(std::vector<Match>& matches, const SelectOptions& options,
                   const Control& control) {
  withinMemory([&] { selectAmong(matches, {}, options, control); });
}

}  // namespace espy
