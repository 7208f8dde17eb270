// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "espy/engine/score.h"
#include "picture/rectangles.h"
#include "pose/batch.h"

namespace espy::pose {

/// zncc: rejects poses that surely reach the minimum nowhere, several adjacent angles at a time, by
/// the scores of a part: a rectangle inside all of these turned needles.
///
/// Let r be the part's score at a position, and f its share of the needle's sum of squared
/// deviations, each from their own mean. By Cauchy and Schwarz the needle's score there is at most
/// sqrt(1 - f (1 - r^2)), or sqrt(1 - f) if r < 0. And r is the cosine of an angle between vectors,
/// so for another pose, whose part makes the angle a with this one, it is at most cos(acos(r) - a).
class PartBound {
 public:
  /// Its arguments must outlive it.
  PartBound(const ImageView& scene, const ScoreOptions& options, int threads,
            const Control& control, RunReport& report)
      : scene_(scene), options_(options), threads_(threads), control_(control), report_(report) {}

  /// Removes the poses that score less than `minScore` at every position. Gives up for a while
  /// where that does not pay.
  void reject(Batch& batch, const NeedleWarper& warper, const PoseGrid& grid, double minScore);

 private:
  /// Poses [first, end) of a batch, their part, and that of the one in the middle as a needle.
  struct Group {
    std::size_t first = 0;
    std::size_t end = 0;
    Size part;
    double least = 0;  ///< if its score is lower everywhere, no pose reaches the minimum

    std::size_t size() const { return end - first; }
    std::size_t middle() const { return first + size() / 2; }
  };

  /// The number of poses for which a search for their part costs less than their own. Nothing if
  /// sums over blocks reject most positions of this needle anyway: those of 2 x 2 pixels are slower
  /// than parts of poses whose corners are less than a pixel apart, as with fine detail.
  std::optional<std::size_t> fewestOf(const Needle& needle, double angleStep,
                                      double minScore) const;
  /// Groups of at least `fewest` poses.
  std::vector<Group> groupsOf(const Batch& batch, const NeedleWarper& warper, const PoseGrid& grid,
                              double minScore, std::size_t fewest) const;
  std::vector<std::uint8_t> mayReach(const Batch& batch, std::span<const Group> groups);

  const ImageView& scene_;
  const ScoreOptions& options_;
  int threads_;
  const Control& control_;
  RunReport& report_;
  int skipped_ = 0;  ///< batches to be skipped next time that it does not pay
  int skip_ = 0;     ///< batches still to be skipped
};

}  // namespace espy::pose
