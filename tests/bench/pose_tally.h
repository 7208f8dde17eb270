// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "espy/engine/find.h"
#include "support/pose_scenes.h"

namespace espy::bench {

/// How far a match may be off to be right: pixels and degrees.
struct PoseLimits {
  double pixels = 3;
  double degrees = 3;
};

/// Whole turns do not count.
double degreesBetween(double a, double b);

/// What matches are worth.
class PoseTally {
 public:
  /// Which poses no match is right about, and which matches are not right.
  struct Wrong {
    std::vector<std::size_t> missed;
    std::vector<std::size_t> extra;
  };
  Wrong add(std::span<const test::TruePose> poses, std::span<const Match> matches,
            const PoseLimits& limits);

  /// What another one counted, too.
  void add(const PoseTally& other);
  /// As numbers, and back.
  std::vector<std::vector<double>> numbers() const;
  static PoseTally ofNumbers(const std::vector<std::vector<double>>& numbers);

  std::size_t poses() const { return poses_; }
  std::size_t matches() const { return matches_; }
  double recall() const { return share(right(), poses_); }
  double precision() const { return share(right(), matches_); }
  std::size_t right() const { return pixels_.size(); }

  /// Of what is right the least score, and of what is wrong the most.
  double leastScore() const { return leastScore_; }
  double mostWrongScore() const { return mostWrongScore_; }

  /// Of what is right: how far off.
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
  std::vector<double> scales_;  ///< as a share of the true one
};

}  // namespace espy::bench
