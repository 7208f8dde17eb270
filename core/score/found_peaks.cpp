// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/found_peaks.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/drain.h"
#include "espy/control.h"
#include "find/match.h"
#include "find/one_size.h"
#include "find/peak_order.h"

namespace espy::score {

std::size_t FoundPeaks::count() const {
  std::size_t count = 0;
  for (const std::vector<Peak>& part : peaks_) count += part.size();
  return count;
}

void FoundPeaks::makeRoom() const {
  if (count() > static_cast<std::size_t>(scene_.pixels() / 8)) releaseScratch();
}

void FoundPeaks::take(finders::PeakList& list, bool complete) {
  std::vector<std::vector<Peak>> lists;
  lists.push_back(list.take());
  take(std::move(lists), list.dropped(), complete);
}

void FoundPeaks::take(const Workers& workers, bool complete) {
  std::vector<std::vector<Peak>> lists;
  bool dropped = false;
  for (const std::unique_ptr<TileWorker>& worker : workers) {
    if (!worker) continue;
    lists.push_back(worker->peaks.take());
    dropped = dropped || worker->peaks.dropped();
  }
  take(std::move(lists), dropped, complete);
}

void FoundPeaks::take(std::vector<std::vector<Peak>>&& lists, bool dropped, bool complete) {
  leftOut_ = leftOut_ || dropped;
  std::size_t own = 0;
  for (const std::vector<Peak>& list : lists) own += list.size();
  // If a list was cut off, worse peaks of other lists must not be selected yet.
  if (complete && selects() && !dropped && own > static_cast<std::size_t>(scene_.pixels() / 64)) {
    takeSelected(std::move(lists));
  } else {
    for (std::vector<Peak>& list : lists) {
      if (!list.empty()) peaks_.push_back(std::move(list));
    }
  }
  first_.restart();  // the next lists are empty
  drop();
}

/// Appends only what is selected among each needle's peaks.
void FoundPeaks::takeSelected(std::vector<std::vector<Peak>>&& lists) {
  releaseScratch();  // frees the tiles' scratch buffers before the copy
  std::vector<Peak> all = joined(std::move(lists), control_);
  finders::orderPeaks(all, control_);
  SelectOptions select;
  select.overlap = options_.overlap;
  const auto keep = [&](std::vector<Peak>&& own) {
    finders::selectLike(own, finders::AsMatch(needles_), select, control_);
    peaks_.push_back(std::move(own));
  };
  if (all.front().needle == all.back().needle) {
    keep(std::move(all));
  } else {
    for (auto first = all.begin(); first != all.end();) {
      const auto end =
          std::upper_bound(first, all.end(), first->needle,
                           [](auto needle, const Peak& peak) { return needle < peak.needle; });
      keep({first, end});
      first = end;
    }
  }
  releaseScratch();  // the next needles may have as many
}

/// Drops all but the best `most` peaks.
void FoundPeaks::drop() {
  if (!options_.most || count() <= *options_.most) return;
  std::vector<Peak> all = joined(std::move(peaks_), control_);
  if (firstNeedles()) {
    first_.count(all);
    first_.restart();
    std::erase_if(all, [&](const Peak& peak) { return !first_.wants(peak.needle); });
    peaks_.clear();
    peaks_.push_back(std::move(all));
    return;
  }
  const auto end = all.begin() + static_cast<std::ptrdiff_t>(*options_.most);
  std::nth_element(all.begin(), end, all.end(), finders::IsBetter());
  cutOff(all, *options_.most);
  leftOut_ = true;
  peaks_.clear();
  peaks_.push_back(std::move(all));
}

ScoredPlaces FoundPeaks::ordered() {
  ScoredPlaces found;
  makeRoom();
  // Lists of one needle each are already in order.
  std::erase_if(peaks_, [](const std::vector<Peak>& list) { return list.empty(); });
  std::sort(peaks_.begin(), peaks_.end(),
            [](const auto& a, const auto& b) { return a.front().needle < b.front().needle; });
  if (!peaks_.empty()) found.peaks = joined(std::move(peaks_), control_);
  found.leftOut = leftOut_;
  if (firstNeedles()) {
    std::erase_if(found.peaks, [&](const Peak& peak) { return !first_.wants(peak.needle); });
    found.leftOut = first_.end() < needles_.size();
    found.complete = first_.end();
  }
  const auto isBefore = [](const Peak& a, const Peak& b) {
    return std::tie(a.needle, a.y, a.x) < std::tie(b.needle, b.y, b.x);
  };
  if (!std::is_sorted(found.peaks.begin(), found.peaks.end(), isBefore)) {
    finders::orderPeaks(found.peaks, control_);
  }
  return found;
}

}  // namespace espy::score
