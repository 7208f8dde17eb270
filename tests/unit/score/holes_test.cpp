// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Masks with many holes, whose sums are computed by FFT, against the reference; and reuse of
// memory.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "espy/engine/all.h"
#include "score/formula.h"
#include "score/mask_sums.h"
#include "score/window_at.h"
#include "support/made_pictures.h"

namespace espy {
namespace {

using test::Random;

Image checkerboard(Size size) {
  return test::maskOf(size, [](auto x, auto y) { return (x + y) % 2 == 0; });
}

TEST(Holes, SumsByTransformsAreThoseOfTheWindows) {
  Random random(2);
  const Image mask = checkerboard({37, 30});
  for (const PixelFormat format : {PixelFormat{1, Depth::u8}, {3, Depth::u8}, {1, Depth::u16}}) {
    const Image scene = test::drawn({64, 64}, format, test::Kind::noise, random);
    const Needle needle{scene.view().crop(9, 7, {37, 30}), mask.view()};
    const score::ScoredNeedle made = score::makeScoredNeedle(needle, 0, format, false);
    ASSERT_TRUE(score::hasManyHoles(made));
    const score::ScoredNeedle* only = &made;
    const Control control;
    const score::Masks masks({64, 64}, {&only, 1}, control);
    const auto compare = [&]<class Sample, class Sum>(Sample /*sample*/, Sum /*sum*/) {
      picture::TilePlanes<Sample> tile;
      tile.load(scene, made.form, 0, 0, {64, 64});
      score::MaskSums<Sample, Sum> sums;
      ASSERT_TRUE(sums.load(masks, 0, {&tile, 1}));
      for (std::int64_t y = 0; y + 30 <= 64; ++y) {
        for (std::int64_t x = 0; x + 37 <= 64; ++x) {
          const score::WindowSums window = score::windowAt(tile, made, x, y);
          Sum sum = 0;
          Sum squares = 0;
          sums.windows(0, x, y, 1, &sum, &squares);
          ASSERT_EQ(sum, window.sum) << x << ' ' << y;
          ASSERT_EQ(squares, window.squares) << x << ' ' << y;
        }
      }
    };
    if (format.depth == Depth::u8) {
      compare(std::uint8_t{}, std::uint32_t{});
      compare(std::uint8_t{}, std::uint64_t{});
    } else {
      compare(std::uint16_t{}, std::uint64_t{});
    }
  }
}

/// With more rectangles than are listed, sums are computed run by run.
TEST(Holes, SumsOfScatteredPixelsAreThoseOfTheWindows) {
  Random random(3);
  const Image mask = checkerboard({101, 103});
  const Image scene = test::drawn({120, 110}, {1, Depth::u8}, test::Kind::noise, random);
  const Needle needle{scene.view().crop(2, 5, {101, 103}), mask.view()};
  const score::ScoredNeedle made = score::makeScoredNeedle(needle, 0, {1, Depth::u8}, false);
  ASSERT_TRUE(made.scattered);
  EXPECT_TRUE(made.rectangles.empty());
  EXPECT_TRUE(score::hasManyHoles(made));
  picture::TilePlanes<std::uint8_t> tile;
  tile.load(scene, made.form, 0, 0, scene.size());
  picture::TileSums<std::uint32_t> sums;
  sums.load(tile);
  for (std::int64_t y = 0; y + 103 <= 110; ++y) {
    std::uint32_t sum[20];
    std::uint32_t squares[20];
    score::needleWindows(sums, made, 0, y, 20, sum, squares);
    for (std::int64_t x = 0; x < 20; ++x) {
      const score::WindowSums window = score::windowAt(tile, made, x, y);
      ASSERT_EQ(sum[x], window.sum) << x << ' ' << y;
      ASSERT_EQ(squares[x], window.squares) << x << ' ' << y;
    }
  }
}

TEST(Holes, SearchesEqualTheReference) {
  Random random(8);
  const Registry registry = makeRegistry();
  const Image mask = checkerboard({40, 40});
  for (const PixelFormat format : {PixelFormat{1, Depth::u8}, {1, Depth::u16}, {3, Depth::u8}}) {
    for (const test::Kind kind : {test::Kind::noise, test::Kind::gradient, test::Kind::flawed}) {
      const Image scene = test::drawn({110, 90}, format, kind, random);
      const Needle needle{scene.view().crop(33, 21, {40, 40}), mask.view()};
      for (const auto& [method, least] :
           {std::pair{Method::zncc, 0.7}, {Method::ssd, 0.9}, {Method::ssd, 0.99}}) {
        ScoreOptions options{.method = method, .minScore = least};
        if (method == Method::zncc && format.channels == 3) {
          options.channelMeans = ChannelMeans::each;
        }
        const auto search = [&](const char* engine) {
          RunReport report;
          return registry.get<FindScored>(engine)(scene, {&needle, 1}, options, {}, report);
        };
        try {
          const ScoredPlaces wanted = search("reference");
          const ScoredPlaces got = search("openmp");
          EXPECT_EQ(got.peaks, wanted.peaks) << nameOf(kind);
          EXPECT_EQ(got.best, wanted.best) << nameOf(kind);
        } catch (const Error& error) {
          EXPECT_EQ(error.code(), ErrorCode::badUse);
        }
      }
    }
  }
}

long pageFaults() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

TEST(KeptMemory, ASearchThatIsRepeatedTouchesNoNewPages) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "address sanitizers have memory of their own";
#endif
  Random random(3);
  Image scene({700, 500}, {1, Depth::u8});
  draw(scene.pixels(), test::Kind::noise, random, true);
  const Registry registry = makeRegistry();
  Control control;
  control.threads = 1;
  for (const std::int64_t side : {16, 64, 128}) {
    const Needle needle{scene.view().crop(50, 60, {side, side}), {}};
    ScoreOptions options{.minScore = 0.8};
    const auto search = [&] {
      RunReport report;
      const auto found =
          registry.get<FindScored>("sequential")(scene, {&needle, 1}, options, control, report);
      ASSERT_EQ(found.peaks.size(), 1U);
    };
    search();
    search();
    const long before = pageFaults();
    search();
    // Small allocations: malloc may return and request a little, 400 KB at most. The buffers of a
    // search are megabytes.
    EXPECT_LE(pageFaults() - before, 100) << side;
  }
}

}  // namespace
}  // namespace espy
