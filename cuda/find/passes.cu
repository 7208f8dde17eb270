// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/find/passes.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "cuda/base/gather.cuh"
#include "cuda/base/launch.cuh"
#include "cuda/find/compare.cuh"
#include "cuda/find/fetch_bits.h"
#include "cuda/find/needle_pack.h"
#include "espy/flags.h"

namespace espy::cuda {
namespace {

/// A thread takes so many neighbouring pixels of so many rows, and reads all of them at first.
constexpr int kPixelsOfPass1 = 4;
constexpr int kRowsOfPass1 = 4;

template <Compare how>
__device__ bool windowLies(const DevicePlane& scene, const DeviceNeedles& needles, std::int64_t x,
                           std::int64_t y) {
  const DeviceNeedle needle = needles.needles[0];
  const std::uint32_t* value = needles.words + needle.values;
  const std::uint32_t* second = needles.words + needle.seconds;
  for (std::uint32_t row = 0; row < needle.height; ++row) {
    WordReader reader(pixelAt(scene, x, y + row));
    for (std::uint32_t i = 0; i < needle.rowWords; ++i) {
      if (differs<how>(reader.next(), *value++, second[i])) return false;
    }
    second += needle.secondStride;
  }
  return true;
}

/// `value` and `second` are the needle's first word, by which most places are ruled out at once;
/// `starts` is where windows fit: places outside are no bases.
template <Compare how>
__global__ void __launch_bounds__(kBlockThreads)
    pass1(DevicePlane scene, DeviceNeedles needles, std::uint32_t value, std::uint32_t second,
          Size starts, std::int64_t firstRow, std::int64_t rows, DevicePlane flags) {
  const std::int64_t left = (std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x) * kPixelsOfPass1;
  if (left >= scene.width) return;
  std::uint32_t first[kRowsOfPass1][kPixelsOfPass1];
  const std::int64_t top = std::int64_t{blockIdx.y} * kRowsOfPass1;
  for (std::int64_t row = top; row < rows; row += std::int64_t{gridDim.y} * kRowsOfPass1) {
#pragma unroll
    for (int r = 0; r < kRowsOfPass1; ++r) {
      firstWordsAt(scene, left, firstRow + min(row + r, rows - 1), first[r]);
    }
#pragma unroll
    for (int r = 0; r < kRowsOfPass1; ++r) {
      if (row + r >= rows) break;
      const std::int64_t y = firstRow + row + r;
      std::uint32_t four = 0;
#pragma unroll
      for (int i = 0; i < kPixelsOfPass1; ++i) {
        if (differs<how>(first[r][i], value, second)) continue;
        if (left + i >= starts.width || y >= starts.height) continue;
        if (windowLies<how>(scene, needles, left + i, y)) {
          four |= std::uint32_t{kFlagBase} << (8 * i);
        }
      }
      *reinterpret_cast<std::uint32_t*>(flags.bytes + y * flags.pitch + left) = four;
    }
  }
}

/// A needle's first four bytes, as they are compared.
struct FirstWord {
  std::uint32_t value = 0;
  std::uint32_t second = 0;
};

FirstWord firstWordOf(const find::Pattern& pattern) {
  const auto bytes = static_cast<std::size_t>(std::min<std::int64_t>(4, pattern.rowBytes));
  FirstWord word;
  std::memcpy(&word.value, pattern.low.data(), bytes);
  if (pattern.ranged) {
    word.second = ~0U;
    std::memcpy(&word.second, pattern.high.data(), bytes);
  } else if (pattern.care.empty()) {
    std::memset(&word.second, 0xff, bytes);
  } else {
    std::memcpy(&word.second, pattern.care.data(), bytes);
  }
  return word;
}

/// Sixteen flags, as bytes, of 16 bits: `value` where set.
__device__ uint4 asFlags(std::uint32_t bits, std::uint32_t value) {
  const auto four = [&](std::uint32_t nibble) {
    return ((nibble & 1U) | (nibble & 2U) << 7 | (nibble & 4U) << 14 | (nibble & 8U) << 21) * value;
  };
  return {four(bits), four(bits >> 4), four(bits >> 8), four(bits >> 12)};
}

/// Four pixels: a base stays one, unless members are added up; what is in no reach keeps nothing
/// but that.
template <bool accumulate>
__device__ std::uint32_t merged(std::uint32_t before, std::uint32_t members) {
  if (accumulate) return (__vcmpne4(before, 0) & 0x02020202U) | members;
  const std::uint32_t isBase = __vcmpeq4(before, 0x01010101U);
  return (isBase & 0x01010101U) | (members & ~isBase);
}

/// Sixteen flags at once.
__device__ uint4* flagsAt(const DevicePlane& flags, std::int64_t x, std::int64_t y) {
  return reinterpret_cast<uint4*>(flags.bytes + y * flags.pitch + x);
}

/// `reached` is what is looked for; `own` the plane that says what a pixel is by itself. Without
/// anything in reach a pixel is no base either, for it reaches itself.
template <bool accumulate>
__global__ void __launch_bounds__(kBlockThreads)
    pass2(DevicePlane reached, DevicePlane own, Reach reach, DevicePlane flags) {
  extern __shared__ std::uint32_t shared[];
  const Gathered gathered = gather<true>(reached, reach, shared);
  if (gathered.x() >= flags.width) return;
  for (int i = 0; i < kGroupsAThread; ++i) {
    const std::int64_t y = gathered.y(i);
    if (y >= flags.height) return;
    if (gathered.wide == nullptr) {
      if (!accumulate) *flagsAt(flags, gathered.x(), y) = {0, 0, 0, 0};
      continue;
    }
    const uint4 before = *flagsAt(own, gathered.x(), y);
    const uint4 members = asFlags(gathered.bits(i), kFlagInside);
    *flagsAt(flags, gathered.x(), y) = {
        merged<accumulate>(before.x, members.x), merged<accumulate>(before.y, members.y),
        merged<accumulate>(before.z, members.z), merged<accumulate>(before.w, members.w)};
  }
}

/// Everything in reach of a base becomes a base, for a pass 2 after it.
__global__ void widenBases(DevicePlane bases, Reach reach, DevicePlane wider) {
  extern __shared__ std::uint32_t shared[];
  const Gathered gathered = gather<true>(bases, reach, shared);
  if (gathered.x() >= wider.width) return;
  for (int i = 0; i < kGroupsAThread && gathered.y(i) < wider.height; ++i) {
    *flagsAt(wider, gathered.x(), gathered.y(i)) = asFlags(gathered.bits(i), kFlagBase);
  }
}

__global__ void scatterBases(const Place* places, std::int64_t count, std::int64_t firstRow,
                             DevicePlane flags) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const std::int64_t y = places[i].y - firstRow;
  if (y < 0 || y >= flags.height) return;
  flags.bytes[y * flags.pitch + places[i].x] = kFlagBase;
}

__global__ void packBases(DevicePlane flags, std::int64_t rowWords, std::int64_t rows,
                          std::uint32_t* bits) {
  const std::int64_t word = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (word >= rowWords) return;
  for (std::int64_t y = blockIdx.y; y < rows; y += gridDim.y) {
    const std::int64_t x = word * 32;
    const bool inside = x < flags.width;
    const FlagWords own = inside ? loadFlags(flags.bytes + y * flags.pitch + x) : FlagWords{};
    bits[y * rowWords + word] = bitsOf<true>(own, inside ? flags.width - x : 0);
  }
}

}  // namespace

