// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "base/drain.h"
#include "espy/engine/find.h"
#include "find/match.h"

namespace espy::finders {

/// Removes the peaks of the last needles, so that at most `most` are left; lowers `end` to the
/// first of those needles.
inline void leaveOutNeedles(std::vector<Peak>& peaks, std::uint64_t most,
                            std::atomic<std::uint32_t>& end) {
  std::vector<std::uint64_t> counts;
  for (const Peak& peak : peaks) {
    if (peak.needle >= counts.size()) counts.resize(peak.needle + std::size_t{1});
    ++counts[peak.needle];
  }
  std::uint32_t own = 0;
  for (std::uint64_t sum = 0; own < counts.size() && sum + counts[own] <= most; ++own) {
    sum += counts[own];
  }
  std::uint32_t known = end;
  while (own < known && !end.compare_exchange_weak(known, own)) {
  }
  std::erase_if(peaks, [&](const Peak& peak) { return peak.needle >= end; });
}

/// Peaks in the order found; if limited, only the best, or those of the first needles.
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

  /// Keeps at least `most`, and not many more, of all peaks of needles before `end`, which is
  /// shared by several lists, and lowered if this one has more.
  void keepNeedles(std::uint64_t most, std::atomic<std::uint32_t>& end) {
    most_ = most;
    end_ = &end;
  }
  /// Are a needle's peaks kept?
  bool wants(std::uint32_t needle) const { return end_ == nullptr || needle < *end_; }

  void add(const Peak& peak) {
    if (!wants(peak.needle)) return;
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
    if (most_ && peaks_.size() > *most_ && end_ == nullptr) drop();
    return std::move(peaks_);
  }

 private:
  /// Slack, so that dropping is rare for small limits.
  static constexpr std::uint64_t kRoom = 4096;

  void drop() {
    if (end_ != nullptr) return leaveOutNeedles(peaks_, *most_, *end_);
    const auto end = peaks_.begin() + static_cast<std::ptrdiff_t>(*most_);
    std::nth_element(peaks_.begin(), end, peaks_.end(), IsBetter());
    peaks_.erase(end, peaks_.end());
    dropped_ = true;
  }

  std::optional<std::uint64_t> most_;
  std::optional<Peak> after_;
  std::atomic<std::uint32_t>* end_ = nullptr;
  Filter wanted_;
  bool dropped_ = false;
  std::vector<Peak> peaks_;
};

}  // namespace espy::finders
