// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/judge/kernels.h"

/// Kernels of sparse-network, one file each (sparse_*.cu): one launch per layer for all samples.
namespace espy::cuda {

/// A layer of unpadded rows: output i depends on the inputs from i on.
struct SparseLayerOnGpu {
  const float* weights;
  const float* biases;
  std::int64_t outputs;
  int neighbours;
};

void queueSparseNaive(const SparseLayerOnGpu& layer, const DeviceSamples& from,
                      const DeviceSamples& to, int block, const Stream& stream);
void queueSparseShared(const SparseLayerOnGpu& layer, const DeviceSamples& from,
                       const DeviceSamples& to, int block, const Stream& stream);

}  // namespace espy::cuda
