// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/contour/layout.h"

/// Arithmetic and loads of interval costs on the device.
namespace espy::cuda {

inline constexpr std::uint16_t kNever16 = 65535;

/// Index of a tile of the upper triangle.
__device__ inline std::int64_t intervalTile(int tiles, int row, int column) {
  return std::int64_t{row} * tiles - std::int64_t{row} * (row - 1) / 2 + column - row;
}

__device__ inline float least(float a, float b) {
  return fminf(a, b);
}
__device__ inline std::int32_t least(std::int32_t a, std::int32_t b) {
  return min(a, b);
}
/// min(a + b, c): one instruction for int32 from Hopper on.
__device__ inline float leastSum(float a, float b, float c) {
  return fminf(a + b, c);
}
__device__ inline std::int32_t leastSum(std::int32_t a, std::int32_t b, std::int32_t c) {
  return __viaddmin_s32(a, b, c);
}

__device__ inline void atomicLeast(std::int32_t* at, std::int32_t value) {
  atomicMin(at, value);
}
/// Floats with a sign are ordered as unsigned integers, downwards; the others as signed ones.
__device__ inline void atomicLeast(float* at, float value) {
  if (__float_as_int(value) >= 0) {
    atomicMin(reinterpret_cast<int*>(at), __float_as_int(value));
  } else {
    atomicMax(reinterpret_cast<unsigned*>(at), __float_as_uint(value));
  }
}

/// Loads four costs from device memory, past L1, into shared memory. `offset`: with 16 bits.
__device__ inline void loadGroup(const float* from, int /*offset*/, float* to) {
  *reinterpret_cast<float4*>(to) = __ldcg(reinterpret_cast<const float4*>(from));
}
__device__ inline void loadGroup(const std::int32_t* from, int /*offset*/, std::int32_t* to) {
  *reinterpret_cast<int4*>(to) = __ldcg(reinterpret_cast<const int4*>(from));
}
__device__ inline void loadGroup(const std::uint16_t* from, int offset, std::int32_t* to) {
  const ushort4 four = __ldcg(reinterpret_cast<const ushort4*>(from));
  const auto widened = [&](unsigned short cost) {
    return cost == kNever16 ? neverCost<std::uint16_t>() : cost + offset;
  };
  *reinterpret_cast<int4*>(to) =
      int4{widened(four.x), widened(four.y), widened(four.z), widened(four.w)};
}

/// Loads from shared memory.
__device__ inline void loadFour(const float* from, float* to) {
  const float4 four = *reinterpret_cast<const float4*>(from);
  to[0] = four.x;
  to[1] = four.y;
  to[2] = four.z;
  to[3] = four.w;
}
__device__ inline void loadFour(const std::int32_t* from, std::int32_t* to) {
  const int4 four = *reinterpret_cast<const int4*>(from);
  to[0] = four.x;
  to[1] = four.y;
  to[2] = four.z;
  to[3] = four.w;
}
__device__ inline void loadTwo(const float* from, float* to) {
  const float2 two = *reinterpret_cast<const float2*>(from);
  to[0] = two.x;
  to[1] = two.y;
}
__device__ inline void loadTwo(const std::int32_t* from, std::int32_t* to) {
  const int2 two = *reinterpret_cast<const int2*>(from);
  to[0] = two.x;
  to[1] = two.y;
}

}  // namespace espy::cuda
