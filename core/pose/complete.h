// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "espy/engine/pose.h"
#include "espy/engine/score.h"

namespace espy::pose {

/// `FindPosed` by exhaustive search: every pose by the engine's scored search, then non-maximum
/// suppression between poses. `view` is the scene. `onProcessor`: `find` runs there, so that poses
/// are rejected first that it would take longer to search (`PartBound`).
PosedPlaces poseCompletely(const FindScored::Function& find, const Scene& scene,
                           const ImageView& view, std::span<const Needle> needles,
                           std::span<const PoseGrid> grids, const ScoreOptions& options,
                           int threads, const Control& control, RunReport& report,
                           bool onProcessor);

}  // namespace espy::pose
