// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>

#include "espy/engine/pose.h"
#include "pose/device_poses.h"

/// The function that the engine `cuda` gives to the registry, and the part of it that runs there.
namespace espy::cuda {

/// `FindPosed`: coarse to fine by the processor with the GPU's sums; completely by its scored
/// search.
PosedPlaces findPosed(const Scene& scene, std::span<const Needle> needles,
                      std::span<const PoseGrid> grids, const ScoreOptions& options,
                      PoseSearch search, const Control& control, RunReport& report);

/// Null for scenes that are not grey, and where the GPU has no room.
std::unique_ptr<pose::DevicePoses> posesOnDevice(const Scene& scene, const Control& control,
                                                 RunReport& report);

}  // namespace espy::cuda
