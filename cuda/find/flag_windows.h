// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "cuda/base/device_image.h"
#include "cuda/base/gpu.h"
#include "espy/engine/find.h"

/// Passes 1 and 2 of DESIGN for places that are known: kernels over flag planes in device memory.
namespace espy::cuda {

/// Pass 2 for windows of one size: copies `bases` to `flags` and flags the members of each base's
/// window. With `accumulate`, adds the members to what `flags` holds, and bases become members.
void flagMembers(Gpu& gpu, const DevicePlane& bases, Size window, bool accumulate,
                 const DevicePlane& flags);

/// Flags these upper-left pixels as bases; nothing else changes. `firstRow` of the scene is row 0
/// of the plane, and what lies outside it is left out.
void setBases(Gpu& gpu, std::span<const Place> places, std::int64_t firstRow,
              const DevicePlane& flags);

}  // namespace espy::cuda
