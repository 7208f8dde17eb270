// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "cuda/base/device_image.h"
#include "cuda/base/gpu.h"
#include "cuda/score/needle.h"
#include "espy/engine/score.h"
#include "picture/turn.h"
#include "pose/device_poses.h"

namespace espy::cuda {

/// An 8-bit grey picture at 1/2^shift, byte for byte as `pose::halved`, without rim. Intermediate
/// levels are cached in `levels`. Shift 0 is the picture.
const DeviceImage& levelOf(const Gpu& gpu, const DeviceImage& picture,
                           std::vector<DeviceImage>& levels, int shift);

/// Local maxima (8 neighbours) with at least this zncc of these grey needles in an 8-bit grey
/// picture; unordered. Nothing if needles are too large or memory is short.
std::optional<std::vector<Peak>> turnedPeaks(const Gpu& gpu, const DevicePlane& scene,
                                             std::span<const ScoredNeedle> needles, double minScore,
                                             const Control& control);

/// A needle on the GPU, 2^enlarged times its nominal size: for each corner of its pixels the four
/// samples around it, which are read together.
struct NeedleCorners {
  NeedleCorners() = default;
  /// The plane must live until the stream has reached this point.
  NeedleCorners(const Gpu& gpu, const DevicePlane& needle, int enlarged);

  Size size;
  int enlarged = 0;
  DeviceBuffer<std::uint32_t> words;
};

/// Warps a needle and sums it against the windows of some positions, in integers. Needle and scene
/// are 8-bit grey, and all of the needle's pixels count.
std::vector<pose::DevicePoses::BlockSums> sumBlocks(
    const Gpu& gpu, const DevicePlane& scene, const NeedleCorners& needle, const PoseGrid& grid,
    std::span<const pose::DevicePoses::Block> blocks, const Control& control);

/// A pose of a grid, with what `pose::turnedDrift` computes of it.
struct PoseOnGpu {
  GridPose pose;
  double cosine;
  double sine;
  double scale;
};

/// A grid's poses and which are neighbours.
struct GridOnGpu {
  GridOnGpu(const Gpu& gpu, const pose::GridIndex& given);

  int angles;
  int scales;
  bool circle;
  std::int64_t largest = 1;  ///< scale
  std::int64_t smallest = picture::Turn::kOne;
  DeviceBuffer<PoseOnGpu> poses;
  DeviceBuffer<std::uint32_t> index;  ///< GridIndex::poses
};

/// pose::Start, of positions near the scene.
struct ClimbStart {
  std::uint32_t pose;
  int x;
  int y;
  double least;
};

/// pose::Climbed.
struct ClimbEnd {
  bool isFound;
  bool isPeak;
  std::uint32_t pose;
  int x;
  int y;
  int asked;
  double score;
  double beside[pose::kStraightSteps];
};

/// The most pixels of a needle that is climbed with: a block sums its windows alone, in 32 bits.
inline constexpr double kMostClimbed = 1 << 15;

/// Climbs from each start (pose::DevicePoses::climb).
std::vector<ClimbEnd> climb(const Gpu& gpu, const DevicePlane& scene, const NeedleCorners& needle,
                            const GridOnGpu& grid, const pose::ClimbRule& rule,
                            std::span<const ClimbStart> starts);

}  // namespace espy::cuda
