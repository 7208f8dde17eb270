// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/index/block_filter.cuh"
#include "index/needle_keys.h"

/// Colours of a scene's pixels, as core/index/block_rows.h defines them.
namespace espy::cuda {

/// The words of a block's row: four pixels. Starts at a multiple of four pixels (`aligned`) or
/// anywhere; then reads up to seven bytes behind.
template <int bytesPerPixel, bool aligned>
__device__ inline void loadBlockRow(const std::uint8_t* at, std::uint32_t (&words)[bytesPerPixel]) {
  if constexpr (aligned && bytesPerPixel % 4 == 0) {
#pragma unroll
    for (int i = 0; i < bytesPerPixel / 4; ++i) {
      const uint4 quad = __ldcs(reinterpret_cast<const uint4*>(at) + i);
      words[4 * i] = quad.x;
      words[4 * i + 1] = quad.y;
      words[4 * i + 2] = quad.z;
      words[4 * i + 3] = quad.w;
    }
  } else if constexpr (aligned) {
#pragma unroll
    for (int i = 0; i < bytesPerPixel; ++i) {
      words[i] = __ldg(reinterpret_cast<const std::uint32_t*>(at) + i);
    }
  } else {
    const auto address = reinterpret_cast<std::uintptr_t>(at);
    const auto* from = reinterpret_cast<const std::uint32_t*>(address & ~std::uintptr_t{3});
    const auto shift = 8U * static_cast<unsigned>(address & 3U);
    std::uint32_t current = __ldg(from);
#pragma unroll
    for (int i = 0; i < bytesPerPixel; ++i) {
      const std::uint32_t following = __ldg(from + i + 1);
      words[i] = __funnelshift_r(current, following, shift);
      current = following;
    }
  }
}

/// The upper byte of a sample, of those that begin with a block's row.
template <int sampleBytes, int words>
__device__ inline std::uint32_t upperByte(const std::uint32_t (&row)[words], int sample) {
  const int byte = sample * sampleBytes + sampleBytes - 1;
  return row[byte / 4] >> (8 * (byte % 4)) & 0xffU;
}

template <int sampleBytes, int channels>
__device__ inline std::uint32_t colourOf(const std::uint32_t (&row)[sampleBytes * channels],
                                         int pixel) {
  const auto upper = [&](int channel) {
    return upperByte<sampleBytes>(row, pixel * channels + channel);
  };
  if constexpr (channels < 3) return upper(0) * 0x010101U;
  return upper(0) << 16 | upper(1) << 8 | upper(2);
}

/// A block's row, packed for the filter.
template <int sampleBytes, int channels>
__device__ inline PackedRow packedRow(const std::uint32_t (&row)[sampleBytes * channels]) {
  if constexpr (sampleBytes == 1 && channels == 1) {
    return {{__byte_perm(row[0], 0, 0x1000), __byte_perm(row[0], 0, 0x2211),
             __byte_perm(row[0], 0, 0x3332)}};
  } else if constexpr (sampleBytes == 1 && channels == 3) {
    return {{row[0], row[1], row[2]}};
  } else if constexpr (sampleBytes == 1 && channels == 4) {
    return {{__byte_perm(row[0], row[1], 0x4210), __byte_perm(row[1], row[2], 0x5421),
             __byte_perm(row[2], row[3], 0x6542)}};
  } else {
    std::uint32_t colours[4];
    for (int i = 0; i < 4; ++i) colours[i] = colourOf<sampleBytes, channels>(row, i);
    return packed(colours);
  }
}

/// The colour of one pixel.
__device__ inline std::uint32_t colourAt(const std::uint8_t* pixel, int sampleBytes, int channels) {
  const auto upper = [&](int channel) -> std::uint32_t {
    return __ldg(pixel + channel * sampleBytes + sampleBytes - 1);
  };
  if (channels < 3) return upper(0) * 0x010101U;
  return upper(0) << 16 | upper(1) << 8 | upper(2);
}

/// Colours of two pixels, the first in the lower half.
__device__ inline std::uint64_t colourPairAt(const std::uint8_t* pixel, int sampleBytes,
                                             int channels) {
  const std::uint64_t right = colourAt(pixel + sampleBytes * channels, sampleBytes, channels);
  return right << 32 | colourAt(pixel, sampleBytes, channels);
}

}  // namespace espy::cuda
