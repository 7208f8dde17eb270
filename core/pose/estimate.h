// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/engine/pose.h"
#include "espy/engine/score.h"

namespace espy::pose {

/// Up to this number of poses the exhaustive search is as fast.
inline constexpr std::size_t kFewPoses = 8;

/// Estimated cost in nanoseconds on one thread of searching for a needle's poses: each pose that is
/// tried at the level that is searched at all positions - full size, where a coarser one has too
/// little detail or `search` is complete - by its positions and the samples of its window. Climbs
/// from level to level are not known in advance, nor how many positions bounds prune.
double searchNanoseconds(Size scene, PixelFormat format, const Needle& needle, const PoseGrid& grid,
                         const ScoreOptions& options, PoseSearch search);

}  // namespace espy::pose
