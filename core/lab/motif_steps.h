// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "lab/motif_sets.h"

/// The dissertation's search for a query of several channels, as its chapter 7 describes it: pairs
/// of channels, sets, query segmentation, search exhausting, ranking; and EDT, which it is compared
/// with.
namespace espy::lab {

/// How far the search goes; each step includes those before.
enum class MotifSteps : std::uint8_t {
  dtw,           ///< pairs of channels, sets, ranking (7.4.1, 7.4.2, 7.4.6)
  segmentation,  ///< and parts of the query (7.4.4)
  exhausting,    ///< and a growing stretch factor for channels that are missing (7.4.5)
};

struct StepRules {
  MotifSteps steps = MotifSteps::dtw;
  SetSearch sets = SetSearch::assignment;
  std::int64_t reach = 1;            ///< nr
  std::int64_t best = 1;             ///< p
  double elsewhere = 1;              ///< alpha
  std::int64_t scale = 5;            ///< SF: per cent by which windows are longer or shorter
  std::int64_t windowPercent = 100;  ///< how far apart matches are combined, of the query's length
  std::int64_t leastPercent = 50;    ///< of the query's channels that a reported set matches
  std::int64_t segments = 2;         ///< parts of the query
};

/// The largest SF of search exhausting.
inline constexpr std::int64_t kMostScale = 20;

/// Returns the reported sets in rank, at least half a query length apart.
std::vector<MotifSet> searchBySteps(const Rows& query, const Rows& data, const StepRules& rules,
                                    const PairSearch& search, const Control& control,
                                    Timeline& timeline);

/// EDT: starts of the `best` windows with the least sum over the channels of Euclidean distances of
/// raw samples, at least half a query length apart, nearest first.
std::vector<MotifSet> searchByEuclid(const Rows& query, const Rows& data, std::int64_t best,
                                     const Control& control, Timeline& timeline);

}  // namespace espy::lab
