// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

#include "espy/control.h"
#include "lab/motif_data.h"

/// Alternative rules that locate a motif from the same distances of channels, for comparison.
namespace espy::lab {

/// Distance profiles of all pairs of query and data channels: squared costs of the best warping
/// path at every position, z-normalised, scaled by query length over window length.
struct PairCosts {
  struct OfLength {
    std::int64_t length = 0;
    Rows profiles;  ///< by query channel, then data channel; empty: out of reach
  };
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t queryLength = 0;
  std::vector<OfLength> lengths;
};

/// Input of pairCosts().
struct PairCostsTask {
  const Rows& query;
  const Rows& data;
  std::int64_t band = 0;
  std::int64_t reach = 1;
  std::vector<std::int64_t> lengths = {};  ///< lengths to which the query is resampled
};
PairCosts pairCosts(const PairCostsTask& task, const Control& control);

/// Distance profile of one pair of channels.
std::vector<double> profileOf(std::span<const double> query, std::span<const double> data,
                              std::int64_t band);

/// How missing channels enter the ranking.
enum class MissingRule : std::uint8_t {
  behind,   ///< positions with more missing channels rank after all with fewer
  charged,  ///< each costs the threshold above which a channel is missing
};

/// Parameters of the ranking.
struct RankRule {
  std::int64_t lag = 0;
  double elsewhere = 1.25;
  std::int64_t missing = 0;
  double share = 0.5;  ///< threshold of a missing channel, as a fraction of its own sum
  MissingRule missingRule = MissingRule::behind;
  /// The dissertation's heuristic: use only the `best` positions of each pair; others count as
  /// missing. 0: use all.
  std::int64_t best = 0;
  std::int64_t top = 5;
  std::int64_t exclude = 0;
};

struct RankedMotif {
  std::int64_t missing = 0;
  double distance = 0;
  std::int64_t shift = 0;  ///< sum of the absolute lags of its channels, samples
  std::int64_t start = 0;
  std::int64_t length = 0;

  bool operator==(const RankedMotif&) const = default;
  bool operator<(const RankedMotif& other) const {
    return std::tie(missing, distance, shift, start, length) <
           std::tie(other.missing, other.distance, other.shift, other.start, other.length);
  }
};

/// The best positions under this rule.
std::vector<RankedMotif> placesByRule(const PairCosts& costs, const RankRule& rule,
                                      const Control& control);

}  // namespace espy::lab
