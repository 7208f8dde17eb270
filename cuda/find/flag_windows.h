// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "cuda/base/device_image.h"
#include "cuda/base/gpu.h"
#include "espy/engine/find.h"

/// Kernels that make flag planes from known positions, in device memory: 1 where a match starts
/// (pass 1), 2 elsewhere inside its window (pass 2).
namespace espy::cuda {

/// Pass 2 for windows of one size: copies `bases` to `flags` and flags the members of each base's
/// window. With `accumulate`, adds members to `flags`, and bases become members.
void flagMembers(Gpu& gpu, const DevicePlane& bases, Size window, bool accumulate,
                 const DevicePlane& flags);

/// Sets the flags of these upper-left pixels to base. `firstRow` of the scene is row 0 of the
/// plane; positions outside are ignored.
void setBases(Gpu& gpu, std::span<const Place> places, std::int64_t firstRow,
              const DevicePlane& flags);

}  // namespace espy::cuda
