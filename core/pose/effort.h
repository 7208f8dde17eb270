// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

namespace espy::pose {

/// What a search from coarse to fine may take, in nanoseconds of a model: no more than every pose
/// at full size takes. Counted, not timed, so that every engine gives up at the same point. For
/// many threads.
class Effort {
 public:
  Effort(std::int64_t most, std::int64_t candidates) : most_(most), candidates_(candidates) {}

  /// It has taken so much.
  void spend(std::int64_t nanoseconds) {
    if ((spent_ += nanoseconds) > 2 * most_) giveUp();
  }
  /// It is going to take so much more.
  void expect(std::int64_t nanoseconds) {
    if (nanoseconds > most_) giveUp();
  }
  void giveUp() { isTooMuch_ = true; }
  bool isTooMuch() const { return isTooMuch_; }
  /// Candidates that may be held at a time.
  std::int64_t candidates() const { return candidates_; }

 private:
  std::int64_t most_;
  std::int64_t candidates_;
  std::atomic<std::int64_t> spent_ = 0;
  std::atomic<bool> isTooMuch_ = false;
};

}  // namespace espy::pose
