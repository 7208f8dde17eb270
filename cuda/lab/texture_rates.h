// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/base/gpu.h"

namespace espy::cuda {

/// Products of bytes, added up by the tensor cores, by a kernel of nothing else. Each queues such a
/// kernel and says how many products that is; `result` is one word on the device.
///
/// As a warp asks for them.
double queueWarpProducts(const Gpu& gpu, std::int32_t* result);
/// As four warps ask for them together. Only on Hopper, see `hasWarpGroups`.
double queueGroupProducts(const Gpu& gpu, std::int32_t* result);

}  // namespace espy::cuda
