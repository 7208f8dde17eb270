// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The five kernels of tensor-descent's GlobalSync.
#include "cuda/base/launch.cuh"
#include "cuda/lab/tensor_kernels.h"

namespace espy::cuda {
namespace {

using lab::kTensorParts;
using lab::VolumeSize;

constexpr int kDepth = 4;  ///< of a thread block

__global__ void __launch_bounds__(kBlockThreads)
    squares(DeviceTensors factors, DeviceTensors tensors) {
  const std::int64_t voxel = std::int64_t{blockIdx.x} * kBlockThreads + threadIdx.x;
  if (voxel >= factors.voxels()) return;
  float l[kTensorParts];
  float d[kTensorParts];
  for (int k = 0; k < kTensorParts; ++k) l[k] = factors.part(k)[voxel];
  lab::squareOf(l, d);
  for (int k = 0; k < kTensorParts; ++k) tensors.part(k)[voxel] = d[k];
}

/// A thread's voxel, maybe outside of the volume.
struct Place {
  int x;
  int y;
  int z;
  bool inside;
  std::int64_t voxel;

  /// Blocks are `across` x `across` x `deep` voxels apart, and begin `halo` before.
  __device__ Place(const VolumeSize& size, int across, int deep, int halo)
      : x(static_cast<int>(blockIdx.x) * across + static_cast<int>(threadIdx.x) - halo),
        y(static_cast<int>(blockIdx.y) * across + static_cast<int>(threadIdx.y) - halo),
        z(static_cast<int>(blockIdx.z) * deep + static_cast<int>(threadIdx.z) - halo),
        inside(x >= 0 && y >= 0 && z >= 0 && x < size.width && y < size.height && z < size.depth),
        voxel((std::int64_t{z} * size.height + y) * size.width + x) {}
};

/// u(p - 1) - u(p), 0 at the border.
struct Differences {
  float x = 0;
  float y = 0;
  float z = 0;

