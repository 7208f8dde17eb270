// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <limits>
#include <mutex>

#include "signal/motif_plan.h"

namespace espy::signal {

/// What all threads have found, and how good a place must be to matter still.
///
/// Of places more than two exclusion zones apart each one that is kept in the end can rule out one
/// at most. So when `top` such places are known, no place that is farther off than all of them can
/// be among the best `top`.
class BestSoFar {
 public:
  explicit BestSoFar(const MotifTask& task);

  /// What is farther off need not be settled.
  double limit() const { return limit_; }

  /// Whether no place from this one on matters any more: identical ones are known that come first.
  bool isPast(std::int64_t start) const { return start > lastStart_; }

  void add(const Candidate& candidate);
  /// The matches, once everything that may matter was added.
  std::vector<Candidate> selected() const;

 private:
  void tighten();
  void rememberLast(const Candidate& last);

  const MotifTask& task_;
  std::int64_t exclude_;
  mutable std::mutex mutex_;
  std::atomic<double> limit_;
  std::atomic<std::int64_t> lastStart_ = std::numeric_limits<std::int64_t>::max();
  Candidate last_;  ///< what comes behind it in order is none of the best
  std::vector<Candidate> found_;
  std::size_t untilTightened_;
};

}  // namespace espy::signal
