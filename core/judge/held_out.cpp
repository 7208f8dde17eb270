// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "judge/held_out.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace espy::judge {

HeldOut heldOutOf(std::span<const float> evidence, std::span<const char> yes) {
  double trues = 0;
  std::vector<float> falses;
  float least = std::numeric_limits<float>::infinity();
  for (std::size_t i = 0; i < yes.size(); ++i) {
    if (yes[i] == 0) {
      falses.push_back(evidence[i]);
    } else {
      trues += 1;
      least = std::min(least, evidence[i]);
    }
  }
  std::ranges::sort(falses);
  double right = 0;
  for (std::size_t i = 0; i < yes.size(); ++i) {
    if (yes[i] == 0) continue;
    const auto same = std::ranges::equal_range(falses, evidence[i]);
    right +=
        static_cast<double>(same.begin() - falses.begin()) + 0.5 * static_cast<double>(same.size());
  }
  const auto no = static_cast<double>(falses.size());
  const auto kept = static_cast<double>(falses.end() - std::ranges::lower_bound(falses, least));
  const double pairs = trues * no;
  return {pairs > 0 ? right / pairs : 0.5, no > 0 ? kept / no : 1};
}

ScoreAlone scoreAloneOf(std::span<const float> scores, std::span<const char> yes) {
  // Twice as far below the true scores as their first percentile.
  constexpr double kKept = 0.99;
  constexpr double kToSpare = 2;
  ScoreAlone alone;
  double sum = 0;
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < yes.size(); ++i) {
    ++(yes[i] != 0 ? alone.yes : alone.no);
    const double score = scores[i];
    if (yes[i] != 0) {
      sum += score;
    } else {
      most = std::max(most, score);
    }
  }
  if (alone.yes < 2 || alone.no == 0) return alone;
  const auto count = static_cast<double>(alone.yes);
  const double mean = sum / count;
  double squares = 0;
  for (std::size_t i = 0; i < yes.size(); ++i) {
    if (yes[i] != 0) squares += (scores[i] - mean) * (scores[i] - mean);
  }
  const double deviation = std::sqrt(squares / (count - 1) * (1 + 1 / count));
  alone.willDo = mean - kToSpare * studentOf(kKept, count - 1) * deviation > most;
  return alone;
}

namespace {

/// Standard deviation of the AUC of a random ranking.
double chanceOf(const ScoreAlone& counts) {
  const auto yes = static_cast<double>(counts.yes);
  const auto no = static_cast<double>(counts.no);
  return std::sqrt((yes + no + 1) / (12 * yes * no));
}

/// Standard deviation of this AUC (Hanley and McNeil).
double deviationOf(double ranking, const ScoreAlone& counts) {
  const auto yes = static_cast<double>(counts.yes);
  const auto no = static_cast<double>(counts.no);
  const double square = ranking * ranking;
  const double twoYes = ranking / (2 - ranking) - square;
  const double twoNo = 2 * square / (1 + ranking) - square;
  const double variance = ranking - square + (yes - 1) * twoYes + (no - 1) * twoNo;
  return std::sqrt(std::max(0.0, variance) / (yes * no));
}

}  // namespace

Judge::By bestOf(const Judge& judge, const ScoreAlone& score) {
  const bool network = judge.byNetwork.ranking > judge.byRegression.ranking;
  const double ranking = (network ? judge.byNetwork : judge.byRegression).ranking;
  constexpr double kLeastUse = 0.1;  // a smaller gain is useless even if significant
  const bool ofUse = ranking > 0.5 + std::max(kLeastUse, chanceOf(score)) &&
                     ranking >= judge.byScore.ranking - deviationOf(ranking, score);
  if (!ofUse || score.willDo) return Judge::By::score;
  return network ? Judge::By::network : Judge::By::regression;
}

namespace {

/// Quantile of the normal distribution.
double normalOf(double share) {
  double low = -10;
  double high = 10;
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (std::erfc(-middle / std::sqrt(2.0)) / 2 < share ? low : high) = middle;
  }
  return low;
}

}  // namespace

// The normal quantile with two terms of its expansion.
double studentOf(double share, double freedom) {
  const double z = normalOf(share);
  const double z3 = z * z * z;
  return z + (z3 + z) / (4 * freedom) +
         (5 * z3 * z * z + 16 * z3 + 3 * z) / (96 * freedom * freedom);
}

}  // namespace espy::judge
