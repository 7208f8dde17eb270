// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "cuda/base/device_image.h"
#include "cuda/base/gpu.h"
#include "cuda/score/needle.h"
#include "espy/engine/score.h"

namespace espy::cuda {

/// All places of a grey picture of bytes at which one of these grey needles has at least this zncc,
/// and no less than at the eight places around; in no order. Nothing where that is not for this
/// card, or these needles: they are too large, or there is no room.
std::optional<std::vector<Peak>> turnedPeaks(const Gpu& gpu, const DevicePlane& scene,
                                             std::span<const ScoredNeedle> needles, double minScore,
                                             const Control& control);

}  // namespace espy::cuda
