// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/base/host_device.h"
#include "cuda/base/stream.h"
#include "lab/tensor_descent.h"

/// Kernels of tensor-descent.
namespace espy::cuda {

/// Six volumes, one after another.
struct DeviceTensors {
  float* numbers = nullptr;
  lab::VolumeSize size;

  ESPY_HOST_DEVICE std::int64_t voxels() const {
    return std::int64_t{size.width} * size.height * size.depth;
  }
  ESPY_HOST_DEVICE float* part(int k) const { return numbers + k * voxels(); }
};

/// Blocks of a launch of GlobalSync's TVnorm: a partial sum for each.
std::int64_t variationBlocks(lab::VolumeSize size, int side);

/// LLT: D = L L^T, a thread a voxel.
void queueSquares(const DeviceTensors& factors, const DeviceTensors& tensors, const Stream& stream);
/// TVnorm of element k: a partial sum for each block.
void queueVariation(const DeviceTensors& tensors, int k, int side, float* partial,
                    const Stream& stream);
/// Reduction, in one block: adds the `blocks` partial sums of each element, in turn, and stores the
/// elements' shares of all total variation.
void queueShares(const float* partials, std::int64_t blocks, float* shares, const Stream& stream);
/// P of element k. Blocks of side x side x 4 threads, of which the outermost compute what
/// neighbouring blocks do.
void queueCurvature(const DeviceTensors& tensors, int k, int side, const float* shares,
                    const DeviceTensors& steps, const Stream& stream);
/// Solver for element k of L.
void queueSolver(const DeviceTensors& noisy, const DeviceTensors& steps,
                 const DeviceTensors& factors, int k, const lab::DescentStep& step,
                 const DeviceTensors& next, const Stream& stream);

/// Global memory of the kernels of one launch a step.
struct RegionScratch {
  DeviceTensors tensors;      ///< of ThreadSync
  DeviceTensors differences;  ///< of ThreadSync: three differences, three normals
  float* sums;                ///< a number for each thread
};
/// Threads of a launch, of all blocks.
std::int64_t regionThreads(lab::DescentVersion version, lab::VolumeSize size, int side);
void queueRegions(lab::DescentVersion version, int side, const DeviceTensors& noisy,
                  const DeviceTensors& factors, const lab::DescentStep& step,
                  const RegionScratch& scratch, const Stream& stream);

}  // namespace espy::cuda
