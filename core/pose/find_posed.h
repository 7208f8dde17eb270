// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "espy/engine/pose.h"

namespace espy::pose {

/// `find` in several poses, by score, before a judge filters: runs an engine, selects matches, and
/// refines each to fractions of a pixel and of a pose step, which does not change its score.
/// Overlaps are those of the rotated windows.
Finding findPosed(const Registry& registry, const Scene& scene, std::span<const Needle> needles,
                  const FindOptions& options);

/// `FindPosed` for an engine with `FindScored`: exhaustive, pose by pose. The CPU adds matches that
/// overlap the border, so it needs the scene's pixels.
PosedPlaces poseByScores(const FindScored::Function& find, const Scene& scene,
                         std::span<const Needle> needles, std::span<const PoseGrid> grids,
                         const ScoreOptions& options, PoseSearch search, const Control& control,
                         RunReport& report);

}  // namespace espy::pose
