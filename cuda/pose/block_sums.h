// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "cuda/base/device_image.h"
#include "cuda/base/gpu.h"
#include "cuda/base/memory.h"
#include "pose/elsewhere.h"

namespace espy::cuda {

/// A needle on the card, 2^enlarged times as large as poses are meant for.
struct NeedleToTurn {
  DevicePlane plane;
  int enlarged = 0;
};

/// Turns a needle and holds it against the windows of some places, pixel by pixel: in the needle's
/// pixels as in the scene's, nothing but whole numbers. Needle and scene are grey pictures of
/// bytes, and all of the needle's pixels count.
std::vector<pose::PosesElsewhere::BlockSums> sumBlocks(
    const Gpu& gpu, const DevicePlane& scene, const NeedleToTurn& needle, const PoseGrid& grid,
    std::span<const pose::PosesElsewhere::Block> blocks, const Control& control);

}  // namespace espy::cuda
