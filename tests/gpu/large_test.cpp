// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Pictures of more than 2^31 samples, where 32-bit indices overflow.
#include <cstring>
#include <fstream>

#include "cuda/base/resident.h"
#include "cuda/exact/engines.h"
#include "cuda/score/engines.h"
#include "espy/engine/all.h"
#include "gpu/on_gpu.h"
#include "support/random_pictures.h"

namespace espy::test {
namespace {

std::int64_t freeHostBytes() {
  std::ifstream file("/proc/meminfo");
  for (std::string name; file >> name;) {
    std::int64_t kilobytes = 0;
    if (name == "MemAvailable:" && file >> kilobytes) return kilobytes << 10;
  }
  return 0;
}

class Large : public OnGpu {
 protected:
  /// Quickly fills with a pattern that does not repeat within a needle's size.
  static Image picture(Size size, PixelFormat format) {
    Image image(size, format);
    for (std::int64_t y = 0; y < size.height; ++y) {
      std::uint8_t* row = image.pixels().row(y);
      std::uint64_t state = static_cast<std::uint64_t>(y) * 0x9e3779b97f4a7c15U + 1;
      for (std::int64_t i = 0; i + 8 <= image.view().rowBytes(); i += 8) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        const std::uint64_t mixed = state ^ (state >> 29);
        std::memcpy(row + i, &mixed, 8);
      }
    }
    return image;
  }

  static void findAtBothEnds(Size size, PixelFormat format) {
    const std::int64_t bytes = size.pixels() * format.bytesPerPixel();
    if (freeHostBytes() < 2 * bytes) {
      GTEST_SKIP() << "needs " << (2 * bytes >> 30) << " GiB of free memory";
    }
    const Image scene = picture(size, format);
    const Size needle{16, 16};
    const std::vector<Needle> needles{
        {scene.view().crop(0, 0, needle), {}},
        {scene.view().crop(size.width - 16, size.height - 16, needle), {}},
        {scene.view().crop(size.width / 2, size.height - 1000, needle), {}}};
    RunReport report;
    const auto wanted = makeRegistry().get<FindExact>("openmp")(scene, needles, {}, {}, report);
    ASSERT_EQ(wanted[1].size(), 1U);
    Timeline unheard;
    try {
      const auto kept = cuda::keepPicture(scene, {}, unheard);
      EXPECT_EQ(cuda::findExact(*kept, needles, {}, {}, report), wanted);
    } catch (const cuda::OutOfDeviceMemory&) {
      GTEST_SKIP() << "the GPU has no room for " << (bytes >> 30) << " GiB";
    }
    EXPECT_EQ(cuda::findExact(scene, needles, {}, {}, report), wanted);
    EXPECT_EQ(cuda::findByPasses(scene, needles, {}, {}, report), wanted);
  }
};

TEST_F(Large, MoreThan2To31GreyPixels) {
  findAtBothEnds({50000, 44000}, {1, Depth::u8});
}

TEST_F(Large, ScoresOfMoreThan2To31Places) {
  const Size size{50000, 44000};
  if (freeHostBytes() < 2 * size.pixels()) GTEST_SKIP() << "needs 4 GiB of free memory";
  const Image scene = picture(size, {1, Depth::u8});
  const std::vector<Needle> needles{{scene.view().crop(0, 0, {16, 16}), {}},
                                    {scene.view().crop(49984, 43984, {16, 16}), {}},
                                    {scene.view().crop(30000, 43000, {20, 9}), {}}};
  for (const Method method : {Method::sad, Method::ssd, Method::zncc}) {
    RunReport report;
    try {
      const ScoredPlaces found =
          cuda::findScored(scene, needles, {method, 0.99, false, true}, {}, report);
      ASSERT_EQ(found.peaks.size(), 3U);
      for (std::size_t n = 0; n < 3; ++n) EXPECT_DOUBLE_EQ(found.peaks[n].score, 1);
      EXPECT_EQ(found.peaks[1].x, 49984U);
      EXPECT_EQ(found.peaks[1].y, 43984U);
      EXPECT_EQ(found.peaks[2].x, 30000U);
      EXPECT_EQ(found.peaks[2].y, 43000U);
    } catch (const cuda::OutOfDeviceMemory&) {
      GTEST_SKIP() << "the GPU has no room for it";
    }
  }
}

TEST_F(Large, MoreThan2To31Samples) {
  findAtBothEnds({24000, 24000}, {4, Depth::u8});
}

TEST_F(Large, ALongThinStrip) {
  findAtBothEnds({16, 30000000}, {1, Depth::u8});
}

TEST_F(Large, MoreThan41Megapixels) {
  findAtBothEnds({9000, 5000}, {3, Depth::u16});
}

}  // namespace
}  // namespace espy::test
