// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "support/motif_rules.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

#include "lab/motif_loops.h"
#include "signal/assign.h"
#include "support/motif_cases.h"

namespace espy::lab {
namespace {

using Row = std::vector<double>;
constexpr double kNowhere = std::numeric_limits<double>::infinity();

/// The least cost over several lags, and its lag.
struct Lagged {
  double cost = kNowhere;
  std::int64_t lag = 0;
};

/// Costs of all pairs of channels at one length, under one rule.
class PairRanking {
 public:
  PairRanking(const PairCosts& costs, const PairCosts::OfLength& at, const RankRule& rule)
      : costs_(costs),
        rule_(rule),
        length_(at.length),
        own_(static_cast<double>(costs.queryLength)) {
    for (const Row& profile : at.profiles) {
      places_ = std::max(places_, std::ssize(profile));
      lagged_.push_back(leastOver(rule.best > 0 ? bestOf(profile) : profile));
    }
  }

  void add(std::vector<RankedMotif>& places, const Control& control) const {
    for (std::int64_t start = 0; start < places_; ++start) {
      if (start % 256 == 0) control.check();
      const RankedMotif place = at(start);
      if (place.distance < kNowhere) places.push_back(place);
    }
  }

 private:
  std::int64_t pairs() const { return costs_.rows * costs_.columns; }

  /// Keeps the `best` lowest costs, more than `exclude` positions apart; others become infinite.
  Row bestOf(const Row& profile) const {
    std::vector<std::int64_t> order(profile.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
      return std::pair(profile[a], a) < std::pair(profile[b], b);
    });
    Row left(profile.size(), kNowhere);
    std::vector<std::int64_t> kept;
    for (const std::int64_t place : order) {
      if (std::ssize(kept) == rule_.best) break;
      const bool beside = std::any_of(kept.begin(), kept.end(), [&](std::int64_t better) {
        return std::abs(better - place) <= rule_.exclude;
      });
      if (beside) continue;
      kept.push_back(place);
      left[place] = profile[place];
    }
    return left;
  }

  std::vector<Lagged> leastOver(const Row& profile) const {
    std::vector<Lagged> all(profile.size());
    const std::int64_t size = std::ssize(profile);
    for (std::int64_t start = 0; start < size; ++start) {
      for (std::int64_t off = 0; off <= rule_.lag; ++off) {
        for (const std::int64_t lag : {-off, off}) {
          const std::int64_t place = start + lag;
          if (place < 0 || place >= size || profile[place] >= all[start].cost) continue;
          all[start] = {profile[place], lag};
        }
      }
    }
    return all;
  }

  RankedMotif at(std::int64_t start) const {
    RankedMotif place{0, kNowhere, 0, start, length_};
    const double most = rule_.missing > 0 || rule_.best > 0 ? rule_.share * own_ : kNowhere;
    Row table(static_cast<std::size_t>(pairs()), signal::kNoPair);
    std::int64_t nowhere = 0;
    for (std::int64_t i = 0; i < costs_.rows; ++i) {
      bool somewhere = false;
      for (std::int64_t j = 0; j < costs_.columns; ++j) {
        const std::int64_t pair = i * costs_.columns + j;
        if (lagged_[pair].empty() || !(lagged_[pair][start].cost <= most)) continue;
        table[pair] = lagged_[pair][start].cost * (i == j ? 1 : rule_.elsewhere);
        somewhere = somewhere || table[pair] < signal::kNoPair;
      }
      nowhere += somewhere ? 0 : 1;
    }
    if (nowhere > rule_.missing) return place;
    const signal::Assignment chosen =
        assigned(table, signal::PairGrid(costs_.rows, costs_.columns));
    if (chosen.missing > rule_.missing) return place;
    double sum = 0;
    for (std::int64_t i = 0; i < costs_.rows; ++i) {
      const std::int64_t j = chosen.columns[i];
      if (j == signal::kUnassigned) {
        if (rule_.missingRule == MissingRule::charged) sum += rule_.share * own_;
        continue;
      }
      sum += table[i * costs_.columns + j];
      place.shift += std::abs(lagged_[i * costs_.columns + j][start].lag);
    }
    if (rule_.missingRule == MissingRule::behind) place.missing = chosen.missing;
    place.distance = std::sqrt(sum);
    return place;
  }

  const PairCosts& costs_;
  const RankRule& rule_;
  std::int64_t length_;
  double own_;
  std::int64_t places_ = 0;
  std::vector<std::vector<Lagged>> lagged_;  ///< by pair and position
};

}  // namespace

PairCosts pairCosts(const PairCostsTask& task, const Control& control) {
  PairCosts costs;
  costs.rows = std::ssize(task.query);
  costs.columns = std::ssize(task.data);
  costs.queryLength = std::ssize(task.query.front());
  for (const std::int64_t length : task.lengths) {
    PairCosts::OfLength made{length, Rows(static_cast<std::size_t>(costs.rows * costs.columns))};
    const double scale = static_cast<double>(costs.queryLength) / static_cast<double>(length);
    for (std::int64_t i = 0; i < costs.rows; ++i) {
      const Row query = resampled(task.query[i], length);
      for (std::int64_t j = 0; j < costs.columns; ++j) {
        if (std::abs(i - j) >= task.reach) continue;
        control.check();
        Row& profile = made.profiles[i * costs.columns + j];
        profile = profileOf(query, task.data[j], task.band);
        for (double& cost : profile) cost *= scale;
      }
    }
    costs.lengths.push_back(std::move(made));
  }
  return costs;
}

std::vector<double> profileOf(std::span<const double> query, std::span<const double> data,
                              std::int64_t band) {
  Row own(query.begin(), query.end());
  normalise(own);
  Row window(query.size());
  Row profile;
  for (std::size_t start = 0; start + query.size() <= data.size(); ++start) {
    std::copy_n(data.begin() + static_cast<std::int64_t>(start), query.size(), window.begin());
    normalise(window);
    profile.push_back(warpedCost(own, window, band));
  }
  return profile;
}

std::vector<RankedMotif> placesByRule(const PairCosts& costs, const RankRule& rule,
                                      const Control& control) {
  std::vector<RankedMotif> places;
  for (const PairCosts::OfLength& at : costs.lengths) {
    PairRanking(costs, at, rule).add(places, control);
  }
  std::sort(places.begin(), places.end());
  std::vector<RankedMotif> kept;
  for (const RankedMotif& place : places) {
    if (std::ssize(kept) == rule.top) break;
    const bool beside = std::any_of(kept.begin(), kept.end(), [&](const RankedMotif& better) {
      return std::abs(better.start - place.start) <= rule.exclude;
    });
    if (!beside) kept.push_back(place);
  }
  return kept;
}

}  // namespace espy::lab
