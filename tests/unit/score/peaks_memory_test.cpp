// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// No search needs more than 64 bytes per pixel in addition to its input and result.
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "base/drain.h"
#include "espy/control.h"
#include "espy/engine/all.h"
#include "find/peak_order.h"
#include "score/choose_tile.h"
#include "score/tile_strategy.h"
#include "support/find_with.h"
#include "support/made_pictures.h"
#include "support/peak_memory.h"

namespace espy {
namespace {

using test::Random;

Image flatPicture(Size size, int channels = 1) {
  return test::imageOf(size, {channels, Depth::u8}, [](auto, auto, int) { return 100; });
}
Image noisePicture(Size size) {
  Random random(1);
  return test::greyOf(size, [&](auto, auto) { return random.below(256); });
}

std::vector<Needle> piecesOf(const Image& scene, const std::vector<Size>& sizes) {
  std::vector<Needle> needles;
  for (const Size size : sizes) needles.push_back({scene.view().crop(37, 53, size), {}});
  return needles;
}

/// Bytes per pixel of the scene, without the result.
double bytesAPixel(const Image& scene, const std::vector<Needle>& needles,
                   const FindOptions& options) {
  const Registry registry = makeRegistry();
  Control control;
  control.threads = 2;
  // Warm-up: allocates threads and tables that any search needs.
  const Image small = noisePicture({32, 32});
  const std::vector<Needle> few{{small.view().crop(0, 0, {4, 4}), {}}};
  search(registry, "openmp", small, few, options, control);
  const test::PeakMemory memory;
  const Finding finding = search(registry, "openmp", scene, needles, options, control);
  EXPECT_FALSE(finding.matches.empty());
  if (!memory.isKnown()) return -1;
  return (memory.bytes() - static_cast<double>(finding.matches.size() * sizeof(Match))) /
         static_cast<double>(scene.size().pixels());
}

/// The limit, and by how much the kernel's count of resident pages may be off: 64 pages a thread.
constexpr double kMost = 64 + 2 * 64 * 4096 / 1e6;

#define EXPECT_FRUGAL(bytes)                                       \
  do {                                                             \
    const double taken = (bytes);                                  \
    if (taken == -1) GTEST_SKIP() << "the system reports no peak"; \
    EXPECT_LE(taken, kMost);                                       \
  } while (false)

FindOptions scored(Method method, double least, double overlap) {
  FindOptions options;
  options.method = method;
  options.minScore = least;
  options.wantBest = false;
  options.select.overlap = overlap;
  return options;
}

TEST(Memory, SeveralNeedlesEverywhereAreNotStoredTwice) {
  const Image scene = flatPicture({1000, 1000});
  FindOptions options;
  options.select.overlap = 0.995;
  options.select.across = true;
  EXPECT_FRUGAL(bytesAPixel(scene, piecesOf(scene, {{200, 200}, {12, 12}, {1, 1}}), options));
}

TEST(Memory, SeveralScoredNeedlesEverywhereAreNotStoredTwice) {
  const Image scene = flatPicture({1000, 1000});
  EXPECT_FRUGAL(bytesAPixel(scene, piecesOf(scene, {{3, 3}, {1, 1}, {8, 8}, {2, 9}}),
                            scored(Method::sad, 1, 1)));
}

TEST(Memory, PeaksThatAreNotKeptAreNoMatches) {
  const Image scene = flatPicture({1024, 1024}, 3);
  EXPECT_FRUGAL(bytesAPixel(scene, piecesOf(scene, {{2, 2}}), scored(Method::sad, 0.5, 0)));
}

TEST(Memory, MemoryOfANeedleIsReusedForTheNextOne) {
  const Image scene = flatPicture({1024, 1024});
  const std::vector<Size> sizes{{24, 24}, {450, 24}, {400, 400}, {450, 400}};
  std::vector<Needle> needles = piecesOf(scene, sizes);
  std::vector<Image> masks;
  for (const Size size : sizes) {
    masks.push_back(test::maskOf(size, [](auto x, auto y) { return x != 5 || y != 5; }));
  }
  for (std::size_t n = 0; n < needles.size(); ++n) needles[n].mask = masks[n].view();
  EXPECT_FRUGAL(bytesAPixel(scene, needles, scored(Method::ssd, 0.8, 0.5)));
}

TEST(Memory, LinesThatStandFit) {
  const Image scene = noisePicture({1, 1'000'000});
  for (const std::int64_t length : {500, 500'000}) {
    const std::vector<Needle> needles{{scene.view().crop(0, 53, {1, length}), {}}};
    EXPECT_FRUGAL(bytesAPixel(scene, needles, scored(Method::ssd, 0.9, 0.5)));
  }
}

TEST(Memory, SpectraOfLargeColourNeedlesFit) {
  const Image scene = test::imageOf({1024, 1024}, {3, Depth::u8},
                                    [](auto x, auto y, int) { return (x / 5 + y / 7) % 256; });
  FindOptions options = scored(Method::zncc, 0.9, 0.5);
  options.select.top = 862;
  EXPECT_FRUGAL(bytesAPixel(scene, piecesOf(scene, {{64, 64}, {400, 400}, {64, 3}}), options));
}

TEST(Memory, SumsOverMasksOfManyHolesFit) {
  const Image scene = noisePicture({1024, 1024});
  const Image mask = test::maskOf({400, 400}, [](auto x, auto y) { return (x + y) % 2 == 0; });
  std::vector<Needle> needles = piecesOf(scene, {{400, 400}});
  needles.front().mask = mask.view();
  EXPECT_FRUGAL(bytesAPixel(scene, needles, scored(Method::zncc, 0.8, 0.5)));
  // Its memory is not reusable for the next one.
  releaseScratch();
  EXPECT_FRUGAL(bytesAPixel(scene, needles, scored(Method::ssd, 0.8, 0.5)));
}

// Memory of searches by FFT.

/// Finds all peaks with any way of computing exact products.
TEST(TransformMemory, LittleMemoryFindsTheSame) {
  // All windows reach the minimum and differ by little, so very many exact products are wanted.
  for (const PixelFormat format : {PixelFormat{1, Depth::u8}, {3, Depth::u8}, {1, Depth::u16}}) {
    Random random(4);
    const Image scene =
        test::imageOf({300, 290}, format, [&](auto, auto, int) { return 100 + random.below(2); });
    const Needle needle{scene.view().crop(31, 20, {150, 133}), {}};
    const Needle other{scene.view().crop(5, 60, {137, 140}), {}};
    for (const Method method : {Method::ssd, Method::zncc}) {
      const score::ScoredNeedle first = score::makeScoredNeedle(needle, 0, format, false, method);
      const score::ScoredNeedle second = score::makeScoredNeedle(other, 1, format, false, method);
      const Control control;
      ScoreOptions options{.method = method, .minScore = method == Method::zncc ? -1 : 0.5};
      for (const bool both : {false, true}) {
        std::vector<std::vector<Peak>> found;
        std::vector<std::size_t> waited;
        for (const score::ExactProducts exact :
             {score::ExactProducts::byTransforms, score::ExactProducts::deferred,
              score::ExactProducts::byWindows}) {
          std::vector<const score::ScoredNeedle*> needles{&first};
          if (both) needles.push_back(&second);
          score::ScoreBatch batch{scene.view(),
                                  first.form,
                                  needles,
                                  options,
                                  score::TileStrategy::byTransforms,
                                  picture::TileGrid(scene.size(), score::smallest(needles),
                                                    score::largest(needles), {256, 256}),
                                  control};
          batch.exact = exact;
          const auto worker = score::makeWorker(batch);
          for (std::int64_t task = 0; task < batch.tasks(); ++task) worker->run(task);
          waited.push_back(worker->deferred.size());
          batch.exact = score::ExactProducts::byTransforms;
          for (const score::TileWorker::DeferredTile& one : worker->deferred)
            worker->runDeferred({&one, 1});
          std::vector<Peak> peaks = worker->peaks.take();
          finders::orderPeaks(peaks, control);
          found.push_back(std::move(peaks));
        }
        EXPECT_FALSE(found[0].empty());
        EXPECT_EQ(found[1], found[0]);
        EXPECT_EQ(found[2], found[0]);
        EXPECT_EQ(waited[0], 0U);
        if (method == Method::ssd) {
          EXPECT_GT(waited[1], 0U);
        }
        EXPECT_EQ(waited[2], 0U);
      }
    }
  }
}

TEST(TransformMemory, TilesAreChosenThatFit) {
  for (const Size scene : {Size{1024, 1024}, Size{2000, 1000}, Size{4096, 4096}}) {
    for (const std::int64_t side : {64, 200, 400}) {
      for (const int channels : {1, 3}) {
        const score::TransformForm form{channels, 1, 8, 1, false};
        const Size needle{side, side};
        const score::TransformTile tile = score::chooseTile(scene, needle, form, 1, 2);
        const score::TransformMemory memory = score::transformMemory(tile, 1000, needle, form);
        EXPECT_GE(memory.threads(score::mostTransformMemory(scene, form), false), 1)
            << scene.width << ' ' << side << ' ' << channels << ": " << tile.transform.width
            << " x " << tile.transform.height;
      }
    }
  }
}

// Order of peaks.

TEST(OrderPeaks, OrdersAsComparingWould) {
  Random random(3);
  for (const std::size_t count : {0, 1, 50, 5000, 60000}) {
    for (const std::int64_t needles : {1, 3}) {
      std::vector<Peak> peaks;
      for (std::size_t i = 0; i < count; ++i) {
        Peak peak;
        peak.needle = static_cast<std::uint32_t>(random.below(needles));
        peak.x = static_cast<std::uint32_t>(random.below(random.oneIn(3) ? 10 : 300));
        peak.y = static_cast<std::uint32_t>(random.below(200));
        peaks.push_back(peak);
      }
      std::vector<Peak> expected = peaks;
      const auto isBefore = [](const Peak& a, const Peak& b) {
        return std::tie(a.needle, a.y, a.x) < std::tie(b.needle, b.y, b.x);
      };
      std::sort(expected.begin(), expected.end(), isBefore);
      finders::orderPeaks(peaks, {});
      EXPECT_EQ(peaks, expected) << count << " peaks of " << needles;
    }
  }
}

/// As of a thousand needles: too small for mappings of their own, so malloc caches what is freed.
TEST(OrderPeaks, SmallListsAreNotStoredTwice) {
  constexpr std::size_t kLists = 700;
  constexpr std::size_t kEach = 3000;
  std::vector<std::vector<Peak>> lists(kLists);
  for (std::size_t i = 0; i < kLists; ++i) {
    lists[i].resize(kEach);
    lists[i].back().needle = static_cast<std::uint32_t>(i);
  }
  const test::PeakMemory memory;
  if (!memory.isKnown()) GTEST_SKIP() << "the system reports no peak";
  const std::vector<Peak> all = joined(std::move(lists), {});
  EXPECT_LT(memory.bytes(), 0.3 * kLists * kEach * sizeof(Peak));
  ASSERT_EQ(all.size(), kLists * kEach);
  EXPECT_EQ(all[5 * kEach - 1].needle, 4U);
  EXPECT_EQ(all.back().needle, kLists - 1);
}

TEST(Drain, HandsAllOverInOrder) {
  std::vector<std::uint64_t> many;
  constexpr std::uint64_t kCount = 3'000'000;
  for (std::uint64_t i = 0; i < kCount; ++i) pushBack(many, i);
  std::uint64_t next = 0;
  drain(many, [&](std::uint64_t one) { EXPECT_EQ(one, next++); });
  EXPECT_EQ(next, kCount);
  EXPECT_TRUE(many.empty());
}

TEST(Drain, AVectorGrowsWithoutBeingStoredTwice) {
  constexpr std::size_t kCount = (std::size_t{1} << 22) + 1;
  const test::PeakMemory memory;
  if (!memory.isKnown()) GTEST_SKIP() << "the system reports no peak";
  std::vector<std::uint64_t> many;
  for (std::size_t i = 0; i < kCount; ++i) pushBack(many, std::uint64_t{i});
  EXPECT_LT(memory.bytes(), 1.4 * kCount * sizeof(std::uint64_t));
}

}  // namespace
}  // namespace espy
