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
#include "espy/find.h"
#include "find/match.h"

namespace espy::find {

/// Peaks as they are found; of many only the best, where no more are wanted.
class PeakList {
 public:
  using Filter = std::function<bool(const Match&)>;

  /// Keep only these, if there is anything in it.
  void keepOnly(Filter wanted) { wanted_ = std::move(wanted); }

  /// Keep the best so many at least, and not many more, of those that come after a match.
  void keepBest(std::optional<std::uint64_t> most, const std::optional<Match>& after) {
    most_ = most;
    after_ = after;
  }

  void add(const Match& match) {
    if (after_ && !isBetter(*after_, match)) return;
    if (wanted_ && !wanted_(match)) return;
    pushBack(matches_, match);
    if (most_ && matches_.size() >= *most_ + *most_ / 4 + kRoom) drop();
  }

  std::vector<Match>::const_iterator begin() const { return matches_.begin(); }
  std::vector<Match>::const_iterator end() const { return matches_.end(); }

  /// Were worse ones left out?
  bool dropped() const { return dropped_; }

  /// Hands them over, the best so many at most.
  std::vector<Match> take() {
    if (most_ && matches_.size() > *most_) drop();
    return std::move(matches_);
  }

 private:
  /// So that dropping is rare where few are wanted.
  static constexpr std::uint64_t kRoom = 4096;

  void drop() {
    const auto end = matches_.begin() + static_cast<std::ptrdiff_t>(*most_);
    std::nth_element(matches_.begin(), end, matches_.end(), isBetter);
    matches_.erase(end, matches_.end());
    dropped_ = true;
  }

  std::optional<std::uint64_t> most_;
  std::optional<Match> after_;
  Filter wanted_;
  bool dropped_ = false;
  std::vector<Match> matches_;
};

}  // namespace espy::find
