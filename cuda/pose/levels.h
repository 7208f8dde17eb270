// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cuda/base/device_image.h"
#include "cuda/base/gpu.h"

namespace espy::cuda {

/// An 8-bit grey picture at 1/2^shift, byte for byte as `pose::halved`, without rim. Intermediate
/// levels are cached in `levels`. Shift 0 is the picture.
const DeviceImage& levelOf(const Gpu& gpu, const DeviceImage& picture,
                           std::vector<DeviceImage>& levels, int shift);

}  // namespace espy::cuda
