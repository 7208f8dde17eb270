// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "espy/engine/pose.h"
#include "espy/engine/score.h"
#include "pose/device_poses.h"
#include "pose/warp_needle.h"

namespace espy::pose {

/// A device that does part of the search.
struct DeviceSearch {
  /// Null for unsuitable scenes.
  DevicePoses* poses = nullptr;
  /// For needles that are too small for a pyramid.
  const FindScored::Function& find;
  const Scene& scene;  ///< argument of `find`
};

/// `FindPosed` of the CPU engines, coarse to fine: every n-th pose at all positions of the coarsest
/// level, then hill climbing from level to level. Small needles are searched exhaustively. A device
/// may do part of it, with the same result. Frames of a stream (find/stream_memory.h) are searched
/// again only around what changed, with the same result.
PosedPlaces poseFast(const ImageView& scene, std::span<const Needle> needles,
                     std::span<const PoseGrid> grids, const ScoreOptions& options, int threads,
                     const Control& control, RunReport& report,
                     const DeviceSearch* device = nullptr);

/// Refines a match between the grid's positions and poses by least squares: translation, rotation,
/// scaling, gain and offset, over the pixels inside the scene. Rejects results beyond the next
/// pose. Angle and scale change only if the grid has more than one.
void refinePose(const ImageView& scene, const NeedleWarper& warper, const PoseGrid& grid,
                const PosedPeak& place, Match& match);

}  // namespace espy::pose
