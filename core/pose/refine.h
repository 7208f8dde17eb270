// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/engine/pose.h"
#include "pose/warp_needle.h"

namespace espy::pose {

/// Says in a match that was made of a place and pose of a grid where it lies between places and
/// poses, by least squares: the needle's pixels, moved, turned and scaled by a little, in the light
/// that fits best; only those that lie inside the scene. What leads further than to the next pose
/// is not believed. Angle and scale change only where the grid has more than one.
void refinePose(const ImageView& scene, const NeedleWarper& warper, const PoseGrid& grid,
                const PosedPeak& place, Match& match);

}  // namespace espy::pose
