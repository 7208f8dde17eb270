// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "signal/best_so_far.h"
#include "signal/rows.h"

/// The fast search on processors: bounds in float rule out what cannot be among the matches, paths
/// in float most of the rest, and what is left is settled in double.
namespace espy::signal {

std::vector<MotifMatch> findMotifFast(const MotifTask& task, const Control& control,
                                      RunReport& report);

/// What was done, for who wants to know why it took its time.
struct SearchCounts {
  std::int64_t windows = 0;  ///< looked at, over all channels and lengths
  std::int64_t warped = 0;   ///< of these in float, along all paths
  std::int64_t settled = 0;  ///< of these in double
  double boundSeconds = 0;   ///< of all threads together
  double warpSeconds = 0;
  double settleSeconds = 0;

  void add(const SearchCounts& other);
};

/// One query channel, which may meet each of the channels within its reach: every window is
/// looked at by itself.
SearchCounts searchWindows(const MotifTask& task, const QueryRows& queries,
                           std::span<const RowLevel> levels, const Control& control,
                           BestSoFar& best);
/// Channels that are looked at together.
SearchCounts searchChannels(const MotifTask& task, const QueryRows& queries,
                            std::span<const RowLevel> levels, const Control& control,
                            BestSoFar& best);
/// Places that lie beside each other: some thousand at most.
struct PlaceRun {
  std::int64_t first = 0;
  std::int64_t count = 0;
};
/// Of channels that are looked at together only these places, the likeliest runs first: what is
/// left by bounds that somebody else worked out.
SearchCounts searchRuns(const MotifTask& task, const QueryRows& queries,
                        std::span<const RowLevel> levels, std::span<const PlaceRun> runs,
                        const Control& control, BestSoFar& best);
/// The best place of whole numbers by their plain differences; false if they are no such, and
/// nothing was done.
bool searchWholes(const MotifTask& task, const Control& control, RunReport& report,
                  BestSoFar& best);
/// Ends that are open: the table of all paths, column by column, in double.
void searchOpen(const MotifTask& task, const QueryRows& queries, std::span<const RowLevel> levels,
                const Control& control, BestSoFar& best);

/// The matches, once all that may matter was added.
std::vector<MotifMatch> matchesOf(const MotifTask& task, std::span<const RowLevel> levels,
                                  const BestSoFar& best, const Control& control);
/// What a match is told of, from the exact sums of its windows.
MotifMatch describedMatch(const MotifTask& task, const QueryRows& queries,
                          std::span<const RowLevel> levels, const Candidate& candidate,
                          const Control& control);

}  // namespace espy::signal
