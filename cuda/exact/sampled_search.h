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
  std::vector<Hit> hits;  ///< in no order
  /// Needles of the group that met their runs too often; what `hits` holds of them is not complete.
  std::vector<std::uint32_t> givenUp;
};

/// The sampled search of core/exact/sampled.h on the device, for needles without a range, with a
/// plan of `planUnhashed`. Times itself as "pass 1".
SampledResult findSampled(Gpu& gpu, const DevicePlane& scene,
                          std::span<const exact::Pattern* const> group, const exact::Plan& plan,
                          StageClock& clock, const Control& control);

/// Its first half, for a scene of which only the rows of the lattice are on the device (one after
/// the other): windows whose one row there looks right. Whether they are matches is for the caller
/// to find out. `scene` has the size of the whole one.
SampledResult proposeFromRows(Gpu& gpu, const DevicePlane& latticeRows, Size scene,
                              std::span<const exact::Pattern* const> group, const exact::Plan& plan,
                              StageClock& clock, const Control& control);

}  // namespace espy::cuda
