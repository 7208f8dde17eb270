// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/base/device_image.h"
#include "cuda/base/launch.cuh"

/// Rectangular dilation of flags: for every pixel, is any flag set in a rectangle around it? Used
/// by pass 2 (bases above left) and the outline of pass 3 (flagged pixels nearby). A block computes
/// a tile of 128 x 128 pixels: loads tile and halo as bits, dilates along rows, then along columns.
/// Reads each byte about once, writes only its own pixels.
namespace espy::cuda {

/// Extent of the rectangle around a pixel.
struct Reach {
  int left = 0;
  int right = 0;
  int up = 0;
  int down = 0;
};

/// Limit of left + right, and of up + down, by shared memory.
inline constexpr int kMostReach = 510;

inline constexpr int kTileWidth = 128;
inline constexpr int kTileHeight = 128;
inline constexpr int kTileWords = kTileWidth / 32;
/// Each thread computes kGroupsAThread groups of 16 pixels of a row, kRowsAtOnce rows apart.
inline constexpr int kGroupPixels = 16;
inline constexpr int kGroupsARow = kTileWidth / kGroupPixels;
inline constexpr int kRowsAtOnce = kBlockThreads / kGroupsARow;
inline constexpr int kGroupsAThread = kTileHeight / kRowsAtOnce;

/// Size of a tile with halo: words per row of bits, and rows.
__host__ __device__ inline int reachWords(const Reach& reach) {
  return kTileWords + (reach.left + 31) / 32 + (reach.right + 31) / 32;
}
__host__ __device__ inline int reachRows(const Reach& reach) {
  return kTileHeight + reach.up + reach.down;
}
inline std::size_t gatherSharedBytes(const Reach& reach) {
  return static_cast<std::size_t>(reachRows(reach)) * (reachWords(reach) + kTileWords) *
         sizeof(std::uint32_t);
}

/// Packs the lowest bits of four mask bytes into four bits.
__device__ inline std::uint32_t fourBits(std::uint32_t mask) {
  return (mask & 0x01010101U) * 0x01020408U >> 24 & 0xfU;
}

/// 32 flags of a row.
struct FlagWords {
  uint4 first = {0, 0, 0, 0};
  uint4 second = {0, 0, 0, 0};
};

__device__ inline FlagWords loadFlags(const std::uint8_t* at) {
  const auto* quads = reinterpret_cast<const uint4*>(at);
  return {__ldg(quads), __ldg(quads + 1)};
}

/// Bits of 16 flags: only bases, or all flagged pixels.
template <bool onlyBases>
__device__ std::uint32_t sixteenBits(const uint4& flags) {
  if ((flags.x | flags.y | flags.z | flags.w) == 0) return 0;  // the frequent case
  const auto four = [](std::uint32_t word) {
    return fourBits(onlyBases ? __vcmpeq4(word, 0x01010101U) : __vcmpne4(word, 0));
  };
  return four(flags.x) | four(flags.y) << 4 | four(flags.z) << 8 | four(flags.w) << 12;
}

/// Bits of 32 flags, the first `inside` of which are in the picture.
template <bool onlyBases>
__device__ std::uint32_t bitsOf(const FlagWords& flags, std::int64_t inside) {
  const std::uint32_t bits =
      sixteenBits<onlyBases>(flags.first) | sixteenBits<onlyBases>(flags.second) << 16;
  return inside >= 32 ? bits : bits & ((1U << inside) - 1);
}

/// Dilates a row: bit i of word `word` of the tile is set if any bit from i - left to i + right of
/// the row is. Iterates over set bits, which are few in most rows.
__device__ inline std::uint32_t widened(const std::uint32_t* row, int words, int word,
                                        const Reach& reach) {
  const int before = (reach.left + 31) / 32 * 32;  // pixels of the row left of the tile
  const int begin = before + word * 32;            // start of the word, in pixels of the row
  std::uint32_t bits = 0;
  for (int w = 0; w < words; ++w) {
    for (std::uint32_t left = row[w]; left != 0 && bits != ~0U; left &= left - 1) {
      const int at = w * 32 + __ffs(static_cast<int>(left)) - 1;
      const int from = max(at - reach.right - begin, 0);
      const int to = min(at + reach.left - begin, 31);
      if (from <= to) bits |= (~0U << from) & (~0U >> (31 - to));
    }
  }
  return bits;
}

/// Result of a block for its tile.
struct Gathered {
  std::int64_t tileX = 0;
  std::int64_t tileY = 0;
  const std::uint32_t* wide = nullptr;  ///< dilated rows of tile and halo; null: no flags
  int rowsInReach = 1;

