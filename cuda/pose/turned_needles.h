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

/// Local maxima (8 neighbours) with at least this zncc of these grey needles in an 8-bit grey
/// picture; unordered. Nothing if needles are too large or memory is short.
std::optional<std::vector<Peak>> turnedPeaks(const Gpu& gpu, const DevicePlane& scene,
                                             std::span<const ScoredNeedle> needles, double minScore,
                                             const Control& control);

}  // namespace espy::cuda
