// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/judge/kernels.h"

/// The kernels of sparse-network, each in a file of its own (sparse_*.cu): one layer of all samples
/// a launch.
namespace espy::cuda {

/// A layer of rows that are not padded: output i sees the inputs from i on.
struct SparseLayerOnCard {
  const float* weights;
  const float* biases;
  std::int64_t outputs;
  int neighbours;
};

void queueSparseNaive(const SparseLayerOnCard& layer, const DeviceSamples& from,
                      const DeviceSamples& to, int block, const Stream& stream);
void queueSparseShared(const SparseLayerOnCard& layer, const DeviceSamples& from,
                       const DeviceSamples& to, int block, const Stream& stream);

}  // namespace espy::cuda
