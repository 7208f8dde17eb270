// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "pose/warp_needle.h"

namespace espy::pose {

/// Poses that are searched together: an engine shares work between needles.
class Batch {
 public:
  static constexpr std::size_t kMostPoses = 64;
  static constexpr std::int64_t kMostPixels = std::int64_t{1} << 24;

  bool isFull() const { return needles_.size() >= kMostPoses || pixels_ >= kMostPixels; }
  bool empty() const { return needles_.empty(); }
  void add(WarpedNeedle&& needle, std::uint32_t pose) {
    pixels_ += needle.picture.size().pixels();
    needles_.push_back(std::move(needle));
    poses_.push_back(pose);
  }
  void clear() {
    needles_.clear();
    poses_.clear();
    pixels_ = 0;
  }

  std::vector<Needle> needles() const {
    std::vector<Needle> views;
    views.reserve(needles_.size());
    for (const WarpedNeedle& needle : needles_) views.push_back(needle.needle());
    return views;
  }
  /// The last of its poses in the grid.
  std::uint32_t lastPose() const { return poses_.back(); }
  PosedPeak posed(Peak peak, std::uint32_t needle) const {
    const std::uint32_t pose = poses_[peak.needle];
    peak.needle = needle;
    return {peak, pose};
  }

 private:
  std::vector<WarpedNeedle> needles_;
  std::vector<std::uint32_t> poses_;
  std::int64_t pixels_ = 0;
};

/// Calls take(batch) with the poses for which isAsked(pose), as far as their windows fit into the
/// scene and turn(pose) gives a needle, some at a time.
template <class IsAsked, class Turn, class Take>
void eachBatch(const NeedleWarper& warper, const PoseGrid& grid, Size scene, const IsAsked& isAsked,
               const Turn& turn, const Take& take) {
  Batch batch;
  const auto hand = [&] {
    if (!batch.empty()) take(std::as_const(batch));
    batch.clear();
  };
  for (std::uint32_t p = 0; p < grid.poses.size(); ++p) {
    const GridPose& pose = grid.poses[p];
    if (!isAsked(pose)) continue;
    const Size window = warper.windowOf(pose);
    if (window.width > scene.width || window.height > scene.height) continue;
    std::optional<WarpedNeedle> warped = turn(pose);
    if (warped) batch.add(std::move(*warped), p);
    if (batch.isFull()) hand();
  }
  hand();
}

/// Millions of places in poses say nothing, and each takes long to be held against others: throws
/// `tooLarge`.
void checkCount(std::size_t peaks, double minScore);

}  // namespace espy::pose
