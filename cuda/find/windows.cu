// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/find/windows.h"

#include <algorithm>
#include <cstdint>

#include "cuda/base/gather.cuh"
#include "cuda/base/launch.cuh"
#include "cuda/base/memory.h"
#include "espy/engine/find.h"

namespace espy::cuda {
namespace {

constexpr int kPixels = 16;  ///< cleared together by a thread

/// Windows as kernel parameters: few are passed by value, more in device memory.
constexpr int kWindowsInCall = 32;
struct WindowList {
  Window inCall[kWindowsInCall];
  const Window* elsewhere = nullptr;
  int count = 0;

  __device__ const Window& operator[](int i) const {
    return elsewhere != nullptr ? elsewhere[i] : inCall[i];
  }
};

constexpr int kBandRows = 16;
constexpr std::int64_t kBandPixels = std::int64_t{kBlockThreads} * kPixels;

/// The part of the plane that a block writes exclusively.
struct Region {
  std::int64_t left = 0;
  std::int64_t top = 0;
  std::int64_t right = 0;
  std::int64_t bottom = 0;

  __device__ bool meets(const Window& w, int reach) const {
    return top < w.y + w.height + reach && bottom > w.y - reach && left < w.x + w.width + reach &&
           right > w.x - reach;
  }
};

/// Calls body(x, y) for the pixels of a window, widened by `reach`, inside the region; the threads
/// of the block share them.
template <class Body>
__device__ void forPixels(const Region& region, const Window& w, int reach, const Body& body) {
  const std::int64_t left = max(w.x - reach, region.left);
  const auto width = static_cast<int>(min(w.x + w.width + reach, region.right) - left);
  const std::int64_t top = max(w.y - reach, region.top);
  const auto height = static_cast<int>(min(w.y + w.height + reach, region.bottom) - top);
  if (width <= 0) return;
  for (int i = static_cast<int>(threadIdx.x); i < width * height; i += kBlockThreads) {
    body(left + i % width, top + i / width);
  }
}

__device__ void clear(const Region& region, const DevicePlane& flags) {
  const std::int64_t x = region.left + std::int64_t{threadIdx.x} * kPixels;
  if (x >= region.right) return;
  for (std::int64_t y = region.top; y < region.bottom; ++y) {
    *reinterpret_cast<uint4*>(flags.bytes + y * flags.pitch + x) = {0, 0, 0, 0};
  }
}

/// A block handles 4096 pixels of 16 rows: clears them, and draws members, then bases and the
/// outline, of windows near by.
__global__ void __launch_bounds__(kBlockThreads)
    drawAll(__grid_constant__ const WindowList windows, DevicePlane flags, Outline outline,
            int reach) {
  __shared__ int near[kFewWindows];
  __shared__ int nearCount;
  const std::int64_t left = std::int64_t{blockIdx.x} * kBandPixels;
  for (std::int64_t top = std::int64_t{blockIdx.y} * kBandRows; top < flags.height;
       top += std::int64_t{gridDim.y} * kBandRows) {
    const Region region{left, top, min(left + kBandPixels, flags.width),
                        min(top + kBandRows, flags.height)};
    clear(region, flags);
    bool any = false;
    for (int i = static_cast<int>(threadIdx.x); i < windows.count; i += kBlockThreads) {
      any |= region.meets(windows[i], reach);
    }
    if (threadIdx.x == 0) nearCount = 0;
    if (__syncthreads_or(static_cast<int>(any)) == 0) continue;  // the common case
    for (int i = static_cast<int>(threadIdx.x); i < windows.count; i += kBlockThreads) {
      if (region.meets(windows[i], reach)) near[atomicAdd(&nearCount, 1)] = i;
    }
    __syncthreads();
    const auto flagAt = [&](std::int64_t x, std::int64_t y) -> std::uint8_t& {
      return flags.bytes[y * flags.pitch + x];
    };
    for (int i = 0; i < nearCount; ++i) {
      forPixels(region, windows[near[i]], 0,
                [&](std::int64_t x, std::int64_t y) { flagAt(x, y) = kFlagInside; });
    }
    __syncthreads();
    for (int i = 0; i < nearCount; ++i) {
      const Window w = windows[near[i]];
      forPixels(region, {w.x, w.y, 1, 1}, 0,
                [&](std::int64_t x, std::int64_t y) { flagAt(x, y) = kFlagBase; });
      if (reach == 0) continue;
      forPixels(region, w, reach, [&](std::int64_t x, std::int64_t y) {
        if (flagAt(x, y) != 0) return;
        const int bytes = outline.picture.bytesPerPixel;
        std::uint8_t* pixel = outline.picture.bytes + y * outline.picture.pitch + x * bytes;
        for (int b = 0; b < bytes; ++b) pixel[b] = outline.pixel[b];
      });
    }
    __syncthreads();
  }
}

/// Expands 16 bits to sixteen flags, one byte each: `value` where set.
__device__ uint4 asFlags(std::uint32_t bits, std::uint32_t value) {
  const auto four = [&](std::uint32_t nibble) {
    return ((nibble & 1U) | (nibble & 2U) << 7 | (nibble & 4U) << 14 | (nibble & 8U) << 21) * value;
  };
  return {four(bits), four(bits >> 4), four(bits >> 8), four(bits >> 12)};
}

/// Flags of four pixels: bases stay 1, others become `members`. With `accumulate` pixels that were
/// flagged become members.
template <bool accumulate>
__device__ std::uint32_t merged(std::uint32_t before, std::uint32_t members) {
  if (accumulate) return (__vcmpne4(before, 0) & 0x02020202U) | members;
  const std::uint32_t isBase = __vcmpeq4(before, 0x01010101U);
  return (isBase & 0x01010101U) | (members & ~isBase);
}

/// Address of sixteen flags.
__device__ uint4* flagsAt(const DevicePlane& flags, std::int64_t x, std::int64_t y) {
  return reinterpret_cast<uint4*>(flags.bytes + y * flags.pitch + x);
}

/// Flags the pixels that have a base of `reached` in reach; `own` has the flags that they have so
/// far. Where a tile has no base in reach `own` is not read, since its pixels are no bases
/// themselves.
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

/// Dilation: every pixel in reach of a base becomes a base, as input of pass 2.
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

}  // namespace

void drawWindows(Gpu& gpu, std::span<const Window> windows, const DevicePlane& flags,
                 const std::optional<Outline>& outline) {
  WindowList list;
  list.count = static_cast<int>(windows.size());
  DeviceBuffer<Window> elsewhere;
  if (windows.size() <= kWindowsInCall) {
    std::copy(windows.begin(), windows.end(), list.inCall);
  } else {
    elsewhere = DeviceBuffer<Window>(windows.size());
    gpu.stream().copy(elsewhere.data(), windows.data(), windows.size_bytes());
    list.elsewhere = elsewhere.data();
  }
  launch("drawAll", drawAll,
         dim3(blocksFor(flags.width, kBandPixels), rowsOfGrid(flags.height / kBandRows + 1)),
         kBlockThreads, gpu.stream(), list, flags, outline.value_or(Outline{}),
         outline ? outline->thickness : 0);
}

void flagMembers(Gpu& gpu, const DevicePlane& bases, Size window, bool accumulate,
                 const DevicePlane& flags) {
  // A window larger than a kernel's reach is composed of several dilations.
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

}  // namespace espy::cuda
