// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/judge/kernels.h"
#include "lab/sparse_gpu.h"

/// Kernels of sparse-network.
namespace espy::cuda {

/// A layer of unpadded rows: output i depends on the inputs from i on.
struct SparseLayerOnGpu {
  const float* weights;
  const float* biases;
  std::int64_t outputs;
  int neighbours;
};

/// One launch per layer for all samples.
void queueSparseNaive(const SparseLayerOnGpu& layer, const DeviceSamples& from,
                      const DeviceSamples& to, int block, const Stream& stream);
void queueSparseShared(const SparseLayerOnGpu& layer, const DeviceSamples& from,
                       const DeviceSamples& to, int block, const Stream& stream);

/// With the paper's arithmetic.
struct DoubleLayerOnGpu {
  const double* inputs;
  const double* weights;  ///< [i][r]
  double bias;
  double* outputs;
  std::int64_t count;
  int neighbours;
};

/// One launch per layer and sample.
void queueSparseDoubles(const DoubleLayerOnGpu& layer, lab::SparseDoublesKernel kernel,
                        const Stream& stream);

}  // namespace espy::cuda
