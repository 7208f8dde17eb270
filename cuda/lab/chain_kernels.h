// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/base/stream.h"
#include "lab/chain_task.h"

/// Kernels of chain-blocks (chapter 3 of the dissertation).
namespace espy::cuda {

/// A table in device memory.
struct DeviceChain {
  float* table = nullptr;  ///< points^2 costs by row
  std::int64_t points = 0;
  const float* factors = nullptr;  ///< of each point; null: all are 0
};

/// c = min(c, a b) of `call.count` blocks: a thread for each cost, tiles of 16 x 16 in shared
/// memory.
void queueRectangular(const DeviceChain& chain, const lab::ChainCall& call, const Stream& stream);

/// Completes `call.count` blocks, a thread block each, by diagonals. `merged`: the block and its
/// triangles are merged in shared memory, for up to `lab::kMostMerged` points; otherwise in global
/// memory.
void queueTriangular(const DeviceChain& chain, const lab::ChainCall& call, bool merged,
                     const Stream& stream);

/// c = a b of `size` x `size` matrices: the least sums, or sums of products. `size` is a multiple
/// of 16; c holds infinity or 0.
void queueProduct(const float* a, const float* b, float* c, std::int64_t size, bool isSum,
                  const Stream& stream);

}  // namespace espy::cuda