  /// Position of group `i` of kGroupsAThread of this thread.
  __device__ std::int64_t x() const {
    return tileX + static_cast<int>(threadIdx.x) % kGroupsARow * kGroupPixels;
  }
  __device__ std::int64_t y(int i) const { return tileY + rowOf(i); }
  /// One bit per pixel of the group: whether a flag is in reach.
  __device__ std::uint32_t bits(int i) const {
    if (wide == nullptr) return 0;
    const int column = static_cast<int>(threadIdx.x) % kGroupsARow * kGroupPixels;
    std::uint32_t all = 0;
    for (int r = rowOf(i); r < rowOf(i) + rowsInReach; ++r)
      all |= wide[r * kTileWords + column / 32];
    return all >> column % 32 & 0xffffU;
  }

 private:
  __device__ static int rowOf(int i) {
    return i * kRowsAtOnce + static_cast<int>(threadIdx.x) / kGroupsARow;
  }
};

/// Dilates the flags of the block's tile and halo. Must be called by all threads of a block of
/// kBlockThreads; `shared` has gatherSharedBytes(reach).
template <bool onlyBases>
__device__ Gathered gather(const DevicePlane& flags, const Reach& reach, std::uint32_t* shared) {
  const auto across = static_cast<unsigned>((flags.width + kTileWidth - 1) / kTileWidth);
  Gathered gathered;
  gathered.tileX = std::int64_t{blockIdx.x % across} * kTileWidth;
  gathered.tileY = std::int64_t{blockIdx.x / across} * kTileHeight;
  gathered.rowsInReach = 1 + reach.up + reach.down;
  const int words = reachWords(reach);
  const int rows = reachRows(reach);
  const std::int64_t firstX = gathered.tileX - (reach.left + 31) / 32 * 32;
  const std::int64_t firstY = gathered.tileY - reach.up;
  std::uint32_t* wide = shared + rows * words;

  // Clips the halo to the plane, in words and rows.
  const auto fromWord = static_cast<int>(max(-firstX, std::int64_t{0}) / 32);
  const auto toWord = static_cast<int>(min((flags.width - firstX + 31) / 32, std::int64_t{words}));
  const auto fromRow = static_cast<int>(max(-firstY, std::int64_t{0}));
  const auto toRow = static_cast<int>(min(flags.height - firstY, std::int64_t{rows}));
  const std::uint8_t* origin = flags.bytes + firstY * flags.pitch + firstX;
  const auto lastInside = static_cast<int>(flags.width - firstX - (toWord - 1) * 32);

  // Several loads in flight per thread, to hide memory latency.
  constexpr int kLoads = 4;
  const std::uint32_t inverse = ~0U / static_cast<std::uint32_t>(words) + 1;  // exact for so few
  std::uint32_t any = 0;
  for (int begin = static_cast<int>(threadIdx.x); begin < rows * words;
       begin += kLoads * kBlockThreads) {
    FlagWords loaded[kLoads];
    int column[kLoads];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) {
      const int i = begin + k * kBlockThreads;
      const auto row = static_cast<int>(__umulhi(static_cast<std::uint32_t>(i), inverse));
      column[k] = i - row * words;
      if (row >= fromRow && row < toRow && column[k] >= fromWord && column[k] < toWord) {
        loaded[k] = loadFlags(origin + row * flags.pitch + column[k] * 32);
      }
    }
#pragma unroll
    for (int k = 0; k < kLoads; ++k) {
      const int i = begin + k * kBlockThreads;
      if (i >= rows * words) break;
      shared[i] = bitsOf<onlyBases>(loaded[k], column[k] == toWord - 1 ? lastInside : 32);
      any |= shared[i];
    }
  }
  if (__syncthreads_or(static_cast<int>(any)) == 0) return gathered;

  for (int i = static_cast<int>(threadIdx.x); i < rows * kTileWords; i += kBlockThreads) {
    wide[i] = widened(shared + i / kTileWords * words, words, i % kTileWords, reach);
  }
  __syncthreads();
  gathered.wide = wide;
  return gathered;
}

/// Launches a kernel that begins with `gather`.
template <class... Parameters, class... Arguments>
void launchGather(const char* name, void (*kernel)(Parameters...), const DevicePlane& flags,
                  const Reach& reach, const Stream& stream, const Arguments&... arguments) {
  const unsigned tiles = blocksFor(flags.width, kTileWidth) * blocksFor(flags.height, kTileHeight);
  launchShared(name, kernel, tiles, kBlockThreads, gatherSharedBytes(reach), stream, arguments...);
}

}  // namespace espy::cuda
