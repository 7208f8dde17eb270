// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The general kernels: one thread per position, or several if there are few positions.
#include "cuda/score/windows.h"

#include <algorithm>
#include <vector>

#include "cuda/base/launch.cuh"
#include "cuda/score/value.cuh"

namespace espy::cuda {
namespace {

/// Samples compared in one launch: some milliseconds, or tens of them on a slow GPU.
constexpr std::int64_t kSamplesOfLaunch = std::int64_t{4} << 30;
/// Minimal number of threads of a launch.
constexpr std::int64_t kManyThreads = std::int64_t{1} << 18;

/// Layout of the scene's samples.
struct SceneSamples {
  DevicePlane plane;
  int step = 1;  ///< from channel to channel, in bytes; 0: grey is used for all
  bool deep = false;
  std::uint32_t factor = 1;  ///< 257 if 8-bit samples are compared with 16-bit ones
};

/// Rows of the needle in reading order: weight << 16 | value.
struct NeedleSamples {
  const std::uint32_t* samples = nullptr;
  int width = 0;
  int height = 0;
  int channels = 1;
};

/// Work of one launch: rows of positions, and rows of the needle in slices.
struct Portion {
  std::int64_t firstPlaces = 0;
  std::int64_t placeRows = 0;
  std::int64_t firstNeedleRow = 0;
  std::int64_t needleRows = 0;
  std::int64_t rowsOfSlice = 1;
};

struct Sums {
  std::uint64_t sum = 0;  ///< or the distance
  std::uint64_t squares = 0;
  std::uint64_t products = 0;
};

__device__ inline void addTo(std::uint64_t* place, std::uint64_t value) {
  atomicAdd(reinterpret_cast<unsigned long long*>(place), static_cast<unsigned long long>(value));
}

template <bool correlates, bool squared>
__device__ void addSample(Sums& sums, std::uint32_t there, std::uint32_t entry) {
  const std::uint32_t weight = entry >> 16;
  const std::uint32_t wanted = entry & 0xffffU;
  if constexpr (correlates) {
    if (weight == 0) return;
    sums.sum += there;
    sums.squares += static_cast<std::uint64_t>(there) * there;
    sums.products += static_cast<std::uint64_t>(there) * wanted;
  } else {
    const std::uint32_t off = there > wanted ? there - wanted : wanted - there;
    const std::uint64_t distance = squared ? static_cast<std::uint64_t>(off) * off : off;
    sums.sum += distance * weight;
  }
}

/// Adds to `sums`; zncc has three arrays of `count`.
template <bool correlates, bool squared>
__global__ void __launch_bounds__(kBlockThreads)
    addWindows(SceneSamples scene, NeedleSamples needle, PlaceGrid grid, Portion portion,
               std::uint64_t* sums, std::uint64_t count) {
  const std::int64_t x = std::int64_t{blockIdx.x} * kBlockThreads + threadIdx.x;
  if (x >= grid.width) return;
  const std::int64_t fromRow = portion.firstNeedleRow + blockIdx.z * portion.rowsOfSlice;
  const std::int64_t toRow =
      min(fromRow + portion.rowsOfSlice, portion.firstNeedleRow + portion.needleRows);
  for (std::int64_t row = blockIdx.y; row < portion.placeRows; row += gridDim.y) {
    const std::int64_t y = portion.firstPlaces + row;
    Sums here;
    for (std::int64_t dy = fromRow; dy < toRow; ++dy) {
      const std::uint8_t* at = scene.plane.bytes + (grid.firstRow + y + dy) * scene.plane.pitch +
                               x * scene.plane.bytesPerPixel;
      const std::uint32_t* entry =
          needle.samples + dy * needle.width * std::int64_t{needle.channels};
      for (int dx = 0; dx < needle.width; ++dx, at += scene.plane.bytesPerPixel) {
        for (int c = 0; c < needle.channels; ++c) {
          const std::uint8_t* sample = at + c * scene.step;
          const std::uint32_t there =
              scene.deep ? __ldg(reinterpret_cast<const std::uint16_t*>(sample)) : __ldg(sample);
          addSample<correlates, squared>(here, there * scene.factor, __ldg(entry++));
        }
      }
    }
    std::uint64_t* place = sums + y * grid.pitch + x;
    addTo(place, here.sum);
    if constexpr (correlates) {
      addTo(place + count, here.squares);
      addTo(place + 2 * count, here.products);
    }
  }
}

__global__ void __launch_bounds__(kBlockThreads)
    scoreSums(PlaceGrid grid, ScoreRule rule, const std::uint64_t* sums, std::uint64_t count,
              std::uint64_t* values) {
  const std::int64_t x = std::int64_t{blockIdx.x} * kBlockThreads + threadIdx.x;
  if (x >= grid.width) return;
  for (std::int64_t y = blockIdx.y; y < grid.rows; y += gridDim.y) {
    const std::int64_t at = y * grid.pitch + x;
    const std::uint64_t squares = sums[at + count];
    const std::uint64_t products = sums[at + 2 * count];
    values[at] = rule.correlates ? valueOfScore(correlationOf(rule, sums[at], squares, products))
                                 : squares + rule.squares - 2 * products;
  }
}

using AddWindows = void (*)(SceneSamples, NeedleSamples, PlaceGrid, Portion, std::uint64_t*,
                            std::uint64_t);

AddWindows kernelFor(const ScoreRule& rule) {
  if (rule.correlates) return addWindows<true, false>;
  return rule.squared ? addWindows<false, true> : addWindows<false, false>;
}

std::vector<std::uint32_t> entriesOf(const ScoredNeedle& needle) {
  std::vector<std::uint32_t> entries;
  entries.reserve(needle.values.size());
  for (std::int64_t y = 0; y < needle.size.height; ++y) {
    for (std::int64_t x = 0; x < needle.size.width; ++x) {
      for (int c = 0; c < needle.channels; ++c) {
        entries.push_back(static_cast<std::uint32_t>(needle.weightAt(y, x)) << 16 |
                          needle.valueAt(c, y, x));
      }
    }
  }
  return entries;
}

}  // namespace

void valuesOfAnything(const Gpu& gpu, const DevicePlane& scene, PixelFormat format,
                      const ScoredNeedle& needle, const PlaceGrid& grid, const ScoreRule& rule,
                      const Control& control, std::uint64_t* values) {
  const std::vector<std::uint32_t> entries = entriesOf(needle);
  const DeviceBuffer<std::uint32_t> onGpu(entries.size());
  gpu.stream().copy(onGpu.data(), entries.data(), onGpu.bytes());
  const NeedleSamples samples{onGpu.data(), static_cast<int>(needle.size.width),
                              static_cast<int>(needle.size.height), needle.channels};
  const bool deep = format.depth == Depth::u16;
  const SceneSamples source{scene, format.colourChannels() == 1 ? 0 : format.bytesPerSample(), deep,
                            !deep && !needle.bytes ? 257U : 1U};

  const std::size_t count = grid.count();
  DeviceBuffer<std::uint64_t> sums;
  if (rule.correlates) sums = DeviceBuffer<std::uint64_t>(3 * count);
  std::uint64_t* target = rule.correlates ? sums.data() : values;
  gpu.stream().set(target, 0, (rule.correlates ? 3 : 1) * count * sizeof(std::uint64_t));

  const std::int64_t samplesOfRow = needle.size.width * needle.channels * grid.width;
  const std::int64_t needleRows =
      std::clamp<std::int64_t>(kSamplesOfLaunch / samplesOfRow, 1, needle.size.height);
  const std::int64_t placeRows =
      std::clamp<std::int64_t>(kSamplesOfLaunch / (samplesOfRow * needleRows), 1, grid.rows);
  const bool several = needleRows < needle.size.height || placeRows < grid.rows;
  for (std::int64_t y = 0; y < grid.rows; y += placeRows) {
    for (std::int64_t j = 0; j < needle.size.height; j += needleRows) {
      Portion portion{y, std::min(placeRows, grid.rows - y), j,
                      std::min(needleRows, needle.size.height - j), 1};
      const std::int64_t slices =
          std::clamp<std::int64_t>(kManyThreads / (portion.placeRows * grid.width), 1,
                                   std::min<std::int64_t>(portion.needleRows, 1024));
      portion.rowsOfSlice = (portion.needleRows + slices - 1) / slices;
      launch("addWindows", kernelFor(rule),
             dim3(blocksFor(grid.width, kBlockThreads), rowsOfGrid(portion.placeRows),
                  static_cast<unsigned>(slices)),
             kBlockThreads, gpu.stream(), source, samples, grid, portion, target, count);
      if (several) gpu.stream().wait();
      control.check();
    }
  }
  if (rule.correlates) valuesOfSums(gpu, grid, rule, sums.data(), values);
}

void valuesOfSums(const Gpu& gpu, const PlaceGrid& grid, const ScoreRule& rule,
                  const std::uint64_t* sums, std::uint64_t* values) {
  launch("scoreSums", scoreSums, dim3(blocksFor(grid.width, kBlockThreads), rowsOfGrid(grid.rows)),
         kBlockThreads, gpu.stream(), grid, rule, sums, static_cast<std::uint64_t>(grid.count()),
         values);
}

}  // namespace espy::cuda
