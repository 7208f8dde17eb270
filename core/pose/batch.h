// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "espy/control.h"
#include "espy/engine/pose.h"
#include "pose/warp_needle.h"

namespace espy::pose {

/// Poses that are searched in one call, so that an engine can share work between needles.
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
  /// Keeps those whose flag is 1.
  void keepOnly(std::span<const std::uint8_t> flags) {
    std::size_t kept = 0;
    for (std::size_t n = 0; n < flags.size(); ++n) {
      if (flags[n] == 0) {
        pixels_ -= needles_[n].picture.size().pixels();
        continue;
      }
      if (kept < n) needles_[kept] = std::move(needles_[n]);
      poses_[kept++] = poses_[n];
    }
    needles_.resize(kept);
    poses_.resize(kept);
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
  std::size_t size() const { return needles_.size(); }
  const WarpedNeedle& needle(std::size_t n) const { return needles_[n]; }
  std::uint32_t pose(std::size_t n) const { return poses_[n]; }
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

/// Warps the needle to these poses of a grid, on `threads` threads; omits poses without a score.
Batch turnTogether(const NeedleWarper& warper, const PoseGrid& grid,
                   std::span<const std::uint32_t> poses, Method method, PixelFormat scene,
                   int threads, const Control& control);

/// More peaks are useless, and comparing them takes long.
inline constexpr std::size_t kMostPeaks = std::size_t{1} << 22;
/// Throws `tooLarge` for more than that.
void checkCount(std::size_t peaks, double minScore);

}  // namespace espy::pose
