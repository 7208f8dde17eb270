// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "espy/pose.h"
#include "pose/elsewhere.h"

namespace espy::pose {

/// `FindPosed` of the engines on the processor, coarse to fine: at the smallest size at which
/// enough of a needle is left all poses, some steps apart, are looked for everywhere; what may lead
/// to a match climbs, size by size, to where no neighbour beats it. Needles that are too small for
/// that are searched completely.
/// What a device can do of it is done there.
PosedPlaces poseFast(const ImageView& scene, std::span<const Needle> needles,
                     std::span<const PoseGrid> grids, const ScoreOptions& options, int threads,
                     const Control& control, RunReport& report,
                     PosesElsewhere* elsewhere = nullptr);

}  // namespace espy::pose
