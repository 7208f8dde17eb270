// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Michael's lists: core/lab/hash_lists.h with a thread per operation.
#include "cuda/base/launch.cuh"
#include "cuda/lab/hash_kernels.h"
#include "cuda/lab/hash_memory.cuh"

namespace espy::cuda {
namespace {

__global__ void hashLists(lab::HashLists lists, DeviceBatch batch) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= batch.count) return;
  batch.answers[i] =
      lab::runOnLists<DeviceMemory>(lists, batch.operations[i], batch.keys[i], batch.values[i]);
}

}  // namespace

void queueHashLists(const lab::HashLists& lists, const DeviceBatch& batch, const Stream& stream) {
  launch("hashLists", hashLists, blocksFor(batch.count, batch.block),
         static_cast<unsigned>(batch.block), stream, lists, batch);
}

}  // namespace espy::cuda
