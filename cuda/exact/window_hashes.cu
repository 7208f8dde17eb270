// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Windows by hashes. The hash of a window is, modulo 2^32,
//
//     sum over (x, y) of the window of mixed(pixel) A^x D^(height - 1 - y)
//
// with odd A and D, so that powers of A have inverses. Along a row, the part of a window is a
// difference of prefix sums times a power of the inverse; down a column, a row is added and another
// subtracted. So the cost does not depend on the window's size.
#include <algorithm>
#include <cstring>
#include <vector>

#include "cuda/base/bands.h"
#include "cuda/base/launch.cuh"
#include "cuda/exact/bit_search.h"
#include "cuda/exact/compare.cuh"

namespace espy::cuda {
namespace {

constexpr std::uint32_t kAcross = 0x9e3779b1U;
constexpr std::uint32_t kDown = 0x85ebca77U;

__host__ __device__ constexpr std::uint32_t power(std::uint32_t base, std::uint32_t exponent) {
  std::uint32_t result = 1;
  for (; exponent != 0; exponent /= 2, base *= base) {
    if (exponent % 2 != 0) result *= base;
  }
  return result;
}
/// The odd numbers modulo 2^32 are a group of 2^31 elements, whose orders are at most 2^30.
constexpr std::uint32_t kAcrossBack = power(kAcross, (1U << 30) - 1);
static_assert(kAcross * kAcrossBack == 1);

/// The bytes of a pixel that are compared, as up to two words.
struct PixelMask {
  std::uint32_t words[2] = {};
};

__host__ __device__ inline std::uint32_t mixed(std::uint32_t value) {
  value *= 0xcc9e2d51U;
  value ^= value >> 15;
  value *= 0x1b873593U;
  return value ^ value >> 13;
}

__host__ __device__ inline std::uint32_t hashOfPixel(std::uint32_t first, std::uint32_t second,
                                                     const PixelMask& mask) {
  const std::uint32_t own = mixed((first & mask.words[0]) + 0x2545f491U);
  return mask.words[1] == 0 ? own : mixed(own ^ (second & mask.words[1]));
}

/// Pixels of a row per block, in groups of four neighbouring ones per thread.
constexpr int kGroup = 4;
constexpr int kGroups = 4;
constexpr int kStride = kBlockThreads * kGroup;
constexpr int kTile = kStride * kGroups;
constexpr int kWarps = kBlockThreads / 32;
static_assert(kGroups * kWarps == 32);
constexpr std::int64_t kWidest = kTile / 2;  ///< supported needle

/// Hashes the windows' parts in each row; a tile has `outputs` results.
__global__ void __launch_bounds__(kBlockThreads)
    hashRows(DevicePlane scene, PixelMask mask, int width, int outputs, std::int64_t columns,
             std::uint32_t* hashes, std::int64_t pitch) {
  __shared__ __align__(16) std::uint32_t sums[kTile];  // inclusive prefix sums
  __shared__ std::uint32_t ofWarps[32];
  const auto thread = static_cast<int>(threadIdx.x);
  const int lane = thread % 32;
  const int warp = thread / 32;
  const std::int64_t left = std::int64_t{blockIdx.x} * outputs;
  const std::uint32_t ahead = power(kAcross, static_cast<std::uint32_t>(kGroup * thread));
  const std::uint32_t back = power(kAcrossBack, static_cast<std::uint32_t>(thread));
  constexpr std::uint32_t kAhead = power(kAcross, kStride);
  constexpr std::uint32_t kBack = power(kAcrossBack, kBlockThreads);

  for (std::int64_t y = blockIdx.y; y < scene.height; y += gridDim.y) {
    std::uint32_t own[kGroups][kGroup];
#pragma unroll
    for (int k = 0; k < kGroups; ++k) {
      const std::int64_t x = left + kStride * k + kGroup * thread;
      if (x < scene.width) firstWordsAt(scene, x, y, own[k]);
    }
    std::uint32_t factor = ahead;
    std::uint32_t scanned[kGroups];
#pragma unroll
    for (int k = 0; k < kGroups; ++k) {
      const std::int64_t x = left + kStride * k + kGroup * thread;
      std::uint32_t weight = factor;
      std::uint32_t sum = 0;
#pragma unroll
      for (int i = 0; i < kGroup; ++i) {
        if (x + i < scene.width) {
          const std::uint32_t second = mask.words[1] == 0 ? 0 : wordAt(pixelAt(scene, x + i, y), 1);
          sum += hashOfPixel(own[k][i], second, mask) * weight;
        }
        weight *= kAcross;
        own[k][i] = sum;
      }
      factor *= kAhead;
      scanned[k] = sum;
      for (int away = 1; away < 32; away *= 2) {
        const std::uint32_t before = __shfl_up_sync(~0U, scanned[k], away);
        if (lane >= away) scanned[k] += before;
      }
      if (lane == 31) ofWarps[k * kWarps + warp] = scanned[k];
      scanned[k] -= sum;
    }
    __syncthreads();
    if (warp == 0) {
      const std::uint32_t sum = ofWarps[lane];
      std::uint32_t all = sum;
      for (int away = 1; away < 32; away *= 2) {
        const std::uint32_t before = __shfl_up_sync(~0U, all, away);
        if (lane >= away) all += before;
      }
      ofWarps[lane] = all - sum;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kGroups; ++k) {
      const std::uint32_t before = ofWarps[k * kWarps + warp] + scanned[k];
      *reinterpret_cast<uint4*>(sums + kStride * k + kGroup * thread) = {
          before + own[k][0], before + own[k][1], before + own[k][2], before + own[k][3]};
    }
    __syncthreads();
    std::uint32_t unweigh = back;
    for (int i = thread; i < outputs; i += kBlockThreads, unweigh *= kBack) {
      if (left + i >= columns) break;
      const std::uint32_t before = i == 0 ? 0 : sums[i - 1];
      hashes[y * pitch + left + i] = (sums[i + width - 1] - before) * unweigh;
    }
  }
}

/// The hash to find, and constants of the window.
struct WantedHash {
  std::uint32_t hash = 0;
  std::uint32_t height = 1;
  std::uint32_t ofTopRow = 1;  ///< kDown^(height - 1)
};

/// A thread handles `rowsEach` positions of a column.
__global__ void __launch_bounds__(kBlockThreads)
    matchColumns(const std::uint32_t* hashes, std::int64_t pitch, Size places, WantedHash wanted,
                 std::int64_t rowsEach, std::uint32_t* bits, std::int64_t rowWords) {
  constexpr int kAtOnce = 8;
  const std::int64_t x = std::int64_t{blockIdx.x} * kBlockThreads + threadIdx.x;
  const bool inside = x < places.width;
  const std::uint32_t* column = hashes + min(x, places.width - 1);
  const bool writes = threadIdx.x % 32 == 0 && x / 32 < rowWords;
  for (std::int64_t top = blockIdx.y * rowsEach; top < places.height; top += gridDim.y * rowsEach) {
    const std::uint32_t* leaves = column + top * pitch;
    const std::uint32_t* enters = leaves;
    std::uint32_t hash = 0;
#pragma unroll 8
    for (std::uint32_t i = 1; i < wanted.height; ++i, enters += pitch) {
      hash = hash * kDown + __ldg(enters);
    }
    const auto rows = static_cast<int>(min(rowsEach, places.height - top));
    for (int row = 0; row < rows; row += kAtOnce) {
      std::uint32_t in[kAtOnce];
      std::uint32_t out[kAtOnce];
#pragma unroll
      for (int i = 0; i < kAtOnce; ++i) {
        const std::int64_t away = min(row + i, rows - 1) * pitch;
        in[i] = __ldg(enters + away);
        out[i] = __ldg(leaves + away);
      }
#pragma unroll
      for (int i = 0; i < kAtOnce; ++i) {
        if (row + i >= rows) break;
        hash = hash * kDown + in[i];
        const std::uint32_t word = __ballot_sync(~0U, inside && hash == wanted.hash);
        if (writes) bits[(top + row + i) * rowWords + x / 32] = word;
        hash -= out[i] * wanted.ofTopRow;
      }
    }
  }
}

PixelMask maskOf(const exact::Pattern& pattern) {
  const auto bytes = static_cast<std::size_t>(pattern.format.bytesPerPixel());
  PixelMask mask;
  std::memset(mask.words, 0xff, bytes);
  if (!pattern.care.empty()) std::memcpy(mask.words, pattern.care.data(), bytes);
  return mask;
}

WantedHash wantedHash(const exact::Pattern& pattern, const PixelMask& mask) {
  const auto bytes = static_cast<std::size_t>(pattern.format.bytesPerPixel());
  const auto height = static_cast<std::uint32_t>(pattern.size.height);
  WantedHash wanted{0, height, power(kDown, height - 1)};
  // A table of products has shorter dependency chains than powers.
  std::vector<std::uint32_t> weights(static_cast<std::size_t>(pattern.size.width), 1);
  for (std::size_t x = 1; x < weights.size(); ++x) weights[x] = weights[x - 1] * kAcross;
  for (std::int64_t y = 0; y < pattern.size.height; ++y) {
    const std::uint8_t* at = pattern.low.data() + pattern.offset(0, y);
    std::uint32_t row = 0;
    for (const std::uint32_t weight : weights) {
      std::uint32_t words[2] = {};
      std::memcpy(words, at, bytes);
      at += bytes;
      row += hashOfPixel(words[0], words[1], mask) * weight;
    }
    wanted.hash = wanted.hash * kDown + row;
  }
  return wanted;
}

/// Marks the windows with the needle's hash in some rows of the scene.
void filter(const Gpu& gpu, const DevicePlane& scene, const exact::Pattern& pattern, Size places,
            std::uint32_t* bits, std::int64_t rowWords) {
  const PixelMask mask = maskOf(pattern);
  const std::int64_t pitch = (places.width + 31) / 32 * 32;
  const DeviceBuffer<std::uint32_t> hashes(static_cast<std::size_t>(pitch * scene.height));
  const auto width = static_cast<int>(pattern.size.width);
  const int outputs = (kTile - width + 1) / kGroup * kGroup;
  launch("hashRows", hashRows, dim3(blocksFor(places.width, outputs), rowsOfGrid(scene.height)),
         kBlockThreads, gpu.stream(), scene, mask, width, outputs, places.width, hashes.data(),
         pitch);

  // Enough threads to keep the GPU busy, but no more: each begins with a window's height of rows.
  const std::int64_t across = blocksFor(rowWords * 32, kBlockThreads);
  constexpr std::int64_t kBlocksEach = 16;
  const std::int64_t down = std::max<std::int64_t>(1, kBlocksEach * gpu.multiprocessors() / across);
  const std::int64_t rowsEach = std::max(pattern.size.height, (places.height + down - 1) / down);
  launch("matchColumns", matchColumns,
         dim3(static_cast<unsigned>(across), rowsOfGrid((places.height + rowsEach - 1) / rowsEach)),
         kBlockThreads, gpu.stream(), hashes.data(), pitch, places, wantedHash(pattern, mask),
         rowsEach, bits, rowWords);
}

}  // namespace

bool canHashWindows(const exact::Pattern& pattern) {
  return !pattern.ranged && pattern.allOpaque && pattern.size.width <= kWidest;
}

bool findByHashes(Gpu& gpu, const DevicePlane& scene, const NeedleOnDevice& needle,
                  const Control& control, std::vector<Place>& places) {
  const exact::Pattern& pattern = *needle.pattern;
  const Size starts{scene.width - pattern.size.width + 1, scene.height - pattern.size.height + 1};
  const std::int64_t overlap = pattern.size.height - 1;
  const std::int64_t rowWords = (starts.width + 63) / 64 * 2;
  const std::size_t before = places.size();
  // The largest pictures are processed in bands, for short launches.
  constexpr std::int64_t kPixelsAtOnce = std::int64_t{1} << 28;
  const std::int64_t fitting =
      std::min(rowsThatFit({scene.width, scene.height}, {4, Depth::u8}, overlap),
               std::max<std::int64_t>(1, kPixelsAtOnce / scene.width - overlap));
  bool all = true;
  overBands(starts.height, fitting, [&](std::int64_t first, std::int64_t count) {
    if (!all) return;
    control.check();
    DevicePlane band = scene;
    band.bytes += first * scene.pitch;
    band.height = count + overlap;
    const DeviceBuffer<std::uint32_t> bits(static_cast<std::size_t>(rowWords * count));
    filter(gpu, band, pattern, {starts.width, count}, bits.data(), rowWords);
    all = checkPlaces(gpu, band, needle, {bits.data(), rowWords, 0, {starts.width, count}}, first,
                      control, places);
  });
  if (!all) places.resize(before);
  return all;
}

}  // namespace espy::cuda
