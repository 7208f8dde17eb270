// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/score_formula.h"

#include <algorithm>
#include <cmath>

namespace espy::find {

double scoreOfDistance(Method method, const NeedleSums& needle, std::uint64_t distance) {
  const std::int64_t most =
      method == Method::ssd ? needle.maxValue * needle.maxValue : needle.maxValue;
  // The greatest distance that there can be; a sum of 16-bit squares may exceed 2^53, and then both
  // sides of the division are rounded once.
  const auto greatest = static_cast<double>(static_cast<Wide>(most) * needle.weight);
  return 1.0 - static_cast<double>(distance) / greatest;
}

double scoreOfWindow(const NeedleSums& needle, const WindowSums& window) {
  const Wide n = needle.samples;
  const Wide b = n * static_cast<Wide>(window.squares) -
                 static_cast<Wide>(window.sum) * static_cast<Wide>(window.sum);
  if (b == 0) return 0;
  const Wide a = n * static_cast<Wide>(window.products) -
                 static_cast<Wide>(window.sum) * static_cast<Wide>(needle.sum);
  const double score = static_cast<double>(a) / (std::sqrt(static_cast<double>(b)) *
                                                 std::sqrt(static_cast<double>(needle.variance())));
  return std::clamp(score, -1.0, 1.0);
}

bool isBetter(const Match& a, const Match& b) {
  if (a.score != b.score) return a.score > b.score;
  if (a.y != b.y) return a.y < b.y;
  if (a.x != b.x) return a.x < b.x;
  return a.needle < b.needle;
}

}  // namespace espy::find
