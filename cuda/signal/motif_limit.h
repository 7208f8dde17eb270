// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "espy/engine/motif.h"
#include "signal/rows.h"

namespace espy::cuda::motif {

inline constexpr double kNever = std::numeric_limits<double>::infinity();

/// A window that may be a match, with bounds of its distance.
struct BoundedWindow {
  std::int64_t start = 0;
  std::int64_t length = 0;
  double least = 0;
  double most = kNever;
};

/// The remaining candidates, and the largest distance that a match can have.
class CandidateWindows {
 public:
  explicit CandidateWindows(const MotifTask& task);

  void add(const std::vector<BoundedWindow>& more);
  /// No match is farther than this.
  double limit() const { return limit_; }
  /// Each window once, nearest first.
  std::vector<BoundedWindow> left();

 private:
  void lower();
  void drop();

  std::int64_t top_;
  std::int64_t exclude_;
  double limit_;
  std::vector<BoundedWindow> windows_;
  std::vector<BoundedWindow> nearest_;  ///< at most `top_`, so far apart that none excludes two
  std::size_t dropped_ = 0;             ///< remaining after the last pruning
};

/// A one-channel task and the levels of its data.
struct ChannelTask {
  const MotifTask& task;
  std::vector<signal::RowLevel> levels;

  ChannelTask(const MotifTask& task_, const Control& control)
      : task(task_), levels(signal::channelLevels(task_, control)) {}
};

/// The same windows with exact distances; beyond `limit` they may be infinite.
std::vector<BoundedWindow> withExactDistances(const ChannelTask& of,
                                              std::vector<BoundedWindow> windows, double limit,
                                              const Control& control);
/// The matches among them, settled in double.
std::vector<MotifMatch> matchesAmong(const ChannelTask& of, std::vector<BoundedWindow> windows,
                                     double limit, const Control& control);

}  // namespace espy::cuda::motif
