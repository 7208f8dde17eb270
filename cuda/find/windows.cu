// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "cuda/base/launch.cuh"
#include "cuda/base/memory.h"
#include "cuda/find/windows.h"
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

}  // namespace espy::cuda
