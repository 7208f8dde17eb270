// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Marks of pictures in GPU memory, and flags with many or huge windows.
#include "cuda/base/resident.h"
#include "cuda/find/engines.h"
#include "cuda/mark/engines.h"
#include "espy/engine/all.h"
#include "gpu/on_gpu.h"
#include "support/random_pictures.h"

namespace espy::test {
namespace {

std::vector<Match> someMatches(Random& random, Size scene, std::size_t count, std::int64_t most) {
  std::vector<Match> matches(count);
  const std::int64_t sizes = 1 + random.below(3);
  for (Match& match : matches) {
    Random shape(static_cast<std::uint64_t>(random.below(sizes)) + 99);
    match.width = static_cast<std::uint32_t>(1 + shape.below(std::min(most, scene.width)));
    match.height = static_cast<std::uint32_t>(1 + shape.below(std::min(most, scene.height)));
    match.x = static_cast<std::uint32_t>(random.below(scene.width - match.width + 1));
    match.y = static_cast<std::uint32_t>(random.below(scene.height - match.height + 1));
  }
  return matches;
}

class Marks : public OnGpu {
 protected:
  const Registry registry_ = makeRegistry();
  Timeline unheard_;

  Image wantedFlags(Size scene, const std::vector<Match>& matches, int pass) {
    return flagPlane(registry_, "sequential", scene, matches, pass);
  }
};

TEST_F(Marks, FlagsOfFewManyAndHugeWindowsEqualTheProcessors) {
  Random random(11);
  const Size scenes[] = {{1, 1}, {1, 3000}, {3000, 1}, {130, 70}, {1500, 1300}};
  for (const Size scene : scenes) {
    for (const std::size_t count : {0, 1, 40, 3000}) {
      for (const std::int64_t most : {1, 20, 500, 1400}) {
        const std::vector<Match> matches = someMatches(random, scene, count, most);
        for (const int pass : {1, 2}) {
          const Image wanted = wantedFlags(scene, matches, pass);
          EXPECT_TRUE(samePixels(cuda::flagMatches(scene, matches, pass, {}, unheard_), wanted))
              << scene.width << " x " << scene.height << ", " << count << " of " << most;
          EXPECT_TRUE(samePixels(cuda::flagByPasses(scene, matches, pass, {}, unheard_), wanted))
              << scene.width << " x " << scene.height << ", " << count << " of " << most;
        }
      }
    }
  }
}

TEST_F(Marks, FlagsInBandsAreTheSame) {
  Random random(12);
  const Size scene{700, 900};
  for (const std::size_t count : {5, 2000}) {
    const std::vector<Match> matches = someMatches(random, scene, count, 60);
    const Image wanted = wantedFlags(scene, matches, 2);
    for (const std::size_t limit : {std::size_t{300} << 10, std::size_t{130} << 10}) {
      cuda::limitDeviceBlocks(limit);
      EXPECT_TRUE(samePixels(cuda::flagMatches(scene, matches, 2, {}, unheard_), wanted)) << count;
      EXPECT_TRUE(samePixels(cuda::flagByPasses(scene, matches, 2, {}, unheard_), wanted)) << count;
    }
    cuda::limitDeviceBlocks(0);
  }
}

/// One picture in GPU memory, marked repeatedly with all options: the copy must be restored.
TEST_F(Marks, KeptPicturesAreMarkedAsCopiesAre) {
  Random random(13);
  for (int channels = 1; channels <= 4; ++channels) {
    for (const Depth depth : {Depth::u8, Depth::u16}) {
      const Size size{1 + random.below(400), 1 + random.below(300)};
      PaddedPicture picture(size, {channels, depth}, 4, false);
      draw(picture.pixels(), Kind::noise, random, false);
      const auto kept = cuda::keepPicture(picture.view(), {}, unheard_);
      for (int turn = 0; turn < 30; ++turn) {
        const std::size_t count =
            random.oneIn(6) ? 1500 : static_cast<std::size_t>(random.below(5));
        const std::vector<Match> matches = someMatches(random, size, count, 30);
        MarkOptions options;
        constexpr MarkStyle kStyles[] = {MarkStyle::outline,  MarkStyle::outline,
                                         MarkStyle::whiteout, MarkStyle::dim,
                                         MarkStyle::none,     MarkStyle::lighten};
        options.style = kStyles[random.below(6)];
        options.thickness = static_cast<int>(1 + random.below(random.oneIn(4) ? 255 : 5));
        if (random.oneIn(2)) options.colour = {90, 90, 90};
        const Image wanted = markedCopy(registry_, "sequential", picture.view(),
                                        wantedFlags(size, matches, 2), options);
        const Image marked = cuda::markPicture(*kept, matches, options, {}, unheard_);
        ASSERT_TRUE(samePixels(marked, wanted))
            << "channels " << channels << ", style " << static_cast<int>(options.style)
            << ", thickness " << options.thickness << ", windows " << count << ", turn " << turn;
        if (turn > 3) continue;
        ASSERT_TRUE(samePixels(
            cuda::markPicture(ImageView(picture.view()), matches, options, {}, unheard_), wanted));
      }
    }
  }
}

}  // namespace
}  // namespace espy::test
