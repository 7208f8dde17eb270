// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "base/drain.h"
#include "espy/engine/find.h"
#include "find/match.h"

namespace espy::finders {

/// Peaks in the order found; if limited, only the best.
class PeakList {
 public:
  using Filter = std::function<bool(const Peak&)>;

  /// Keeps only peaks that pass the filter, if it is set.
  void keepOnly(Filter wanted) { wanted_ = std::move(wanted); }

  /// Keeps at least the best `most`, and not many more, of those that rank after `after`.
  void keepBest(std::optional<std::uint64_t> most, const std::optional<Peak>& after) {
    most_ = most;
    after_ = after;
  }

  void add(const Peak& peak) {
    if (after_ && !IsBetter()(*after_, peak)) return;
    if (wanted_ && !wanted_(peak)) return;
    pushBack(peaks_, peak);
    if (most_ && peaks_.size() >= *most_ + *most_ / 4 + kRoom) drop();
  }

  std::vector<Peak>::const_iterator begin() const { return peaks_.begin(); }
  std::vector<Peak>::const_iterator end() const { return peaks_.end(); }

  /// Were peaks left out because of the limit?
  bool dropped() const { return dropped_; }

  /// Moves the peaks out, at most the best `most`.
  std::vector<Peak> take() {
    if (most_ && peaks_.size() > *most_) drop();
    return std::move(peaks_);
  }

 private:
  /// Slack, so that dropping is rare for small limits.
  static constexpr std::uint64_t kRoom = 4096;

  void drop() {
    const auto end = peaks_.begin() + static_cast<std::ptrdiff_t>(*most_);
    std::nth_element(peaks_.begin(), end, peaks_.end(), IsBetter());
    peaks_.erase(end, peaks_.end());
    dropped_ = true;
  }

  std::optional<std::uint64_t> most_;
  std::optional<Peak> after_;
  Filter wanted_;
  bool dropped_ = false;
  std::vector<Peak> peaks_;
};

}  // namespace espy::finders
