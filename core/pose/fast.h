// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "espy/engine/pose.h"
#include "espy/engine/score.h"
#include "pose/elsewhere.h"

namespace espy::pose {

/// An engine that takes a part of it.
struct PosesDevice {
  /// Sums; null where that is not for such a scene.
  PosesElsewhere* poses = nullptr;
  /// For needles that are too small to be halved,
  const FindScored::Function& find;
  const Scene& scene;  ///< in this
};

/// `FindPosed` of the engines on the processor, coarse to fine: at the smallest size at which
/// enough of a needle is left all poses, some steps apart, are looked for everywhere; what may lead
/// to a match climbs, size by size, to where no neighbour beats it. Needles that are too small for
/// that are searched completely.
/// What a device can do of it is done there, and nothing else comes of it.
PosedPlaces poseFast(const ImageView& scene, std::span<const Needle> needles,
                     std::span<const PoseGrid> grids, const ScoreOptions& options, int threads,
                     const Control& control, RunReport& report,
                     const PosesDevice* device = nullptr);

}  // namespace espy::pose
