// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "espy/engine/find.h"
#include "support/pose_scenes.h"

namespace espy::bench {

/// Tolerance of a right match, in pixels and degrees.
struct PoseLimits {
  double pixels = 3;
  double degrees = 3;
};

/// Angular difference modulo 360.
double degreesBetween(double a, double b);

/// Accuracy statistics of matches.
class PoseTally {
 public:
  /// Indices of poses without a right match, and of wrong matches.
  struct Wrong {
    std::vector<std::size_t> missed;
    std::vector<std::size_t> extra;
  };
  Wrong add(std::span<const test::TruePose> poses, std::span<const Match> matches,
            const PoseLimits& limits);

  /// Adds the counts of another tally.
  void add(const PoseTally& other);
  /// Serialises to numbers, and back.
  std::vector<std::vector<double>> numbers() const;
  static PoseTally ofNumbers(const std::vector<std::vector<double>>& numbers);

  std::size_t poses() const { return poses_; }
  std::size_t matches() const { return matches_; }
  double recall() const { return share(right(), poses_); }
  double precision() const { return share(right(), matches_); }
  std::size_t right() const { return pixels_.size(); }

  /// Least score of a right match, and largest of a wrong one.
  double leastScore() const { return leastScore_; }
  double mostWrongScore() const { return mostWrongScore_; }

  /// Quantiles of the errors of right matches.
  double pixelsOff(double part) const { return quantile(pixels_, part); }
  double degreesOff(double part) const { return quantile(degrees_, part); }
  double scaleOff(double part) const { return quantile(scales_, part); }

 private:
  static double share(std::size_t some, std::size_t all) {
    return all == 0 ? 1 : static_cast<double>(some) / static_cast<double>(all);
  }
  static double quantile(std::vector<double> values, double part);

  std::size_t poses_ = 0;
  std::size_t matches_ = 0;
  std::vector<double> pixels_;
  std::vector<double> degrees_;
  double leastScore_ = 1;
  double mostWrongScore_ = 0;
  std::vector<double> scales_;  ///< relative to the true scale
};

}  // namespace espy::bench
