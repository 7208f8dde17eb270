// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "judge/held_out.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "judge/student.h"

namespace espy::judge {

HeldOut heldOutOf(std::span<const float> evidence, std::span<const char> yes) {
  double pairs = 0;
  double right = 0;
  float least = std::numeric_limits<float>::infinity();
  for (std::size_t i = 0; i < yes.size(); ++i) {
    if (yes[i] == 0) continue;
    least = std::min(least, evidence[i]);
    for (std::size_t j = 0; j < yes.size(); ++j) {
      if (yes[j] != 0) continue;
      pairs += 1;
      right += evidence[i] > evidence[j] ? 1 : evidence[i] == evidence[j] ? 0.5 : 0;
    }
  }
  double no = 0;
  double kept = 0;
  for (std::size_t j = 0; j < yes.size(); ++j) {
    if (yes[j] != 0) continue;
    no += 1;
    kept += evidence[j] >= least ? 1 : 0;
  }
  return {pairs > 0 ? right / pairs : 0.5, no > 0 ? kept / no : 1};
}

ScoreAlone scoreAloneOf(std::span<const float> scores, std::span<const char> yes) {
  // Twice as far below as a hundredth of true ones lies, by what these tell.
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

/// By how much chance moves a ranking, where both kinds are ordered by chance alone.
double chanceOf(const ScoreAlone& counts) {
  const auto yes = static_cast<double>(counts.yes);
  const auto no = static_cast<double>(counts.no);
  return std::sqrt((yes + no + 1) / (12 * yes * no));
}

/// By how much another so many clicks would move this ranking, as Hanley and McNeil put it.
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
  constexpr double kLeastUse = 0.1;  // less is of no use, however many have told it
  const bool ofUse = ranking > 0.5 + std::max(kLeastUse, chanceOf(score)) &&
                     ranking >= judge.byScore.ranking - deviationOf(ranking, score);
  if (!ofUse || score.willDo) return Judge::By::score;
  return network ? Judge::By::network : Judge::By::regression;
}

}  // namespace espy::judge
