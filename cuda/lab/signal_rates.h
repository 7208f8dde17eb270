// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/base/gpu.h"

namespace espy::cuda {

/// Arithmetic that a kernel of nothing else does, to know what the device can do at best. Each
/// queues such a kernel and says how many operations that is; `result` is one word on the device.
///
/// Absolute differences of bytes, four at once, added up.
double queueByteDifferences(const Gpu& gpu, std::uint32_t* result);
/// Absolute differences of floats, added up.
double queueFloatDifferences(const Gpu& gpu, std::uint32_t* result);

}  // namespace espy::cuda
