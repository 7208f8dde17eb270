// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Sums of products by tensor cores: by warps, and by warp groups where there are such.
#include <algorithm>

#include "cuda/score/correlate.h"
#include "gpu/on_gpu.h"
#include "support/random_pictures.h"

namespace espy::test {
namespace {

class Correlate : public OnGpu {
 protected:
  /// Three planes of random bytes on the GPU, and on the host.
  struct Planes {
    std::vector<std::uint8_t> bytes;
    cuda::DeviceBuffer<std::uint8_t> onGpu;
    cuda::BytePlanes planes;

    Planes(const cuda::Gpu& gpu, Size size, Random& random) {
      planes.pitch = (size.width + 15) / 16 * 16;
      planes.width = size.width;
      planes.height = size.height;
      const auto plane = static_cast<std::size_t>(planes.pitch * size.height);
      bytes.resize(3 * plane);
      for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.below(256));
      onGpu = cuda::DeviceBuffer<std::uint8_t>(bytes.size() + cuda::kReadAhead);
      gpu.stream().copy(onGpu.data(), bytes.data(), bytes.size());
      for (std::size_t c = 0; c < 3; ++c) planes.bytes[c] = onGpu.data() + c * plane;
    }
    int at(int channel, std::int64_t x, std::int64_t y) const {
      return bytes[static_cast<std::size_t>((channel * planes.height + y) * planes.pitch + x)];
    }
  };

  static std::int32_t sumAt(const Planes& planes, Size size, int channels,
                            std::span<const std::int8_t> factors, std::int64_t x, std::int64_t y) {
    std::int32_t sum = 0;
    const std::int8_t* factor = factors.data();
    for (int c = 0; c < channels; ++c) {
      for (std::int64_t j = 0; j < size.height; ++j) {
        for (std::int64_t i = 0; i < size.width; ++i) sum += planes.at(c, x + i, y + j) * *factor++;
      }
    }
    return sum;
  }

  /// Correlates random needles of one size; compares some positions, the corners among them, with
  /// sums on the host, and all positions of both ways.
  static void compare(const cuda::Gpu& gpu, Size scene, Size size, int channels, int needles,
                      Random& random) {
    SCOPED_TRACE(testing::Message()
                 << size.width << " x " << size.height << " in " << scene.width << " x "
                 << scene.height << ", " << channels << " channels, " << needles << " needles");
    const Planes planes(gpu, scene, random);
    const auto ofNeedle = static_cast<std::size_t>(size.pixels() * channels);
    std::vector<std::int8_t> factors(ofNeedle * static_cast<std::size_t>(needles));
    for (std::int8_t& factor : factors) factor = static_cast<std::int8_t>(random.below(256) - 128);
    cuda::PlaceGrid grid;
    grid.firstRow = random.below(std::min<std::int64_t>(3, scene.height - size.height + 1));
    grid.width = scene.width - size.width + 1;
    grid.rows = scene.height - size.height + 1 - grid.firstRow;
    grid.pitch = (grid.width + 31) / 32 * 32;
    std::vector<std::vector<std::int32_t>> sums;
    for (const bool byGroups : {false, true}) {
      if (byGroups && !cuda::hasWarpGroups()) continue;
      const cuda::Factors on(gpu, size, channels, factors, byGroups);
      const cuda::DeviceBuffer<std::int32_t> out(grid.count() * static_cast<std::size_t>(needles));
      gpu.stream().set(out.data(), 0x55, out.bytes());
      on.correlate(gpu, planes.planes, grid, out.data(), needles);
      sums.emplace_back(out.size());
      gpu.stream().copy(sums.back().data(), out.data(), out.bytes());
      gpu.stream().wait();
    }
    const auto sumOf = [&](std::size_t way, int n, std::int64_t x, std::int64_t y) {
      return sums[way][static_cast<std::size_t>((n * grid.rows + y) * grid.pitch + x)];
    };
    for (int n = 0; n < needles; ++n) {
      const auto own = std::span(factors).subspan(static_cast<std::size_t>(n) * ofNeedle, ofNeedle);
      for (int i = 0; i < 20; ++i) {
        const std::int64_t x = i < 4 ? i % 2 * (grid.width - 1) : random.below(grid.width);
        const std::int64_t y = i < 4 ? i / 2 * (grid.rows - 1) : random.below(grid.rows);
        ASSERT_EQ(sumOf(0, n, x, y), sumAt(planes, size, channels, own, x, y + grid.firstRow))
            << x << ", " << y;
      }
      if (sums.size() == 1) continue;
      for (std::int64_t y = 0; y < grid.rows; ++y) {
        for (std::int64_t x = 0; x < grid.width; ++x) {
          ASSERT_EQ(sumOf(0, n, x, y), sumOf(1, n, x, y)) << x << ", " << y << " of needle " << n;
        }
      }
    }
  }
};

TEST_F(Correlate, BothWaysSumAllProducts) {
  Timeline unheard;
  const cuda::GpuLease gpu(unheard);
  if (!cuda::canCorrelate()) GTEST_SKIP() << "no tensor core code for this GPU";
  Random random(29);
  // One tile, wide and high needles of several pieces, and the widths where pieces change.
  compare(*gpu, {64, 64}, {64, 64}, 1, 1, random);
  compare(*gpu, {900, 700}, {64, 64}, 1, 20, random);
  compare(*gpu, {700, 500}, {300, 218}, 1, 2, random);
  compare(*gpu, {500, 700}, {33, 400}, 3, 2, random);
  for (const std::int64_t width : {1, 2, 17, 18, 65, 66, 81, 146}) {
    compare(*gpu, {402, 87}, {width, 8}, 1, 3, random);
  }
  for (const std::int64_t height : {1, 7, 8, 9, 63, 128, 129, 257}) {
    compare(*gpu, {301, 300}, {20, height}, 2, 2, random);
  }
  for (int i = 0; i < 30; ++i) {
    const int channels = random.oneIn(3) ? 3 : 1;
    const Size size{1 + random.below(110), 1 + random.below(60 * 6 / channels)};
    compare(*gpu, {size.width + random.below(700), size.height + random.below(200)}, size, channels,
            static_cast<int>(1 + random.below(4)), random);
  }
}

}  // namespace
}  // namespace espy::test
