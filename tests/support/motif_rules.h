// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

#include "espy/control.h"
#include "lab/motif_data.h"

/// Other ways of telling where a motif is, from the same distances of channels; for comparison.
namespace espy::lab {

/// How far each channel of a query is from each of the data that it may meet, at every place: the
/// squared cost of the best path, both normalised, times the query's length by the window's.
struct PairCosts {
  struct OfLength {
    std::int64_t length = 0;
    Rows profiles;  ///< of each pair, query channel by query channel; empty: they may not meet
  };
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t queryLength = 0;
  std::vector<OfLength> lengths;
};

/// What is worked out.
struct PairCostsTask {
  const Rows& query;
  const Rows& data;
  std::int64_t band = 0;
  std::int64_t reach = 1;
  std::vector<std::int64_t> lengths = {};  ///< those that the query is brought to
};
PairCosts pairCosts(const PairCostsTask& task, const Control& control);

/// One of them: channel against channel, place by place.
std::vector<double> profileOf(std::span<const double> query, std::span<const double> data,
                              std::int64_t band);

/// What becomes of channels that are not found.
enum class MissingRule : std::uint8_t {
  behind,   ///< a place with more of them ranks behind all with fewer
  charged,  ///< each costs as much as a channel that only just would not be missing
};

/// How the channels' costs become one.
struct RankRule {
  std::int64_t lag = 0;
  double elsewhere = 1.25;
  std::int64_t missing = 0;
  double share = 0.5;  ///< of a query channel's own sum, above which it is missing
  MissingRule missingRule = MissingRule::behind;
  /// The dissertation's heuristic: only so many best places of each pair of channels count, and
  /// what is not among them is missing. 0: all count.
  std::int64_t best = 0;
  std::int64_t top = 5;
  std::int64_t exclude = 0;
};

struct RankedMotif {
  std::int64_t missing = 0;
  double distance = 0;
  std::int64_t shift = 0;  ///< samples that its channels lag, together
  std::int64_t start = 0;
  std::int64_t length = 0;

  bool operator==(const RankedMotif&) const = default;
  bool operator<(const RankedMotif& other) const {
    return std::tie(missing, distance, shift, start, length) <
           std::tie(other.missing, other.distance, other.shift, other.start, other.length);
  }
};

/// The best places by this rule.
std::vector<RankedMotif> placesByRule(const PairCosts& costs, const RankRule& rule,
                                      const Control& control);

}  // namespace espy::lab
