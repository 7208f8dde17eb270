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
    // Matches are sorted: the best right one counts.
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

void PoseTally::add(const PoseTally& other) {
  const auto join = [](std::vector<double>& own, const std::vector<double>& more) {
    own.insert(own.end(), more.begin(), more.end());
  };
  poses_ += other.poses_;
  matches_ += other.matches_;
  join(pixels_, other.pixels_);
  join(degrees_, other.degrees_);
  join(scales_, other.scales_);
  leastScore_ = std::min(leastScore_, other.leastScore_);
  mostWrongScore_ = std::max(mostWrongScore_, other.mostWrongScore_);
}

std::vector<std::vector<double>> PoseTally::numbers() const {
  return {
      {static_cast<double>(poses_), static_cast<double>(matches_), leastScore_, mostWrongScore_},
      pixels_,
      degrees_,
      scales_};
}

PoseTally PoseTally::ofNumbers(const std::vector<std::vector<double>>& numbers) {
  PoseTally tally;
  const std::vector<double>& counts = numbers.at(0);
  tally.poses_ = static_cast<std::size_t>(counts.at(0));
  tally.matches_ = static_cast<std::size_t>(counts.at(1));
  tally.leastScore_ = counts.at(2);
  tally.mostWrongScore_ = counts.at(3);
  tally.pixels_ = numbers.at(1);
  tally.degrees_ = numbers.at(2);
  tally.scales_ = numbers.at(3);
  return tally;
}

double PoseTally::quantile(std::vector<double> values, double part) {
  if (values.empty()) return 0;
  const auto at = std::lround(part * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

}  // namespace espy::bench
