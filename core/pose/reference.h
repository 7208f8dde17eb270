// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "espy/engine/pose.h"
#include "pose/warp_needle.h"

namespace espy::pose {

/// A needle in a pose, pixel by pixel: the definition. `weighted`: alpha and mask say how much a
/// pixel weighs.
WarpedNeedle warpByReference(const Needle& needle, const GridPose& pose, bool weighted);

/// `FindPosed` of the engine "reference": the score of every pose at every place.
PosedPlaces poseByReference(const ImageView& scene, std::span<const Needle> needles,
                            std::span<const PoseGrid> grids, const ScoreOptions& options,
                            const Control& control, RunReport& report);

}  // namespace espy::pose
