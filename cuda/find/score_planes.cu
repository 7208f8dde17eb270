// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/base/launch.cuh"
#include "cuda/find/score_planes.h"

namespace espy::cuda {
namespace {

constexpr int kPixels = 4;  ///< that a thread takes apart

__device__ inline std::uint32_t byteOf(const std::uint32_t* words, int index) {
  return words[index / 4] >> (8 * (index % 4)) & 0xffU;
}

template <int channels>
__global__ void __launch_bounds__(kBlockThreads)
    separate(DevicePlane picture, int wanted, BytePlanes planes) {
  const std::int64_t x = (std::int64_t{blockIdx.x} * kBlockThreads + threadIdx.x) * kPixels;
  if (x >= picture.width) return;
  for (std::int64_t y = blockIdx.y; y < picture.height; y += gridDim.y) {
    const auto* at =
        reinterpret_cast<const std::uint32_t*>(picture.bytes + y * picture.pitch + x * channels);
    std::uint32_t words[channels];
#pragma unroll
    for (int i = 0; i < channels; ++i) words[i] = __ldg(at + i);
#pragma unroll
    for (int c = 0; c < channels; ++c) {
      if (c >= wanted) break;
      const std::uint32_t four = byteOf(words, c) | byteOf(words, c + channels) << 8 |
                                 byteOf(words, c + 2 * channels) << 16 |
                                 byteOf(words, c + 3 * channels) << 24;
      auto* target = const_cast<std::uint8_t*>(planes.bytes[c]);
      *reinterpret_cast<std::uint32_t*>(target + y * planes.pitch + x) = four;
    }
  }
}

__global__ void __launch_bounds__(kBlockThreads)
    squareBytes(BytePlanes planes, int count, SquarePlanes squares) {
  const std::int64_t x = (std::int64_t{blockIdx.x} * kBlockThreads + threadIdx.x) * kPixels;
  if (x >= planes.width) return;
  for (std::int64_t y = blockIdx.y; y < planes.height; y += gridDim.y) {
    for (int c = 0; c < count; ++c) {
      const std::uint32_t four =
          *reinterpret_cast<const std::uint32_t*>(planes.bytes[c] + y * planes.pitch + x);
      std::uint32_t low = 0;
      std::uint32_t high = 0;
#pragma unroll
      for (int i = 0; i < kPixels; ++i) {
        const std::uint32_t value = four >> (8 * i) & 0xffU;
        low |= (value * value & 0xffU) << (8 * i);
        high |= (value * value >> 8) << (8 * i);
      }
      const auto put = [&](const BytePlanes& target, std::uint32_t word) {
        auto* row = const_cast<std::uint8_t*>(target.bytes[c]) + y * target.pitch;
        *reinterpret_cast<std::uint32_t*>(row + x) = word;
      };
      put(squares.low, low);
      put(squares.high, high);
    }
  }
}

dim3 blocksOver(const DeviceImage& image) {
  return {blocksFor(image.size().width, std::int64_t{kBlockThreads} * kPixels),
          rowsOfGrid(image.size().height)};
}

/// `count` images of `from`, the last one standing for those that follow.
BytePlanes planesOf(const std::vector<DeviceImage>& images, std::size_t from, std::size_t count) {
  const DevicePlane& first = images[from].plane();
  BytePlanes planes{{}, first.pitch, first.width, first.height};
  for (std::size_t c = 0; c < planes.bytes.size(); ++c) {
    planes.bytes[c] = images[from + std::min(c, count - 1)].plane().bytes;
  }
  return planes;
}

std::vector<DeviceImage> newPlanes(Size size, std::size_t count) {
  std::vector<DeviceImage> planes;
  for (std::size_t i = 0; i < count; ++i) planes.emplace_back(size, PixelFormat{1, Depth::u8});
  return planes;
}

}  // namespace

BytePlanes colourPlanes(const Gpu& gpu, const DeviceImage& image, DerivedPlanes& kept) {
  const PixelFormat format = image.format();
  const DevicePlane& plane = image.plane();
  if (format.channels == 1) {
    return {{plane.bytes, plane.bytes, plane.bytes}, plane.pitch, plane.width, plane.height};
  }
  const auto wanted = static_cast<std::size_t>(format.colourChannels());
  if (!kept.colours.empty()) return planesOf(kept.colours, 0, wanted);
  std::vector<DeviceImage> images = newPlanes(image.size(), wanted);
  const BytePlanes planes = planesOf(images, 0, wanted);
  const auto kernel = format.channels == 2   ? separate<2>
                      : format.channels == 3 ? separate<3>
                                             : separate<4>;
  launch("separate", kernel, blocksOver(image), kBlockThreads, gpu.stream(), plane,
         static_cast<int>(wanted), planes);
  kept.colours = std::move(images);
  return planes;
}

SquarePlanes squarePlanes(const Gpu& gpu, const DeviceImage& image, DerivedPlanes& kept) {
  const auto count = static_cast<std::size_t>(image.format().colourChannels());
  if (kept.squares.empty()) {
    std::vector<DeviceImage> images = newPlanes(image.size(), 2 * count);
    const SquarePlanes squares{planesOf(images, 0, count), planesOf(images, count, count)};
    launch("squareBytes", squareBytes, blocksOver(image), kBlockThreads, gpu.stream(),
           colourPlanes(gpu, image, kept), static_cast<int>(count), squares);
    kept.squares = std::move(images);
  }
  return {planesOf(kept.squares, 0, count), planesOf(kept.squares, count, count)};
}

}  // namespace espy::cuda
