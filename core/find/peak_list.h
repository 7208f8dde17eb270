// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/drain.h"
#include "espy/engine/find.h"
#include "find/match.h"

namespace espy::finders {

/// Limits the peaks of several lists together to those of the first needles. Thread-safe.
class NeedleLimit {
 public:
  /// Of needles from 0 to `needles - 1`, the first that have at most `most` peaks are wanted.
  NeedleLimit(std::uint64_t most, std::size_t needles)
      : most_(most), counts_(needles), end_(static_cast<std::uint32_t>(needles)) {}

  bool wants(std::uint32_t needle) const { return needle < end(); }
  /// The first needle that is not wanted.
  std::uint32_t end() const { return end_; }

  /// Counts more peaks, and lowers `end` if there are too many.
  void count(std::span<const Peak> peaks) {
    const std::lock_guard lock(mutex_);
    for (const Peak& peak : peaks) {
      if (!wants(peak.needle)) continue;
      ++counts_[peak.needle];
      ++sum_;
    }
    if (sum_ <= most_) return;
    std::uint32_t own = 0;
    for (sum_ = 0; sum_ + counts_[own] <= most_; ++own) sum_ += counts_[own];
    end_ = own;
  }
  /// Forgets what was counted.
  void restart() {
    const std::lock_guard lock(mutex_);
    counts_.assign(counts_.size(), 0);
    sum_ = 0;
  }

 private:
  std::uint64_t most_;
  std::mutex mutex_;
  std::vector<std::uint64_t> counts_;  ///< by needle
  std::uint64_t sum_ = 0;              ///< of the counts before `end_`
  std::atomic<std::uint32_t> end_;
};

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

  /// Keeps all peaks of needles that `limit`, shared by several lists, wants, and few others.
  void keepNeedles(NeedleLimit& limit) {
    limit_ = &limit;
    end_ = limit.end();
  }

  /// Are a needle's peaks kept?
  bool wants(std::uint32_t needle) const { return limit_ == nullptr || limit_->wants(needle); }

  void add(const Peak& peak) {
    if (limit_ != nullptr && limit_->end() != end_) leaveOut();
    if (!wants(peak.needle)) return;
    if (after_ && !IsBetter()(*after_, peak)) return;
    if (wanted_ && !wanted_(peak)) return;
    pushBack(peaks_, peak);
    if (limit_ != nullptr && peaks_.size() >= counted_ + kCountedTogether) count();
    if (most_ && peaks_.size() >= *most_ + *most_ / 4 + kRoom) drop();
  }

  std::vector<Peak>::const_iterator begin() const { return peaks_.begin(); }
  std::vector<Peak>::const_iterator end() const { return peaks_.end(); }

  /// Were peaks left out because of the limit?
  bool dropped() const { return dropped_; }

  /// Moves the peaks out, at most the best `most`.
  std::vector<Peak> take() {
    if (most_ && peaks_.size() > *most_) drop();
    counted_ = 0;
    return std::move(peaks_);
  }

 private:
  /// Slack, so that dropping is rare for small limits.
  static constexpr std::uint64_t kRoom = 4096;

  /// Peaks that a list finds between two times that it takes the lock of the limit.
  static constexpr std::size_t kCountedTogether = 1024;

  void count() {
    limit_->count(std::span(peaks_).subspan(counted_));
    counted_ = peaks_.size();
    leaveOut();
  }
  void leaveOut() {
    end_ = limit_->end();
    const auto unwanted = [this](const Peak& peak) { return peak.needle >= end_; };
    const auto counted = peaks_.begin() + static_cast<std::ptrdiff_t>(counted_);
    counted_ -= static_cast<std::size_t>(std::count_if(peaks_.begin(), counted, unwanted));
    std::erase_if(peaks_, unwanted);
  }

  void drop() {
    const auto end = peaks_.begin() + static_cast<std::ptrdiff_t>(*most_);
    std::nth_element(peaks_.begin(), end, peaks_.end(), IsBetter());
    peaks_.erase(end, peaks_.end());
    dropped_ = true;
  }

  std::optional<std::uint64_t> most_;
  std::optional<Peak> after_;
  NeedleLimit* limit_ = nullptr;
  std::uint32_t end_ = 0;    ///< of `limit_`, when unwanted peaks were removed
  std::size_t counted_ = 0;  ///< peaks that `limit_` knows
  Filter wanted_;
  bool dropped_ = false;
  std::vector<Peak> peaks_;
};

}  // namespace espy::finders
