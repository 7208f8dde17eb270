// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/pose/kernels.h"

#include "cuda/base/launch.cuh"
#include "pose/pyramid.h"

namespace espy::cuda {
namespace {

struct RimmedPlane {
  DevicePlane plane;
  std::int64_t rim = 0;

  __host__ __device__ std::int64_t width() const { return plane.width - 2 * rim; }
  __host__ __device__ std::int64_t height() const { return plane.height - 2 * rim; }
  __device__ const std::uint8_t* row(std::int64_t y) const {
    return plane.bytes + (y + rim) * plane.pitch + rim;
  }
};

/// A thread per pixel of half the size, rim included.
__global__ void __launch_bounds__(kBlockThreads) halvePixels(RimmedPlane from, RimmedPlane to) {
  const std::int64_t column = std::int64_t{blockIdx.x} * kBlockThreads + threadIdx.x;
  if (column >= to.plane.width) return;
  const std::int64_t x = 2 * min(max(column - to.rim, std::int64_t{0}), to.width() - 1);
  const std::int64_t right = min(x + 1, from.width() - 1);
  for (std::int64_t row = blockIdx.y; row < to.plane.height; row += gridDim.y) {
    const std::int64_t y = 2 * min(max(row - to.rim, std::int64_t{0}), to.height() - 1);
    const std::uint8_t* above = from.row(y);
    const std::uint8_t* below = from.row(min(y + 1, from.height() - 1));
    const std::uint32_t sum = std::uint32_t{above[x]} + above[right] + below[x] + below[right];
    to.plane.bytes[row * to.plane.pitch + column] = static_cast<std::uint8_t>((sum + 2) / 4);
  }
}

}  // namespace

const DeviceImage& levelOf(const Gpu& gpu, const DeviceImage& picture,
                           std::vector<DeviceImage>& levels, int shift) {
  while (static_cast<int>(levels.size()) < shift) {
    const bool first = levels.empty();
    const RimmedPlane from{first ? picture.plane() : levels.back().plane(), first ? 0 : pose::kRim};
    const Size size{(from.width() + 1) / 2 + 2 * pose::kRim,
                    (from.height() + 1) / 2 + 2 * pose::kRim};
    DeviceImage half(size, {1, Depth::u8});
    launch("halvePixels", halvePixels,
           dim3(blocksFor(size.width, kBlockThreads), rowsOfGrid(size.height)), kBlockThreads,
           gpu.stream(), from, RimmedPlane{half.plane(), pose::kRim});
    levels.push_back(std::move(half));
  }
  return shift == 0 ? picture : levels[static_cast<std::size_t>(shift) - 1];
}

}  // namespace espy::cuda
