// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>

#include "espy/engine/pose.h"
#include "pose/device_poses.h"

/// The function that the engine `cuda` registers, and its device part.
namespace espy::cuda {

/// `FindPosed`: coarse to fine on the CPU with sums from the GPU; exhaustive by the GPU's scored
/// search.
PosedPlaces findPosed(const Scene& scene, std::span<const Needle> needles,
                      std::span<const PoseGrid> grids, const ScoreOptions& options,
                      PoseSearch search, const Control& control, RunReport& report);

/// Null for scenes that are not grey, and if GPU memory is short.
std::unique_ptr<pose::DevicePoses> posesOnDevice(const Scene& scene, const Control& control,
                                                 RunReport& report);

}  // namespace espy::cuda
