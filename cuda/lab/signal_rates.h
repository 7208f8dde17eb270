// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/base/gpu.h"

namespace espy::cuda {

/// Peak arithmetic rates. Each queues a kernel that only computes, and returns its number of
/// operations; `result` is one word on the device.
///
/// Sums of absolute differences of bytes, four at once.
double queueByteDifferences(const Gpu& gpu, std::uint32_t* result);
/// Sums of absolute differences of floats.
double queueFloatDifferences(const Gpu& gpu, std::uint32_t* result);

}  // namespace espy::cuda
