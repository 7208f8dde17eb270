// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The lab's screening on the GPU: milestones 1 to 3 against the plain loop.
#include <algorithm>
#include <vector>

#include "cuda/lab/engines.h"
#include "gpu/on_gpu.h"
#include "support/random_pictures.h"

namespace espy::test {
namespace {

using namespace lab::pattern;

constexpr Screening kColours{{96, 64, 200}, {176, 40, 40}};

/// Shape, ground and, rarely, a third colour; alpha is random.
Image drawn(Size size, int channels, Random& random) {
  Image scene(size, {channels, Depth::u8});
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t x = 0; x < size.width; ++x) {
      const Colour colour = random.oneIn(5)    ? kColours.shape
                            : random.oneIn(20) ? Colour{1, 2, 3}
                                               : kColours.ground;
      const std::uint8_t samples[] = {colour.red, colour.green, colour.blue,
                                      static_cast<std::uint8_t>(random.below(256))};
      std::copy_n(samples, channels, scene.pixels().pixel(x, y));
    }
  }
  return scene;
}

/// The loop's result; alpha, which it would paint as well, is that of the scene.
Image byLoop(const PatternTask& task) {
  Timeline unheard;
  Image marked = findByLoop(task, {}, unheard).marked;
  if (task.scene.format().channels < 4) return marked;
  for (std::int64_t y = 0; y < task.scene.height(); ++y) {
    for (std::int64_t x = 0; x < task.scene.width(); ++x) {
      marked.pixels().pixel(x, y)[3] = task.scene.pixel(x, y)[3];
    }
  }
  return marked;
}

class LabPattern : public OnGpu {};

TEST_F(LabPattern, ScreeningIsThatOfTheLoop) {
  Random random(83);
  for (int round = 0; round < 60; ++round) {
    const Size size{1 + random.below(300), 1 + random.below(40)};
    const Image scene = drawn(size, round % 2 == 0 ? 1 : 4, random);
    const MarkOptions marks{
        round % 4 < 2 ? MarkStyle::whiteout : MarkStyle::outline, 1, {255, 255, 255}};
    const PatternTask task{scene, {}, marks, kColours};
    Timeline timeline;
    EXPECT_TRUE(samePixels(cuda::screenOnGpu(task, {}, timeline), byLoop(task)))
        << size.width << " x " << size.height << ", round " << round;
    std::string stages;
    for (const Timeline::Stage& stage : timeline.stages()) {
      if (stage.name != "context") stages += stage.name + " ";
    }
    EXPECT_EQ(stages, "upload screen download ");
  }
}

TEST_F(LabPattern, LargePicturesAreScreenedWhole) {
  Random random(89);
  const Image scene = drawn({4097, 2049}, 4, random);
  for (const MarkStyle style : {MarkStyle::whiteout, MarkStyle::outline}) {
    const PatternTask task{scene, {}, {style, 1, {255, 255, 255}}, kColours};
    Timeline unheard;
    EXPECT_TRUE(samePixels(cuda::screenOnGpu(task, {}, unheard), byLoop(task)));
  }
}

TEST_F(LabPattern, OtherFormatsAreRefused) {
  Random random(97);
  const Image scene = drawn({9, 5}, 3, random);
  Timeline unheard;
  EXPECT_THROW(cuda::screenOnGpu({scene, {}, {}, kColours}, {}, unheard), Error);
  const Image grey = drawn({9, 5}, 1, random);
  EXPECT_THROW(cuda::screenOnGpu({grey, {}, {}, {}}, {}, unheard), Error);
}

}  // namespace
}  // namespace espy::test
