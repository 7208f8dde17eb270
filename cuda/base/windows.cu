// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "cuda/base/launch.cuh"
#include "cuda/base/memory.h"
#include "cuda/base/windows.h"
#include "espy/flags.h"

namespace espy::cuda {
namespace {

constexpr int kPixels = 16;  ///< of a thread: one store of flags

/// Sets bits for the pixels of [x, x + 16) that lie in [from, to).
__device__ std::uint32_t bitsOf(std::int64_t from, std::int64_t to, std::int64_t x) {
  const auto low = static_cast<int>(max(from - x, std::int64_t{0}));
  const auto high = static_cast<int>(min(to - x, std::int64_t{kPixels}));
  return low < high ? (~0U << low) & ((1U << high) - 1) : 0;
}

/// Four flags of four bits each of bases and members.
__device__ std::uint32_t fourFlags(std::uint32_t bases, std::uint32_t members) {
  const auto bytes = [](std::uint32_t nibble) {
    return (nibble & 1U) | (nibble & 2U) << 7 | (nibble & 4U) << 14 | (nibble & 8U) << 21;
  };
  return bytes(bases & 15U) * kFlagBase | bytes(members & ~bases & 15U) * kFlagInside;
}

/// Windows that a kernel is told: few come with the call, more are in device memory.
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

/// Draws 16 pixels of a row; `near` are the windows that come near.
__device__ void drawSixteen(std::int64_t x, std::int64_t y, const WindowList& windows,
                            const int* near, int nearCount, const DevicePlane& flags,
                            const Outline& outline, int reach) {
  std::uint32_t bases = 0;
  std::uint32_t members = 0;
  std::uint32_t around = 0;
  for (int i = 0; i < nearCount; ++i) {
    const Window w = windows[near[i]];
    if (y < w.y - reach || y >= w.y + w.height + reach) continue;
    around |= bitsOf(w.x - reach, w.x + w.width + reach, x);
    if (y < w.y || y >= w.y + w.height) continue;
    members |= bitsOf(w.x, w.x + w.width, x);
    if (y == w.y) bases |= bitsOf(w.x, w.x + 1, x);
  }
  *reinterpret_cast<uint4*>(flags.bytes + y * flags.pitch + x) = {
      fourFlags(bases, members), fourFlags(bases >> 4, members >> 4),
      fourFlags(bases >> 8, members >> 8), fourFlags(bases >> 12, members >> 12)};
  if (reach == 0) return;
  for (std::uint32_t left = around & ~members; left != 0; left &= left - 1) {
    const std::int64_t at = x + __ffs(static_cast<int>(left)) - 1;
    if (at >= flags.width) return;
    const int bytes = outline.picture.bytesPerPixel;
    std::uint8_t* pixel = outline.picture.bytes + y * outline.picture.pitch + at * bytes;
    for (int b = 0; b < bytes; ++b) pixel[b] = outline.pixel[b];
  }
}

/// A block takes 4096 pixels of 16 rows, and looks first which windows come near.
__global__ void __launch_bounds__(kBlockThreads)
    drawAll(__grid_constant__ const WindowList windows, DevicePlane flags, Outline outline,
            int reach) {
  __shared__ int near[kFewWindows];
  __shared__ int nearCount;
  const std::int64_t left = std::int64_t{blockIdx.x} * kBandPixels;
  const std::int64_t x = left + std::int64_t{threadIdx.x} * kPixels;
  const std::int64_t bands = (flags.height + kBandRows - 1) / kBandRows;
  for (std::int64_t band = blockIdx.y; band < bands; band += gridDim.y) {
    const std::int64_t top = band * kBandRows;
    __syncthreads();
    if (threadIdx.x == 0) nearCount = 0;
    __syncthreads();
    for (int i = static_cast<int>(threadIdx.x); i < windows.count; i += kBlockThreads) {
      const Window w = windows[i];
      if (top + kBandRows > w.y - reach && top < w.y + w.height + reach &&
          left + kBandPixels > w.x - reach && left < w.x + w.width + reach) {
        near[atomicAdd(&nearCount, 1)] = i;
      }
    }
    __syncthreads();
    if (x >= flags.width) continue;
    const std::int64_t bottom = min(top + kBandRows, flags.height);
    for (std::int64_t y = top; y < bottom; ++y) {
      if (nearCount == 0) {
        *reinterpret_cast<uint4*>(flags.bytes + y * flags.pitch + x) = {0, 0, 0, 0};
      } else {
        drawSixteen(x, y, windows, near, nearCount, flags, outline, reach);
      }
    }
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
