// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "espy/control.h"
#include "lab/motif_pairs.h"

/// Phases 2 and 3 of the dissertation's motif search (7.4.2, 7.4.6): matches of single channels at
/// about the same time become matches of the whole query, which are ranked.
namespace espy::lab {

/// Matches of which each query channel and each data channel has at most one (an independent edge
/// set).
struct MotifSet {
  std::int64_t start = 0;          ///< median of its matches' starts
  std::int64_t at = 0;             ///< time whose matches it is made of
  double distance = 0;             ///< sum of f times the matches' distances
  std::vector<PairMatch> matches;  ///< by query channel

  std::int64_t matched() const { return std::ssize(matches); }
  /// More matched channels first, then the least distance, then the earliest.
  bool operator<(const MotifSet& other) const;
};

struct SetRules {
  std::int64_t length = 1;  ///< m, of the query
  /// Matches less than this from a time are combined; the dissertation: m.
  std::int64_t window = 1;
  double elsewhere = 1;    ///< alpha: weight of a match with another channel
  std::int64_t least = 1;  ///< matches of a set that is returned
};

/// How the sets at a time are found.
enum class SetSearch : std::uint8_t {
  all,         ///< lists all maximal independent edge sets, and takes the first in rank
  assignment,  ///< the same set, as the optimal assignment of channels
};
/// Sets listed at one time; more are refused.
inline constexpr std::int64_t kMostSets = 100'000;

/// All maximal independent edge sets of these matches: none of the others can be added. Of several
/// matches of the same two channels only the nearest counts. Throws `tooLarge` beyond kMostSets.
std::vector<MotifSet> maximalSets(std::span<const PairMatch> matches, double elsewhere);

/// The set of these matches that ranks first: the most matches, then the least distance.
MotifSet bestSet(std::span<const PairMatch> matches, double elsewhere);

/// The first set in rank at every quarter of a query length, in the order of time.
std::vector<MotifSet> setsOverTime(std::vector<PairMatch> matches, const SetRules& rules,
                                   SetSearch how, const Control& control);

/// Sorts by rank; drops a set that starts less than `apart` from a better one.
std::vector<MotifSet> ranked(std::vector<MotifSet> sets, std::int64_t apart);

}  // namespace espy::lab