BaseFlagger::BaseFlagger(Gpu& gpu, const find::Pattern& pattern)
    : gpu_(gpu), pattern_(&pattern), pack_({&pattern_, 1}, nullptr) {
  pack_.send(gpu.stream());
}

void BaseFlagger::flag(const DevicePlane& scene, const DevicePlane& flags,
                       const Control& control) const {
  const find::Pattern& pattern = *pattern_;
  const FirstWord word = firstWordOf(pattern);
  const auto kernel = !pattern.ranged                     ? pass1<Compare::masked>
                      : pattern.format.depth == Depth::u8 ? pass1<Compare::range8>
                                                          : pass1<Compare::range16>;
  const Size starts{scene.width - pattern.size.width + 1, scene.height - pattern.size.height + 1};
  // One launch, unless it could take too long where windows differ late: a desktop waits for it.
  const double wordsARow = static_cast<double>(scene.width) *
                           static_cast<double>((pattern.rowBytes + 3) / 4 * pattern.size.height);
  const double wordsEach = static_cast<double>(gpu_.multiprocessors()) * (1 << 27);
  const auto atOnce = static_cast<std::int64_t>(std::max(1.0, wordsEach / wordsARow));
  for (std::int64_t first = 0; first < scene.height; first += atOnce) {
    if (first > 0) gpu_.stream().wait();
    control.check();
    const std::int64_t rows = std::min(atOnce, scene.height - first);
    launch("pass1", kernel,
           dim3(blocksFor(scene.width, kBlockThreads * kPixelsOfPass1),
                rowsOfGrid((rows + kRowsOfPass1 - 1) / kRowsOfPass1)),
           kBlockThreads, gpu_.stream(), scene, pack_.onDevice(), word.value, word.second, starts,
           first, rows, flags);
  }
}

