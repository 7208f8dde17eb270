// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/base/gpu.h"

namespace espy::bench {

/// Queues a kernel that spins for about this time, so that the host can queue the work behind it:
/// events then time the GPU alone.
void holdGpu(const cuda::Stream& stream, int microseconds);

/// Queues a kernel that only multiplies and adds bytes with the tensor cores' warp instruction
/// (mma), to measure peak throughput; see also cuda/lab/rates.h. Returns the number of
/// operations; 0 if the library has no such code for this GPU.
double queueByteProducts(cuda::Gpu& gpu);

/// Number of elements that differ. Synchronises with the stream.
std::int64_t countDifferences(cuda::Gpu& gpu, const float* a, const float* b, std::int64_t count);

}  // namespace espy::bench
