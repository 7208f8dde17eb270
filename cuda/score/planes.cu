// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/base/launch.cuh"
#include "cuda/score/planes.h"

namespace espy::cuda {
namespace {

constexpr int kPixels = 4;  ///< per thread

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

/// Sum of `step` bytes, aligned to words or half words.
template <int step>
__device__ inline std::uint32_t sumOfBytes(const std::uint8_t* from) {
  const auto address = reinterpret_cast<std::uintptr_t>(from);
  const auto* words = reinterpret_cast<const std::uint32_t*>(address & ~std::uintptr_t{3});
  const auto shift = 8 * static_cast<std::uint32_t>(address & 3U);
  constexpr std::uint32_t kOnes = step == 2 ? 0x0101U : 0x01010101U;
  std::uint32_t sum = 0;
  std::uint32_t current = __ldg(words);
#pragma unroll
  for (int i = 0; i < (step + 3) / 4; ++i) {
    const std::uint32_t next = __ldg(words + i + 1);
    sum = __dp4a(__funnelshift_r(current, next, shift), kOnes, sum);
    current = next;
  }
  return sum;
}

constexpr int kMeanRows = 32;  ///< per thread

/// A thread walks down a column of blocks; neighbouring threads' columns are a step apart, so that
/// their writes coalesce.
template <int step>
__global__ void __launch_bounds__(kBlockThreads)
    averageBlocks(BytePlanes planes, int count, BlockPlanes blocks) {
  const std::int64_t column = std::int64_t{blockIdx.x} * kBlockThreads + threadIdx.x;
  const std::int64_t x = column * step + blockIdx.z;
  if (x + step > planes.width) return;
  for (std::int64_t top = std::int64_t{blockIdx.y} * kMeanRows; top + step <= planes.height;
       top += std::int64_t{gridDim.y} * kMeanRows) {
    const auto rows =
        static_cast<int>(min(planes.height - top - step + 1, std::int64_t{kMeanRows}));
    for (int c = 0; c < count; ++c) {
      const std::uint8_t* from = planes.bytes[c] + top * planes.pitch + x;
      auto* to = const_cast<std::uint8_t*>(blocks.planes.bytes[c]) + top * blocks.planes.pitch +
                 blockIdx.z * blocks.segment + column;
      std::uint32_t sums[step];  // of a row each; row y in slot y % step
      std::uint32_t all = 0;
#pragma unroll
      for (int i = 0; i + 1 < step; ++i) {
        sums[i] = sumOfBytes<step>(from + i * planes.pitch);
        all += sums[i];
      }
      sums[step - 1] = 0;
      for (int y = 0; y < rows; y += step) {
#pragma unroll
        for (int i = 0; i < step; ++i) {
          if (y + i >= rows) break;
          const std::uint32_t next = sumOfBytes<step>(from + (y + i + step - 1) * planes.pitch);
          all += next;
          sums[(i + step - 1) % step] = next;
          to[(y + i) * blocks.planes.pitch] = static_cast<std::uint8_t>(all / (step * step));
          all -= sums[i];
        }
      }
    }
  }
}

dim3 blocksOver(const DeviceImage& image) {
  return {blocksFor(image.size().width, std::int64_t{kBlockThreads} * kPixels),
          rowsOfGrid(image.size().height)};
}

/// `count` images from `from` on; the last one is repeated for missing channels.
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

BlockPlanes blockPlanes(const Gpu& gpu, const DeviceImage& image, DerivedPlanes& kept, int step) {
  const auto count = static_cast<std::size_t>(image.format().colourChannels());
  const Size size = image.size();
  const std::int64_t columns = (size.width + step - 1) / step;
  const std::int64_t segment = (columns + 15) / 16 * 16;
  const auto describe = [&](const std::vector<DeviceImage>& images) {
    BytePlanes planes = planesOf(images, 0, count);
    planes.width = size.width;
    return BlockPlanes{planes, step, segment};
  };
  if (const auto found = kept.blocks.find(step); found != kept.blocks.end()) {
    return describe(found->second);
  }
  std::vector<DeviceImage> images = newPlanes({segment * step, size.height}, count);
  const BlockPlanes blocks = describe(images);
  const auto kernel = step == 2   ? averageBlocks<2>
                      : step == 4 ? averageBlocks<4>
                                  : averageBlocks<8>;
  launch("averageBlocks", kernel,
         dim3(blocksFor(columns, kBlockThreads), rowsOfGrid((size.height - 1) / kMeanRows + 1),
              static_cast<unsigned>(step)),
         kBlockThreads, gpu.stream(), colourPlanes(gpu, image, kept), static_cast<int>(count),
         blocks);
  kept.blocks[step] = std::move(images);
  return blocks;
}

}  // namespace espy::cuda
