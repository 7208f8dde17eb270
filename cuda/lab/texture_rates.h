// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/base/gpu.h"

namespace espy::cuda {

/// Peak rates of the tensor cores. Each queues a kernel that only multiplies bytes, and returns its
/// number of products; `result` is one word on the device.
///
/// With instructions per warp (mma).
double queueWarpProducts(const Gpu& gpu, std::int32_t* result);
/// With instructions per warp group (wgmma); Hopper only, see `hasWarpGroups`.
double queueGroupProducts(const Gpu& gpu, std::int32_t* result);

}  // namespace espy::cuda
