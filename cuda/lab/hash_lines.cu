// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Open addressing in cache lines: core/lab/hash_lines.h with a thread per operation.
#include "cuda/base/launch.cuh"
#include "cuda/lab/hash_kernels.h"
#include "cuda/lab/hash_memory.cuh"

namespace espy::cuda {
namespace {

template <lab::HashOperation kPhase>
__global__ void hashLines(lab::HashLines table, DeviceBatch batch, std::uint32_t* full) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= batch.count || batch.operations[i] != kPhase) return;
  const std::uint32_t value = kPhase == lab::HashOperation::insert ? batch.values[i] : 0;
  const std::uint32_t answer = lab::runOnLines<DeviceMemory>(table, kPhase, batch.keys[i], value);
  batch.answers[i] = answer;
  if (kPhase == lab::HashOperation::insert && answer == lab::kTableFull) *full = 1;
}

}  // namespace

void queueHashLines(const lab::HashLines& table, const DeviceBatch& batch, lab::HashOperation phase,
                    std::uint32_t* full, const Stream& stream) {
  using lab::HashOperation;
  const auto kernel = phase == HashOperation::insert   ? hashLines<HashOperation::insert>
                      : phase == HashOperation::search ? hashLines<HashOperation::search>
                                                       : hashLines<HashOperation::erase>;
  launch("hashLines", kernel, blocksFor(batch.count, batch.block),
         static_cast<unsigned>(batch.block), stream, table, batch, full);
}

}  // namespace espy::cuda
