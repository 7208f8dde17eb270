// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cuda/base/device_image.h"
#include "cuda/base/gpu.h"

namespace espy::cuda {

/// A grey picture of bytes at 1/2^shift, byte for byte as `pose::halved` makes it of the one
/// before, without that one's rim. What is made on the way is kept in `levels`. Shift 0 is the
/// picture.
const DeviceImage& levelOf(const Gpu& gpu, const DeviceImage& picture,
                           std::vector<DeviceImage>& levels, int shift);

}  // namespace espy::cuda
