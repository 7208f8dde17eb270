// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <limits>
#include <mutex>

#include "signal/motif_plan.h"
#include "signal/rows.h"

/// The fast search on CPUs: lower bounds in float prune most windows, DTW in float most of the
/// rest; what is left is settled in double.
namespace espy::signal {

/// Candidates of all threads, and the pruning limit that they give.
///
/// Of candidates more than two exclusion zones apart, each kept match excludes at most one. So once
/// `top` of them are known, nothing farther than all of these can be a match.
class BestSoFar {
 public:
  explicit BestSoFar(const MotifTask& task);

  /// Distance above which a position can be pruned.
  double limit() const { return limit_; }

  /// Whether no position from this one on can matter: enough identical matches precede it.
  bool isPast(std::int64_t start) const { return start > lastStart_; }

  void add(const Candidate& candidate);
  std::vector<Candidate> selected() const;

 private:
  void tighten();
  void rememberLast(const Candidate& last);

  const MotifTask& task_;
  std::int64_t exclude_;
  mutable std::mutex mutex_;
  std::atomic<double> limit_;
  std::atomic<std::int64_t> lastStart_ = std::numeric_limits<std::int64_t>::max();
  Candidate last_;  ///< candidates ordered after it cannot be among the best
  std::vector<Candidate> found_;
  std::size_t untilTightened_;
};

std::vector<MotifMatch> findMotifFast(const MotifTask& task, const Control& control,
                                      RunReport& report);

/// Work and time of a search.
struct SearchCounts {
  std::int64_t windows = 0;  ///< over all channels and lengths
  std::int64_t warped = 0;   ///< of these by DTW in float
  std::int64_t settled = 0;  ///< of these in double
  double boundSeconds = 0;   ///< summed over threads
  double warpSeconds = 0;
  double settleSeconds = 0;

  void add(const SearchCounts& other);
};

/// One query channel against each channel within its reach, window by window.
SearchCounts searchWindows(const MotifTask& task, const QueryRows& queries,
                           std::span<const RowLevel> levels, const Control& control,
                           BestSoFar& best);
/// Several channels, or channels with a lag.
SearchCounts searchChannels(const MotifTask& task, const QueryRows& queries,
                            std::span<const RowLevel> levels, const Control& control,
                            BestSoFar& best);
/// Consecutive positions, a few thousand at most.
struct PlaceRun {
  std::int64_t first = 0;
  std::int64_t count = 0;
};
/// Like `searchChannels`, only at these positions, best runs first: those that a GPU's bounds left.
SearchCounts searchRuns(const MotifTask& task, const QueryRows& queries,
                        std::span<const RowLevel> levels, std::span<const PlaceRun> runs,
                        const Control& control, BestSoFar& best);
/// The best position of integer samples, by SAD; false, and nothing done, for other tasks.
bool searchWholes(const MotifTask& task, const Control& control, RunReport& report,
                  BestSoFar& best);
/// Open ends: the table of all paths, column by column, in double.
void searchOpen(const MotifTask& task, const QueryRows& queries, std::span<const RowLevel> levels,
                const Control& control, BestSoFar& best);

std::vector<MotifMatch> matchesOf(const MotifTask& task, std::span<const RowLevel> levels,
                                  const BestSoFar& best, const Control& control);
/// A candidate's match, from the exact sums of its windows.
MotifMatch describedMatch(const MotifTask& task, const QueryRows& queries,
                          std::span<const RowLevel> levels, const Candidate& candidate,
                          const Control& control);

std::int64_t profileSize(const MotifTask& task);

/// Settles every window in double, sixteen in lanes.
std::vector<double> profileMotifFast(const MotifTask& task, const Control& control,
                                     RunReport& report);

}  // namespace espy::signal
