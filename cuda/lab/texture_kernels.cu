// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/lab/texture_kernels.h"

#include <cuda_fp16.h>

#include "cuda/base/launch.cuh"
#include "cuda/lab/texture_products.h"

namespace espy::cuda {
namespace {

using lab::TextureNumbers;

constexpr int kThreads = 256;

__device__ inline void store(float* to, std::uint8_t byte) {
  *to = static_cast<float>(byte);
}
__device__ inline void store(__half* to, std::uint8_t byte) {
  *to = __float2half_rn(static_cast<float>(byte) * kHalfScale);
}

template <class Number>
__global__ void __launch_bounds__(kThreads)
    convertBytes(const std::uint8_t* bytes, std::int64_t count, Number* converted) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step) {
    store(converted + i, bytes[i]);
  }
}

template <class Number>
void convert(const std::uint8_t* bytes, std::int64_t count, void* converted, const Stream& stream) {
  constexpr unsigned kMostBlocks = 132 * 16;
  launch("convertBytes", convertBytes<Number>, std::min(blocksFor(count, kThreads), kMostBlocks),
         kThreads, stream, bytes, count, static_cast<Number*>(converted));
}

__device__ inline float numberOf(float number) {
  return number;
}
__device__ inline float numberOf(__half number) {
  return __half2float(number);
}

/// blockIdx.y is the reference. `scale` converts to products of bytes.
template <class Number>
__global__ void __launch_bounds__(kThreads) countMatches(TextureCounts piece, float scale) {
  const std::int64_t q = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t reference = blockIdx.y;
  bool matches = false;
  if (q < piece.queryRows) {
    const Number* product =
        static_cast<const Number*>(piece.products) + reference * piece.rows * piece.queryRows + q;
    const std::int32_t* const norms = piece.norms + reference * piece.rows;
    float nearest = INFINITY;
    float second = INFINITY;
    for (std::int64_t row = 0; row < piece.rows; ++row) {
      const float distance = static_cast<float>(norms[row]) + numberOf(*product) * scale;
      product += piece.queryRows;
      if (distance < nearest) {
        second = nearest;
        nearest = distance;
      } else if (distance < second) {
        second = distance;
      }
    }
    const auto norm = static_cast<float>(piece.queryNorms[q]);
    matches =
        __float2ll_rn(norm + nearest) * piece.under < __float2ll_rn(norm + second) * piece.over;
  }
  const int count = __syncthreads_count(matches ? 1 : 0);
  if (threadIdx.x == 0 && count > 0) atomicAdd(piece.counts + reference, count);
}

template <class Number>
void count(const TextureCounts& piece, float scale, const Stream& stream) {
  const dim3 grid(blocksFor(piece.queryRows, kThreads), static_cast<unsigned>(piece.references));
  launch("countMatches", countMatches<Number>, grid, kThreads, stream, piece, scale);
}

}  // namespace

void queueConvert(const std::uint8_t* bytes, std::int64_t count, TextureNumbers numbers,
                  void* converted, const Stream& stream) {
  if (numbers == TextureNumbers::fp32) return convert<float>(bytes, count, converted, stream);
  convert<__half>(bytes, count, converted, stream);
}

void queueCountMatches(const TextureCounts& piece, TextureNumbers numbers, const Stream& stream) {
  constexpr float kOfHalves = 1 / (kHalfScale * kHalfScale);
  switch (numbers) {
    case TextureNumbers::fp32:
      return count<float>(piece, 1, stream);
    case TextureNumbers::mixed:
      return count<float>(piece, kOfHalves, stream);
    case TextureNumbers::fp16:
      return count<__half>(piece, kOfHalves, stream);
  }
}

}  // namespace espy::cuda
