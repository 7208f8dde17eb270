// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Distances of single windows, with any mask, weights and depth, against plain loops.
#include "find/window_distance.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

#include "espy/engine/simd.h"
#include "support/limited_simd.h"
#include "support/made_pictures.h"

namespace espy {
namespace {

using test::Random;

enum class Pixels { any, extreme };
enum class Weights { none, some, any, heavy };

struct Case {
  Size needle;
  PixelFormat format;
  Weights weights;
  Method method;
  Pixels pixels;
};

Image drawn(Size size, PixelFormat format, Pixels pixels, Random& random) {
  const std::int64_t greatest = format.maxValue();
  return test::imageOf(size, format, [&](auto /*x*/, auto /*y*/, int /*c*/) {
    return pixels == Pixels::any ? random.below(greatest + 1) : random.oneIn(8) ? 0 : greatest;
  });
}

/// Extremes: needles are dark where scenes are bright.
Image inverted(const ImageView& image) {
  const auto greatest = static_cast<std::uint32_t>(image.format().maxValue());
  return test::imageOf(image.size(), image.format(),
                       [&](auto x, auto y, int c) { return greatest - sampleAt(image, x, y, c); });
}

Image maskOf(Size size, Weights weights, Random& random) {
  return test::greyOf(size, [&](std::int64_t x, std::int64_t y) -> std::int64_t {
    if (weights == Weights::some) return random.oneIn(2) ? 0 : 255;
    if (weights == Weights::any) return random.oneIn(4) ? 0 : random.below(256);
    // One that differs, so that weights are used.
    return weights == Weights::heavy && x == 0 && y == 0 ? 254 : 255;
  });
}

finders::Wide byLoops(const ImageView& scene, const finders::PreparedNeedle& needle, Method method,
                      Place place) {
  finders::Wide sum = 0;
  for (int c = 0; c < needle.form.channels; ++c) {
    for (std::int64_t y = 0; y < needle.size.height; ++y) {
      for (std::int64_t x = 0; x < needle.size.width; ++x) {
        const std::int64_t off =
            std::int64_t{sampleAt(scene, place.x + x, place.y + y, c)} - needle.row(c, y)[x];
        sum += finders::Wide{needle.weight(x, y)} *
               (method == Method::sad ? std::abs(off) : off * off);
      }
    }
  }
  return sum;
}

template <class Sample>
void expectAsByLoops(const Case& one, Random& random) {
  const Size size{one.needle.width + 9, one.needle.height + 3};
  const Image scene = drawn(size, one.format, one.pixels, random);
  const Image picture = one.pixels == Pixels::any
                            ? drawn(one.needle, one.format, one.pixels, random)
                            : inverted(scene.view().crop(2, 1, one.needle));
  const Image mask = maskOf(one.needle, one.weights, random);
  Needle given{picture, {}};
  if (one.weights != Weights::none) given.mask = mask.view();
  const bool weighted = one.weights == Weights::any || one.weights == Weights::heavy;
  const finders::PreparedNeedle needle = finders::prepareNeedle(given, 0, one.format, weighted);
  picture::TilePlanes<Sample> tile;
  tile.load(scene, needle.form, 0, 0, size);
  const finders::WindowDistance<Sample> distance(needle, one.method);
  std::vector<Place> places;
  std::vector<finders::Wide> wanted;
  for (std::uint32_t i = 0; i < 13; ++i) {
    places.emplace_back(static_cast<std::uint32_t>(random.below(10)),
                        static_cast<std::uint32_t>(random.below(4)));
    wanted.push_back(byLoops(scene, needle, one.method, places.back()));
    ASSERT_TRUE(distance.at(tile, places[i].x, places[i].y) == wanted[i]) << i;
  }
  std::vector<finders::Wide> got(places.size());
  distance.at(tile, places, finders::kFar, got.data());
  for (std::size_t i = 0; i < places.size(); ++i) ASSERT_TRUE(got[i] == wanted[i]) << i;
  // The comparison with a limit is exact.
  const finders::Wide most = wanted[random.below(13)];
  distance.at(tile, places, most, got.data());
  for (std::size_t i = 0; i < places.size(); ++i) {
    ASSERT_EQ(got[i] <= most, wanted[i] <= most) << i;
    ASSERT_TRUE(wanted[i] > most || got[i] == wanted[i]) << i;
  }
}

void expectThoseOfLoops() {
  Random random(1);
  for (const std::int64_t width : {1, 2, 3, 4, 6, 7, 8, 9, 15, 16, 31, 33, 64, 65, 130, 2100}) {
    for (const Depth depth : {Depth::u8, Depth::u16}) {
      for (const Weights weights : {Weights::none, Weights::some, Weights::any, Weights::heavy}) {
        for (const Method method : {Method::sad, Method::ssd}) {
          for (const Pixels pixels : {Pixels::any, Pixels::extreme}) {
            const std::int64_t height = width > 1000 ? 2 : 1 + random.below(150);
            const Case one{
                {width, height}, {random.oneIn(2) ? 3 : 1, depth}, weights, method, pixels};
            SCOPED_TRACE(testing::Message()
                         << width << 'x' << height << ", " << (depth == Depth::u8 ? 8 : 16)
                         << " bits, weights " << static_cast<int>(weights) << ", method "
                         << static_cast<int>(method) << ", pixels " << static_cast<int>(pixels));
            if (depth == Depth::u8) {
              expectAsByLoops<std::uint8_t>(one, random);
            } else {
              expectAsByLoops<std::uint16_t>(one, random);
            }
            if (testing::Test::HasFatalFailure()) return;
          }
        }
      }
    }
  }
}

TEST(WindowDistances, AreThoseOfLoops) {
  for (const SimdLevel level : simdLevels()) {
    SCOPED_TRACE(nameOf(level));
    const test::LimitedSimd limited(level);
    expectThoseOfLoops();
    if (HasFatalFailure()) return;
  }
}

/// With vectors or sample by sample: a needle of 200 x 200 with holes that matches everywhere takes
/// seconds or minutes.
TEST(WindowDistances, GoThroughRegistersWithAnyMask) {
  Random random(2);
  for (const Weights weights : {Weights::none, Weights::some, Weights::any}) {
    const Image picture = drawn({200, 200}, {3, Depth::u16}, Pixels::any, random);
    const Image mask = maskOf({200, 200}, weights, random);
    const finders::PreparedNeedle needle =
        finders::prepareNeedle({picture, mask.view()}, 0, {3, Depth::u16}, weights == Weights::any);
    for (const Method method : {Method::sad, Method::ssd}) {
      const double each = finders::WindowDistance<std::uint16_t>(needle, method).nanoseconds();
      EXPECT_LT(each, 0.3 * static_cast<double>(needle.values.size()));
    }
  }
}

}  // namespace
}  // namespace espy
