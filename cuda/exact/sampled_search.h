// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cuda/base/device_image.h"
#include "cuda/base/gpu.h"
#include "cuda/exact/check_windows.h"
#include "espy/engine/exact.h"
#include "exact/plan.h"

namespace espy::cuda {

struct SampledResult {
  std::vector<Hit> hits;  ///< unordered
  /// Needles of the group with too many candidates; their `hits` are incomplete.
  std::vector<std::uint32_t> givenUp;
};

/// The sampled search of core/exact/sampled.h on the device, for needles whose samples each match
/// one value only (not `Pattern::ranged`), with a plan of `planUnhashed`. Times itself as "pass 1".
SampledResult findSampled(Gpu& gpu, const DevicePlane& scene,
                          std::span<const exact::Pattern* const> group, const exact::Plan& plan,
                          StageClock& clock, const Control& control);

/// Its first half, for a scene of which only the rows of the lattice are on the device,
/// contiguously: returns windows whose probed row matches, for the caller to verify. `scene`: size
/// of the whole scene.
SampledResult proposeFromRows(Gpu& gpu, const DevicePlane& latticeRows, Size scene,
                              std::span<const exact::Pattern* const> group, const exact::Plan& plan,
                              StageClock& clock, const Control& control);

}  // namespace espy::cuda
