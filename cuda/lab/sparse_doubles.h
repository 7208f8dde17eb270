// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/base/stream.h"
#include "lab/sparse_gpu.h"

/// Kernels of sparse-network with the paper's arithmetic: one launch per layer and sample.
namespace espy::cuda {

struct DoubleLayerOnGpu {
  const double* inputs;
  const double* weights;  ///< [i][r]
  double bias;
  double* outputs;
  std::int64_t count;
  int neighbours;
};

void queueSparseDoubles(const DoubleLayerOnGpu& layer, lab::SparseDoublesKernel kernel,
                        const Stream& stream);

}  // namespace espy::cuda
