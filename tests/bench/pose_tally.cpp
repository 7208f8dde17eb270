// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/pose_tally.h"

#include <algorithm>
#include <cmath>

namespace espy::bench {

double degreesBetween(double a, double b) {
  return std::abs(std::remainder(a - b, 360.0));
}

PoseTally::Wrong PoseTally::add(std::span<const test::TruePose> poses,
                                std::span<const Match> matches, const PoseLimits& limits) {
  Wrong wrong;
  std::vector<bool> taken(matches.size(), false);
  poses_ += poses.size();
  matches_ += matches.size();
  for (std::size_t p = 0; p < poses.size(); ++p) {
    const test::TruePose& pose = poses[p];
    bool found = false;
    // Matches are in order: the best one that is right counts.
    for (std::size_t m = 0; m < matches.size() && !found; ++m) {
      if (taken[m]) continue;
      const SubPixel centre = outlineOf(matches[m]).centre;
      const double pixels = std::hypot(centre.x - pose.x, centre.y - pose.y);
      const double degrees = degreesBetween(matches[m].angle, pose.angle);
      if (pixels > limits.pixels || degrees > limits.degrees) continue;
      taken[m] = found = true;
      pixels_.push_back(pixels);
      degrees_.push_back(degrees);
      leastScore_ = std::min(leastScore_, matches[m].score);
      scales_.push_back(std::abs(matches[m].scale / pose.scale - 1));
    }
    if (!found) wrong.missed.push_back(p);
  }
  for (std::size_t m = 0; m < matches.size(); ++m) {
    if (taken[m]) continue;
    wrong.extra.push_back(m);
    mostWrongScore_ = std::max(mostWrongScore_, matches[m].score);
  }
  return wrong;
}

double PoseTally::quantile(std::vector<double> values, double part) {
  if (values.empty()) return 0;
  const auto at = std::lround(part * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

}  // namespace espy::bench
