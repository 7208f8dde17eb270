// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "espy/engine/pose.h"
#include "pose/warp_needle.h"

namespace espy::pose {

/// The definition of a warped needle, pixel by pixel. `weighted`: alpha and mask are weights.
WarpedNeedle warpByReference(const Needle& needle, const GridPose& pose, bool weighted);

/// `FindPosed` of the engine "reference": every pose at every position.
PosedPlaces poseByReference(const ImageView& scene, std::span<const Needle> needles,
                            std::span<const PoseGrid> grids, const ScoreOptions& options,
                            const Control& control, RunReport& report);

}  // namespace espy::pose