void flagMembers(Gpu& gpu, const DevicePlane& bases, Size window, bool accumulate,
                 const DevicePlane& flags) {
  // A window that is larger than what a kernel sees is covered by several: boxes add up.
  DevicePlane from = bases;
  DeviceImage spare[2];
  Size left{window.width - 1, window.height - 1};
  const auto step = [&] {
    const Reach reach{static_cast<int>(std::min<std::int64_t>(left.width, kMostReach)), 0,
                      static_cast<int>(std::min<std::int64_t>(left.height, kMostReach)), 0};
    left = {left.width - reach.left, left.height - reach.up};
    return reach;
  };
  for (int turn = 0; left.width > kMostReach || left.height > kMostReach; turn ^= 1) {
    if (spare[turn].empty()) spare[turn] = DeviceImage({bases.width, bases.height}, {1, Depth::u8});
    const Reach reach = step();
    launchGather("widenBases", widenBases, from, reach, gpu.stream(), from, reach,
                 spare[turn].plane());
    from = spare[turn].plane();
  }
  const Reach reach = step();
  const auto kernel = accumulate ? pass2<true> : pass2<false>;
  launchGather("pass2", kernel, from, reach, gpu.stream(), from, accumulate ? flags : bases, reach,
               flags);
}

void setBases(Gpu& gpu, std::span<const Place> places, std::int64_t firstRow,
              const DevicePlane& flags) {
  if (places.empty()) return;
  const DeviceBuffer<Place> list(places.size());
  gpu.stream().copy(list.data(), places.data(), places.size_bytes());
  launch("scatterBases", scatterBases,
         blocksFor(static_cast<std::int64_t>(places.size()), kBlockThreads), kBlockThreads,
         gpu.stream(), list.data(), static_cast<std::int64_t>(places.size()), firstRow, flags);
}

void fetchBases(Gpu& gpu, const DevicePlane& flags, std::int64_t firstRow, std::int64_t rows,
                const Control& control, find::MatchBits& bits) {
  const std::int64_t rowWords = (flags.width + 63) / 64 * 2;
  const DeviceBuffer<std::uint32_t> packed(static_cast<std::size_t>(rowWords * rows));
  launch("packBases", packBases, dim3(blocksFor(rowWords, 64), rowsOfGrid(rows)), 64, gpu.stream(),
         flags, rowWords, rows, packed.data());
  fetchBits(gpu, packed.data(), rowWords, 0, {firstRow, rows}, control, bits);
}

}  // namespace espy::cuda
