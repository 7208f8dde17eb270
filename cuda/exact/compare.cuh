// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/base/device_image.h"

/// Unaligned access to pictures in words of four bytes.
namespace espy::cuda {

/// Reads bytes from any address on, word by word. Reads aligned words and shifts, so it accesses up
/// to seven bytes behind those that it returns.
class WordReader {
 public:
  __device__ explicit WordReader(const std::uint8_t* at)
      : next_(reinterpret_cast<const std::uint32_t*>(reinterpret_cast<std::uintptr_t>(at) & ~3ULL)),
        shift_(8U * static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(at) & 3U)),
        current_(__ldg(next_)) {}

  __device__ std::uint32_t next() {
    const std::uint32_t following = __ldg(++next_);
    const std::uint32_t word = __funnelshift_r(current_, following, shift_);
    current_ = following;
    return word;
  }

 private:
  const std::uint32_t* next_;
  unsigned shift_;
  std::uint32_t current_;
};

/// The word `index` words after `at`.
__device__ inline std::uint32_t wordAt(const std::uint8_t* at, std::uint32_t index) {
  const auto address = reinterpret_cast<std::uintptr_t>(at);
  const auto* words = reinterpret_cast<const std::uint32_t*>(address & ~3ULL) + index;
  return __funnelshift_r(__ldg(words), __ldg(words + 1), 8U * static_cast<unsigned>(address & 3U));
}

__device__ inline const std::uint8_t* pixelAt(const DevicePlane& plane, std::int64_t x,
                                              std::int64_t y) {
  return plane.bytes + y * plane.pitch + x * plane.bytesPerPixel;
}

/// The words at four neighbouring pixels, of which the first is a multiple of four; for small
/// pixels they include bytes of the next ones.
__device__ inline void firstWordsAt(const DevicePlane& plane, std::int64_t x, std::int64_t y,
                                    std::uint32_t (&words)[4]) {
  const std::uint8_t* at = pixelAt(plane, x, y);
  if (plane.bytesPerPixel == 4) {
    const uint4 quad = __ldg(reinterpret_cast<const uint4*>(at));
    words[0] = quad.x;
    words[1] = quad.y;
    words[2] = quad.z;
    words[3] = quad.w;
  } else if (plane.bytesPerPixel == 3) {
    const auto* three = reinterpret_cast<const std::uint32_t*>(at);
    words[0] = __ldg(three);
    const std::uint32_t second = __ldg(three + 1);
    const std::uint32_t third = __ldg(three + 2);
    words[1] = __funnelshift_r(words[0], second, 24);
    words[2] = __funnelshift_r(second, third, 16);
    words[3] = __funnelshift_r(third, __ldg(three + 3), 8);
  } else {
    for (int i = 0; i < 4; ++i) words[i] = wordAt(at + i * plane.bytesPerPixel, 0);
  }
}

/// How a word of the scene is compared with a needle's: by a mask, or by a range of 8- or 16-bit
/// samples.
enum class Compare : std::uint8_t { masked, range8, range16 };

template <Compare how>
__device__ inline bool differs(std::uint32_t scene, std::uint32_t value, std::uint32_t second) {
  if constexpr (how == Compare::masked) return ((scene ^ value) & second) != 0;
  if constexpr (how == Compare::range8) {
    return (__vcmpltu4(scene, value) | __vcmpgtu4(scene, second)) != 0;
  }
  return (__vcmpltu2(scene, value) | __vcmpgtu2(scene, second)) != 0;
}

}  // namespace espy::cuda