  __device__ Differences(const float* u, const VolumeSize& size, const Place& at) {
    if (!at.inside) return;
    const float own = u[at.voxel];
    const std::int64_t slice = std::int64_t{size.width} * size.height;
    if (at.x > 0) x = u[at.voxel - 1] - own;
    if (at.y > 0) y = u[at.voxel - size.width] - own;
    if (at.z > 0) z = u[at.voxel - slice] - own;
  }
};

template <int side>
__global__ void __launch_bounds__(side* side* kDepth)
    variation(DeviceTensors tensors, int k, float* partial) {
  __shared__ float sums[side * side * kDepth];
  const Place at(tensors.size, side, kDepth, 0);
  const Differences own(tensors.part(k), tensors.size, at);
  const int thread = (static_cast<int>(threadIdx.z) * side + static_cast<int>(threadIdx.y)) * side +
                     static_cast<int>(threadIdx.x);
  sums[thread] = sqrtf(own.x * own.x + own.y * own.y + own.z * own.z);
  for (int half = side * side * kDepth / 2; half > 0; half /= 2) {
    __syncthreads();
    if (thread < half) sums[thread] += sums[thread + half];
  }
  if (thread == 0) {
    partial[(std::int64_t{blockIdx.z} * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x] = sums[0];
  }
}

__global__ void __launch_bounds__(kBlockThreads)
    shares(const float* partials, std::int64_t blocks, float* shares) {
  __shared__ double sums[kBlockThreads];
  double variations[kTensorParts];
  double all = 0;
  for (int k = 0; k < kTensorParts; ++k) {
    double own = 0;
    for (std::int64_t i = threadIdx.x; i < blocks; i += kBlockThreads) {
      own += partials[k * blocks + i];
    }
    sums[threadIdx.x] = own;
    for (unsigned half = kBlockThreads / 2; half > 0; half /= 2) {
      __syncthreads();
      if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    }
    __syncthreads();
    variations[k] = sums[0];
    all += (lab::standsTwice(k) ? 2 : 1) * variations[k] * variations[k];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    for (int k = 0; k < kTensorParts; ++k) {
      shares[k] = all == 0 ? 0 : static_cast<float>(variations[k] / sqrt(all));
    }
  }
}

template <int side>
__global__ void __launch_bounds__(side* side* kDepth)
    curvature(DeviceTensors tensors, int k, const float* shares, DeviceTensors steps) {
  constexpr int kThreads = side * side * kDepth;
  __shared__ float ux[kThreads];
  __shared__ float uy[kThreads];
  __shared__ float uz[kThreads];
  __shared__ float nx[kThreads];
  __shared__ float ny[kThreads];
  __shared__ float nz[kThreads];
  const Place at(tensors.size, side - 2, kDepth - 2, 1);
  const auto i = static_cast<int>(threadIdx.x);
  const auto j = static_cast<int>(threadIdx.y);
  const auto l = static_cast<int>(threadIdx.z);
  constexpr int kSlice = side * side;
  const int own = l * kSlice + j * side + i;

  const Differences of(tensors.part(k), tensors.size, at);
  ux[own] = of.x;
  uy[own] = of.y;
  uz[own] = of.z;
  __syncthreads();
  const bool hasX = i < side - 1;
  const bool hasY = j < side - 1;
  const bool hasZ = l < kDepth - 1;
  const auto mean = [&](const float* u, int next, int before) {
    return lab::meanOfFour(u[own], u[own - before], u[own + next], u[own - before + next]);
  };
  if (i > 0 && hasY && hasZ) {
    nx[own] = lab::normalOf(of.x, mean(uy, side, 1), mean(uz, kSlice, 1));
  }
  if (j > 0 && hasX && hasZ) {
    ny[own] = lab::normalOf(of.y, mean(ux, 1, side), mean(uz, kSlice, side));
  }
  if (l > 0 && hasX && hasY) {
    nz[own] = lab::normalOf(of.z, mean(ux, 1, kSlice), mean(uy, side, kSlice));
  }
  __syncthreads();
  if (i > 0 && j > 0 && l > 0 && hasX && hasY && hasZ && at.inside) {
    const float all =
        nx[own] - nx[own + 1] + (ny[own] - ny[own + side]) + (nz[own] - nz[own + kSlice]);
    steps.part(k)[at.voxel] = all * shares[k];
  }
}

__global__ void __launch_bounds__(kBlockThreads)
    solver(DeviceTensors noisy, DeviceTensors steps, DeviceTensors factors, int element,
           lab::DescentStep step, DeviceTensors next) {
  const std::int64_t voxel = std::int64_t{blockIdx.x} * kBlockThreads + threadIdx.x;
  if (voxel >= factors.voxels()) return;
  float l[kTensorParts];
  float p[kTensorParts];
  float wanted[kTensorParts];
  for (int k = 0; k < kTensorParts; ++k) {
    l[k] = factors.part(k)[voxel];
    p[k] = steps.part(k)[voxel];
    wanted[k] = noisy.part(k)[voxel];
  }
  lab::descend(step, wanted, p, l);
  // Without dynamic indexing, so that l stays in registers.
  float own = 0;
  for (int k = 0; k < kTensorParts; ++k) own = k == element ? l[k] : own;
  next.part(element)[voxel] = own;
}

dim3 blocksOf(VolumeSize size, int across, int deep) {
  const auto count = [](int extent, int each) {
    return static_cast<unsigned>((extent + each - 1) / each);
  };
  return {count(size.width, across), count(size.height, across), count(size.depth, deep)};
}

dim3 threadsOf(int side) {
  return {static_cast<unsigned>(side), static_cast<unsigned>(side), kDepth};
}

}  // namespace

std::int64_t variationBlocks(VolumeSize size, int side) {
  const dim3 blocks = blocksOf(size, side, kDepth);
  return std::int64_t{blocks.x} * blocks.y * blocks.z;
}

void queueSquares(const DeviceTensors& factors, const DeviceTensors& tensors,
                  const Stream& stream) {
  launch("squares", squares, blocksFor(factors.voxels(), kBlockThreads), kBlockThreads, stream,
         factors, tensors);
}

void queueVariation(const DeviceTensors& tensors, int k, int side, float* partial,
                    const Stream& stream) {
  launch("variation", side == 8 ? variation<8> : variation<16>,
         blocksOf(tensors.size, side, kDepth), threadsOf(side), stream, tensors, k, partial);
}

void queueShares(const float* partials, std::int64_t blocks, float* of, const Stream& stream) {
  launch("shares", shares, 1, kBlockThreads, stream, partials, blocks, of);
}

void queueCurvature(const DeviceTensors& tensors, int k, int side, const float* of,
                    const DeviceTensors& steps, const Stream& stream) {
  launch("curvature", side == 8 ? curvature<8> : curvature<16>,
         blocksOf(tensors.size, side - 2, kDepth - 2), threadsOf(side), stream, tensors, k, of,
         steps);
}

void queueSolver(const DeviceTensors& noisy, const DeviceTensors& steps,
                 const DeviceTensors& factors, int k, const lab::DescentStep& step,
                 const DeviceTensors& next, const Stream& stream) {
  launch("solver", solver, blocksFor(factors.voxels(), kBlockThreads), kBlockThreads, stream, noisy,
         steps, factors, k, step, next);
}

}  // namespace espy::cuda
