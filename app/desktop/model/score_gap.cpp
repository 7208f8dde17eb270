// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "model/score_gap.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace espy::desktop {
namespace {

constexpr double kGapRatio = 2;
constexpr double kLeastDistance = 0.03;  ///< 1 - score of what is as good as identical
constexpr double kLeastStep = 0.05;      ///< between the two scores
constexpr double kIdentical = 0.9995;
constexpr double kHundredths = 100;

}  // namespace

std::optional<std::size_t> gapOf(std::span<const double> distances, double least) {
  std::optional<std::size_t> widest;
  double most = kGapRatio;
  for (std::size_t i = 1; i < distances.size(); ++i) {
    const double ratio = std::max(distances[i], least) / std::max(distances[i - 1], least);
    if (ratio < most) continue;
    most = ratio;
    widest = i;
  }
  return widest;
}

std::optional<double> separatingScore(std::span<const Match> matches, std::size_t originals) {
  std::size_t first = 0;
  while (first < std::min(originals, matches.size()) && matches[first].score >= kIdentical) ++first;
  std::vector<double> distances;
  distances.reserve(matches.size() - first);
  for (const Match& match : matches.subspan(first)) distances.push_back(1 - match.score);
  const std::optional<std::size_t> gap = gapOf(distances, kLeastDistance);
  if (!gap) return std::nullopt;
  const double above = 1 - distances[*gap - 1];
  const double below = 1 - distances[*gap];
  if (above - below < kLeastStep) return std::nullopt;
  return std::round((above + below) / 2 * kHundredths) / kHundredths;
}

}  // namespace espy::desktop
