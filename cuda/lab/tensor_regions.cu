// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// tensor-descent's ThreadSync and UnSync: a launch a step, blocks that are independent of each
// other, and no shared memory.
#include "cuda/base/launch.cuh"
#include "cuda/lab/tensor_kernels.h"

namespace espy::cuda {
namespace {

using lab::kTensorParts;
using lab::VolumeSize;

__device__ inline int threadOfBlock() {
  return static_cast<int>((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x);
}

/// The sum over the block, whose threads are a power of two. `sums` is global memory.
__device__ float sumOfBlock(float own, float* sums) {
  const auto threads = static_cast<int>(blockDim.x * blockDim.y * blockDim.z);
  const std::int64_t block =
      (std::int64_t{blockIdx.z} * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  float* at = sums + block * threads;
  const int thread = threadOfBlock();
  at[thread] = own;
  for (int half = threads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (thread < half) at[thread] += at[thread + half];
  }
  __syncthreads();
  const float sum = at[0];
  __syncthreads();
  return sum;
}

/// Total variations to shares of the whole tensor's.
__device__ inline void toShares(float (&variations)[kTensorParts]) {
  float all = 0;
  for (int k = 0; k < kTensorParts; ++k) {
    all += (lab::standsTwice(k) ? 2 : 1) * variations[k] * variations[k];
  }
  const float factor = all == 0 ? 0 : 1 / sqrtf(all);
  for (float& variation : variations) variation *= factor;
}

/// A thread's voxel in ThreadSync. Neighbours beyond the block do not exist.
struct Cell {
  bool inside;
  std::int64_t voxel;
  std::int64_t strides[3];
  bool first[3];
  bool last[3];

  __device__ explicit Cell(const VolumeSize& size) {
    const unsigned local[3] = {threadIdx.x, threadIdx.y, threadIdx.z};
    const unsigned block[3] = {blockIdx.x, blockIdx.y, blockIdx.z};
    const unsigned extent[3] = {blockDim.x, blockDim.y, blockDim.z};
    const int whole[3] = {size.width, size.height, size.depth};
    strides[0] = 1;
    strides[1] = size.width;
    strides[2] = std::int64_t{size.width} * size.height;
    inside = true;
    voxel = 0;
#pragma unroll
    for (int axis = 0; axis < 3; ++axis) {
      const auto at = static_cast<int>(block[axis] * extent[axis] + local[axis]);
      inside = inside && at < whole[axis];
      first[axis] = local[axis] == 0;
      last[axis] = local[axis] == extent[axis] - 1 || at == whole[axis] - 1;
      voxel += at * strides[axis];
    }
  }
};

/// The element's differences at the cell, stored for the neighbours.
__device__ inline void storeDifferences(const Cell& cell, const float* u, float* const (&to)[3],
                                        float (&own)[3]) {
#pragma unroll
  for (int axis = 0; axis < 3; ++axis) {
    own[axis] =
        !cell.inside || cell.first[axis] ? 0 : u[cell.voxel - cell.strides[axis]] - u[cell.voxel];
    if (cell.inside) to[axis][cell.voxel] = own[axis];
  }
}

__device__ inline float meanAt(const Cell& cell, const float* differences, int axis, int along) {
  const std::int64_t other = cell.voxel - (cell.first[along] ? 0 : cell.strides[along]);
  const std::int64_t next = cell.strides[axis];
  const bool ends = cell.last[axis];
  return lab::meanOfFour(differences[cell.voxel], differences[other],
                         ends ? 0 : differences[cell.voxel + next],
                         ends ? 0 : differences[other + next]);
}

/// The element's curvature at the cell.
__device__ float curve(const Cell& cell, const float* u, float* const (&differences)[3],
                       float* const (&normals)[3]) {
  float own[3];
  storeDifferences(cell, u, differences, own);
  __syncthreads();
  if (cell.inside) {
#pragma unroll
    for (int axis = 0; axis < 3; ++axis) {
      const int one = axis == 0 ? 1 : 0;
      const int other = axis == 2 ? 1 : 2;
      normals[axis][cell.voxel] =
          lab::normalOf(own[axis], meanAt(cell, differences[one], one, axis),
                        meanAt(cell, differences[other], other, axis));
    }
  }
  __syncthreads();
  float curvature = 0;
  if (cell.inside) {
#pragma unroll
    for (int axis = 0; axis < 3; ++axis) {
      curvature += normals[axis][cell.voxel] -
                   (cell.last[axis] ? 0 : normals[axis][cell.voxel + cell.strides[axis]]);
    }
  }
  return curvature;
}

/// A thread a voxel.
__global__ void __launch_bounds__(256) threadSync(DeviceTensors noisy, DeviceTensors factors,
                                                  lab::DescentStep step, RegionScratch scratch) {
  const Cell cell(noisy.size);
  float l[kTensorParts] = {};
  float wanted[kTensorParts] = {};
  float d[kTensorParts];
  for (int k = 0; k < kTensorParts; ++k) {
    if (!cell.inside) continue;
    l[k] = factors.part(k)[cell.voxel];
    wanted[k] = noisy.part(k)[cell.voxel];
  }
  lab::squareOf(l, d);
  for (int k = 0; k < kTensorParts; ++k) {
    if (cell.inside) scratch.tensors.part(k)[cell.voxel] = d[k];
  }
  float* const differences[3] = {scratch.differences.part(0), scratch.differences.part(1),
                                 scratch.differences.part(2)};
  float* const normals[3] = {scratch.differences.part(3), scratch.differences.part(4),
                             scratch.differences.part(5)};
  __syncthreads();
  float shares[kTensorParts];
  for (int k = 0; k < kTensorParts; ++k) {
    float own[3];
    storeDifferences(cell, scratch.tensors.part(k), differences, own);
    shares[k] =
        sumOfBlock(sqrtf(own[0] * own[0] + own[1] * own[1] + own[2] * own[2]), scratch.sums);
  }
  toShares(shares);
  float p[kTensorParts];
  for (int k = 0; k < kTensorParts; ++k) {
    p[k] = shares[k] * curve(cell, scratch.tensors.part(k), differences, normals);
  }
  if (!cell.inside) return;
  lab::descend(step, wanted, p, l);
  for (int k = 0; k < kTensorParts; ++k) factors.part(k)[cell.voxel] = l[k];
}

constexpr int kVoxels = 8;  ///< of a thread in UnSync: bits of their number are x, y, z

/// A thread's differences of an element, 0 outside of the volume.
__device__ inline void differencesOf(const float (&u)[kVoxels], unsigned inside,
                                     float (&differences)[3][kVoxels]) {
#pragma unroll
  for (int axis = 0; axis < 3; ++axis) {
#pragma unroll
    for (int v = 0; v < kVoxels; ++v) {
      const int bit = 1 << axis;
      const bool has = (v & bit) != 0 && (inside >> v & 1U) != 0;
      differences[axis][v] = has ? u[v & ~bit] - u[v] : 0;
    }
  }
}

__device__ inline float meanWithin(const float (&differences)[kVoxels], int v, int axis,
                                   int along) {
  const int other = v & ~(1 << along);
  const int next = 1 << axis;
  const bool ends = (v & next) != 0;
  return lab::meanOfFour(differences[v], differences[other], ends ? 0 : differences[v | next],
                         ends ? 0 : differences[other | next]);
}

__device__ inline void curveWithin(const float (&u)[kVoxels], unsigned inside,
                                   float (&curvatures)[kVoxels]) {
  float differences[3][kVoxels];
  differencesOf(u, inside, differences);
#pragma unroll
  for (int v = 0; v < kVoxels; ++v) curvatures[v] = 0;
#pragma unroll
  for (int axis = 0; axis < 3; ++axis) {
    const int one = axis == 0 ? 1 : 0;
    const int other = axis == 2 ? 1 : 2;
    float normals[kVoxels];
#pragma unroll
    for (int v = 0; v < kVoxels; ++v) {
      normals[v] = lab::normalOf(differences[axis][v], meanWithin(differences[one], v, one, axis),
                                 meanWithin(differences[other], v, other, axis));
    }
#pragma unroll
    for (int v = 0; v < kVoxels; ++v) {
      const int bit = 1 << axis;
      curvatures[v] += normals[v] - ((v & bit) != 0 ? 0 : normals[v | bit]);
    }
  }
}

/// A thread for 2 x 2 x 2 voxels.
__global__ void __launch_bounds__(256)
    unSync(DeviceTensors noisy, DeviceTensors factors, lab::DescentStep step, float* sums) {
  const VolumeSize size = noisy.size;
  const int x = 2 * static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = 2 * static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  const int z = 2 * static_cast<int>(blockIdx.z * blockDim.z + threadIdx.z);
  const auto voxelOf = [&](int v) {
    return (std::int64_t{z + (v >> 2)} * size.height + y + (v >> 1 & 1)) * size.width + x + (v & 1);
  };
  unsigned inside = 0;
  float l[kVoxels][kTensorParts] = {};
#pragma unroll
  for (int v = 0; v < kVoxels; ++v) {
    if (x + (v & 1) >= size.width || y + (v >> 1 & 1) >= size.height ||
        z + (v >> 2) >= size.depth) {
      continue;
    }
    inside |= 1U << v;
    for (int k = 0; k < kTensorParts; ++k) l[v][k] = factors.part(k)[voxelOf(v)];
  }
  float d[kTensorParts][kVoxels];
#pragma unroll
  for (int v = 0; v < kVoxels; ++v) {
    float own[kTensorParts];
    lab::squareOf(l[v], own);
    for (int k = 0; k < kTensorParts; ++k) d[k][v] = own[k];
  }
  float shares[kTensorParts];
#pragma unroll
  for (int k = 0; k < kTensorParts; ++k) {
    float differences[3][kVoxels];
    differencesOf(d[k], inside, differences);
    float own = 0;
    for (int v = 0; v < kVoxels; ++v) {
      own += sqrtf(differences[0][v] * differences[0][v] + differences[1][v] * differences[1][v] +
                   differences[2][v] * differences[2][v]);
    }
    shares[k] = sumOfBlock(own, sums);
  }
  toShares(shares);
  float p[kTensorParts][kVoxels];
#pragma unroll
  for (int k = 0; k < kTensorParts; ++k) {
    curveWithin(d[k], inside, p[k]);
    for (int v = 0; v < kVoxels; ++v) p[k][v] *= shares[k];
  }
#pragma unroll
  for (int v = 0; v < kVoxels; ++v) {
    if ((inside >> v & 1U) == 0) continue;
    float wanted[kTensorParts];
    float own[kTensorParts];
    for (int k = 0; k < kTensorParts; ++k) {
      wanted[k] = noisy.part(k)[voxelOf(v)];
      own[k] = p[k][v];
    }
    lab::descend(step, wanted, own, l[v]);
    for (int k = 0; k < kTensorParts; ++k) factors.part(k)[voxelOf(v)] = l[v][k];
  }
}

dim3 threadsOf(int side) {
  return side == 8 ? dim3(4, 4, 4) : dim3(8, 8, 4);
}

dim3 blocksOf(lab::DescentVersion version, VolumeSize size, int side) {
  const unsigned each = version == lab::DescentVersion::unSync ? 2 : 1;
  const dim3 threads = threadsOf(side);
  const auto count = [&](int extent, unsigned own) {
    return (static_cast<unsigned>(extent) + own * each - 1) / (own * each);
  };
  return {count(size.width, threads.x), count(size.height, threads.y),
          count(size.depth, threads.z)};
}

}  // namespace

std::int64_t regionThreads(lab::DescentVersion version, VolumeSize size, int side) {
  const dim3 blocks = blocksOf(version, size, side);
  const dim3 threads = threadsOf(side);
  return std::int64_t{blocks.x} * blocks.y * blocks.z * threads.x * threads.y * threads.z;
}

void queueRegions(lab::DescentVersion version, int side, const DeviceTensors& noisy,
                  const DeviceTensors& factors, const lab::DescentStep& step,
                  const RegionScratch& scratch, const Stream& stream) {
  const dim3 blocks = blocksOf(version, noisy.size, side);
  if (version == lab::DescentVersion::threadSync) {
    launch("threadSync", threadSync, blocks, threadsOf(side), stream, noisy, factors, step,
           scratch);
  } else {
    launch("unSync", unSync, blocks, threadsOf(side), stream, noisy, factors, step, scratch.sums);
  }
}

}  // namespace espy::cuda
