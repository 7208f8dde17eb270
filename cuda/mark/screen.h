// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/base/device_image.h"
#include "cuda/base/gpu.h"
#include "espy/mark.h"

namespace espy::cuda {

/// Flags the pixels of which no colour sample is further than `tolerance` from the colour's.
void screenOnDevice(Gpu& gpu, const DevicePlane& scene, PixelFormat format, Colour keep,
                    int tolerance, const DevicePlane& flags);

}  // namespace espy::cuda
