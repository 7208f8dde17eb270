// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "cuda/base/device_image.h"
#include "cuda/base/gpu.h"
#include "cuda/base/memory.h"
#include "pose/device_poses.h"

namespace espy::cuda {

/// A needle on the GPU, 2^enlarged times its nominal size.
struct NeedleToTurn {
  DevicePlane plane;
  int enlarged = 0;
};

/// Warps a needle and sums it against the windows of some positions, in integers. Needle and scene
/// are 8-bit grey, and all of the needle's pixels count.
std::vector<pose::DevicePoses::BlockSums> sumBlocks(
    const Gpu& gpu, const DevicePlane& scene, const NeedleToTurn& needle, const PoseGrid& grid,
    std::span<const pose::DevicePoses::Block> blocks, const Control& control);

}  // namespace espy::cuda
