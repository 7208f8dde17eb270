// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/base/launch.cuh"
#include "cuda/identify/kernels.h"

namespace espy::cuda {
namespace {

constexpr int kPieces = static_cast<int>(kFeatureBytes) / 16;

__device__ inline int squares(uint4 piece) {
  unsigned sum = __dp4a(piece.x, piece.x, 0U);
  sum = __dp4a(piece.y, piece.y, sum);
  sum = __dp4a(piece.z, piece.z, sum);
  return static_cast<int>(__dp4a(piece.w, piece.w, sum));
}

/// Reduction over a warp.
template <class Choose>
__device__ inline int overLanes(int value, const Choose& choose) {
#pragma unroll
  for (int lanes = 16; lanes > 0; lanes /= 2)
    value = choose(value, __shfl_xor_sync(~0U, value, lanes));
  return value;
}
struct Least {
  __device__ int operator()(int a, int b) const { return min(a, b); }
};
struct Greatest {
  __device__ int operator()(int a, int b) const { return max(a, b); }
};

/// A block per position, a thread per row of each chunk.
__global__ void __launch_bounds__(kChunkRows) preparePlaces(UploadedPlaces uploaded) {
  __shared__ int least[kChunkRows / 32];
  __shared__ int greatest[kChunkRows / 32];
  __shared__ int slack;
  const std::int64_t place = blockIdx.x;
  const int count = uploaded.counts[place];
  const int row = static_cast<int>(threadIdx.x);
  const int warp = row / 32;
  if (row == 0) slack = 0;
  for (int chunk = 0; chunk < uploaded.chunksOfPlace; ++chunk) {
    const std::int64_t at = (place * uploaded.chunksOfPlace + chunk) * kChunkRows + row;
    const bool isFeature = chunk * kChunkRows + row < count;
    auto* const pieces = reinterpret_cast<uint4*>(uploaded.features + at * kFeatureBytes);
    uint4 own[kPieces];
    int norm = 0;
#pragma unroll
    for (int p = 0; p < kPieces; ++p) {
      own[p] = isFeature ? pieces[p] : uint4{0, 0, 0, 0};
      norm += squares(own[p]);
    }
#pragma unroll
    for (int p = 0; p < kPieces; ++p) pieces[p ^ (row & 7)] = own[p];
    uploaded.norms[at] = isFeature ? norm : kUnusedNorm;
    if (uploaded.chunks == nullptr) continue;
    const int low = overLanes(isFeature ? norm : kUnusedNorm, Least{});
    const int high = overLanes(isFeature ? norm : 0, Greatest{});
    if (row % 32 == 0) {
      least[warp] = low;
      greatest[warp] = high;
    }
    __syncthreads();
    if (row == 0) {
      int all = least[0];
      int most = greatest[0];
      for (int w = 1; w < kChunkRows / 32; ++w) {
        all = min(all, least[w]);
        most = max(most, greatest[w]);
      }
      uploaded.chunks[place * uploaded.chunksOfPlace + chunk] = {all, 0, count, 0};
      slack = max(slack, most - all);
    }
    __syncthreads();
  }
  if (uploaded.chunks == nullptr || row >= uploaded.chunksOfPlace) return;
  for (int chunk = row; chunk < uploaded.chunksOfPlace; chunk += kChunkRows) {
    uploaded.chunks[place * uploaded.chunksOfPlace + chunk].slack = slack;
  }
}

}  // namespace

void queuePrepare(const UploadedPlaces& uploaded, const Stream& stream) {
  if (uploaded.places == 0) return;
  launch("preparePlaces", preparePlaces, static_cast<unsigned>(uploaded.places), kChunkRows, stream,
         uploaded);
}

}  // namespace espy::cuda
