// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Worst cases, in which simple algorithms take minutes, gigabytes or overflow: flat pictures, masks
// with many holes, and needles of millions of samples.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "exact/distance.h"
#include "exact/reference.h"
#include "find/peak_list.h"
#include "picture/rectangles.h"
#include "score/needle.h"
#include "score/reference.h"
#include "score/wide.h"
#include "support/find_with.h"
#include "support/scored_cases.h"

namespace espy {
namespace {

using namespace test;

Image flat(Size size, PixelFormat format, std::uint32_t value) {
  return imageOf(size, format, [&](auto, auto, int) { return value; });
}

/// A mask in which every `every`-th pixel is ignored, in row-major order.
Image holes(Size size, std::int64_t every) {
  return maskOf(size, [&](auto x, auto y) { return (y * size.width + x) % every != 0; });
}

// Parts of needles.

TEST(Rectangles, CoverEveryPixelOnce) {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const Size size{1 + random.below(20), 1 + random.below(20)};
    const std::int64_t labels = 1 + random.below(4);
    std::vector<int> picture(static_cast<std::size_t>(size.pixels()));
    for (int& label : picture) label = static_cast<int>(random.below(labels + 1)) - 1;
    std::int64_t calls = 0;
    const auto parts =
        picture::labelledRectangles(size,
                                    [&](std::int64_t x, std::int64_t y) {
                                      ++calls;
                                      return picture[static_cast<std::size_t>(y * size.width + x)];
                                    },
                                    {});
    EXPECT_EQ(calls, size.pixels());
    std::vector<int> covered(picture.size(), -1);
    for (const picture::Labelled& part : parts) {
      const picture::Rectangle& r = part.rectangle;
      for (std::int64_t y = r.y; y < r.y + r.height; ++y) {
        for (std::int64_t x = r.x; x < r.x + r.width; ++x) {
          int& label = covered[static_cast<std::size_t>(y * size.width + x)];
          EXPECT_EQ(label, -1);
          label = part.label;
        }
      }
    }
    EXPECT_EQ(covered, picture);
  }
  const auto whole = picture::labelledRectangles({30, 20}, [](auto, auto) { return 5; }, {});
  ASSERT_EQ(whole.size(), 1U);
  EXPECT_EQ(whole[0].rectangle.height, 20);
}

TEST(Rectangles, TheLargestIsTheLargest) {
  Random random(2);
  for (int i = 0; i < 300; ++i) {
    const Size size{1 + random.below(12), 1 + random.below(12)};
    const std::int64_t rare = 1 + random.below(9);
    std::vector<bool> inside(static_cast<std::size_t>(size.pixels()));
    for (std::size_t p = 0; p < inside.size(); ++p) inside[p] = !random.oneIn(rare);
    const auto is = [&](std::int64_t x, std::int64_t y) {
      return inside[static_cast<std::size_t>(y * size.width + x)];
    };
    const auto allInside = [&](const picture::Rectangle& r) {
      for (std::int64_t y = r.y; y < r.y + r.height; ++y) {
        for (std::int64_t x = r.x; x < r.x + r.width; ++x) {
          if (!is(x, y)) return false;
        }
      }
      return true;
    };
    std::int64_t most = 0;
    for (std::int64_t y = 0; y < size.height; ++y) {
      for (std::int64_t x = 0; x < size.width; ++x) {
        for (std::int64_t h = 1; y + h <= size.height; ++h) {
          for (std::int64_t w = 1; x + w <= size.width; ++w) {
            if (w * h > most && allInside({x, y, w, h})) most = w * h;
          }
        }
      }
    }
    std::int64_t calls = 0;
    const picture::Rectangle got = picture::largestRectangle(size,
                                                             [&](std::int64_t x, std::int64_t y) {
                                                               ++calls;
                                                               return is(x, y);
                                                             },
                                                             {});
    EXPECT_EQ(calls, size.pixels());
    EXPECT_EQ(got.width * got.height, most);
    EXPECT_TRUE(allInside(got));
  }
}

/// A former search for the inner rectangle took 30 s for one ignored pixel in so large a needle,
/// and joining runs took as long for a comb-shaped mask.
TEST(ScoredNeedle, LargeOnesWithHolesAreMadeAtOnce) {
  const Size size{3000, 3000};
  const Image picture = noise(size, {1, Depth::u8}, 3);
  const Image one = holes(size, size.pixels());
  const score::ScoredNeedle needle =
      score::makeScoredNeedle({picture, one.view()}, 0, {1, Depth::u8}, false, Method::zncc);
  EXPECT_EQ(needle.inner.width * needle.inner.height, 3000 * 2999);
  const Image comb = holes(size, 2);
  EXPECT_EQ(score::makeScoredNeedle({picture, comb.view()}, 0, {1, Depth::u8}, false, Method::ssd)
                .rectangles.size(),
            1500U);
  // sad needs no sums.
  EXPECT_TRUE(score::makeScoredNeedle({picture, comb.view()}, 0, {1, Depth::u8}, false, Method::sad)
                  .rectangles.empty());
  EXPECT_THROW(score::makeScoredNeedle({picture, comb.view()}, 0, {1, Depth::u8}, false,
                                       Method::zncc, stoppedControl()),
               Error);
}

// Distances.

TEST(Distances, EqualTheDefinitionForAnyNumber) {
  Random random(4);
  for (int i = 0; i < 60; ++i) {
    const auto any = [&] {
      return PixelFormat{random.oneIn(2) ? 1 : 3, random.oneIn(3) ? Depth::u16 : Depth::u8};
    };
    const Image scene =
        noise({40 + random.below(30), 30 + random.below(30)}, any(), static_cast<std::uint64_t>(i));
    PixelFormat format = any();
    if (random.oneIn(3)) ++format.channels;
    const Size size{1 + random.below(20), 1 + random.below(20)};
    // Noise, or large areas of few values.
    const Image noisy = noise(size, format, static_cast<std::uint64_t>(1000 + i));
    const Image picture = imageOf(size, format, [&](auto x, auto y, int c) {
      const bool isAlpha = c == format.colourChannels();
      if (i % 2 == 1 || isAlpha) return static_cast<int>(sampleAt(noisy, x, y, c));
      return c + (x < size.width / 2 ? 17 : 93);
    });
    const Image mask = holes(size, 1 + random.below(30) + size.pixels() / 20);
    const bool masked = size.pixels() > 1 && i % 3 == 0;
    const Image other = noise({3, 2}, format, 5);
    const Needle needles[] = {
        {picture, masked ? std::optional<ImageView>(mask.view()) : std::nullopt}, {other, {}}};
    for (const std::int64_t every : {1, 97}) {
      std::vector<Match> matches;
      for (std::int64_t place = 0;; place += every) {
        const std::int64_t width = scene.size().width - size.width + 1;
        if (place / width > scene.size().height - size.height) break;
        matches.push_back(match(static_cast<std::uint32_t>(place % width),
                                static_cast<std::uint32_t>(place / width), 1, 1, 1, 999));
      }
      matches.push_back(match(3, 4, 3, 2, 1, 0));
      matches.back().needle = 1;
      exact::fillDistances(scene, needles, matches, 1 + i % 3, {});
      for (const Match& got : matches) {
        ASSERT_EQ(got.distance, exact::absoluteDistance(scene, needles[got.needle], got.x, got.y))
            << i;
      }
    }
  }
}

/// Sample by sample this would take 26 billion differences, minutes.
TEST(Distances, OfFlatPicturesTakeOneLookAMatch) {
  const Registry registry = makeRegistry();
  const Image scene = flat({1000, 1000}, {1, Depth::u8}, 100);
  const Image picture = flat({200, 200}, {1, Depth::u8}, 98);
  const Needle needle{picture, {}};
  const Finding finding = findExact(registry, "sequential", scene, {&needle, 1}, {3});
  ASSERT_EQ(finding.matches.size(), 801U * 801U);
  EXPECT_TRUE(std::all_of(finding.matches.begin(), finding.matches.end(),
                          [](const Match& one) { return one.distance == 80000; }));
}

TEST(Distances, AreNotComputedWhereUnused) {
  const Registry registry = makeRegistry();
  const Image scene = flat({50, 50}, {1, Depth::u8}, 100);
  const Image picture = flat({20, 20}, {1, Depth::u8}, 98);
  const Needle needle{picture, {}};
  const auto stages = [&](bool distances) {
    const Finding finding = findExact(registry, "sequential", scene, {&needle, 1}, {3, distances});
    EXPECT_EQ(finding.matches.at(0).distance, distances ? 800U : 0U);
    const auto& all = finding.report.timeline.stages();
    return std::count_if(all.begin(), all.end(),
                         [](const auto& stage) { return stage.name == "distances"; });
  };
  EXPECT_EQ(stages(true), 1);
  EXPECT_EQ(stages(false), 0);
}

// Between pixels.

TEST(RefinedAll, EqualsTheDefinition) {
  Random random(6);
  const Registry registry = makeRegistry();
  for (int i = 0; i < 40; ++i) {
    const PixelFormat format{random.oneIn(2) ? 1 : 3, random.oneIn(3) ? Depth::u16 : Depth::u8};
    Image scene = noise({24, 20}, format, static_cast<std::uint64_t>(i));
    if (i % 4 == 0) scene = flat({24, 20}, format, 50);
    const Image picture = noise({5, 4}, format, static_cast<std::uint64_t>(90 + i));
    const Image mask = holes({5, 4}, 6);
    const Image other = noise({3, 3}, format, 7);
    const Needle needles[] = {{picture, mask.view()}, {other, {}}};
    for (const Method method : {Method::sad, Method::ssd, Method::zncc}) {
      ScoreOptions options{method, i % 2 == 0 ? -1 : 0.5};
      options.weighted = method != Method::zncc && i % 3 == 0;
      const auto matches =
          findScored(registry, "reference", scene, needles, options, {1, false, {}}).matches;
      const auto got = refined(scene, needles, matches, options, {1 + i % 2, {}, {}});
      ASSERT_EQ(got.size(), matches.size());
      for (std::size_t m = 0; m < matches.size(); ++m) {
        const Match& of = matches[m];
        const Needle& needle = needles[of.needle];
        const auto sums = score::sumsOf(needle, format, options.weighted);
        const auto score = [&](std::int64_t x, std::int64_t y) {
          return score::scoreAt(scene, needle, of.needle, sums, options, x, y).score;
        };
        const auto top = [](double before, double middle, double after) {
          const double bend = (before - middle) + (after - middle);
          if (middle < before || middle < after || bend >= 0) return 0.0;
          return std::clamp((before - after) / (2 * bend), -0.5, 0.5);
        };
        SubPixel wanted{static_cast<double>(of.x), static_cast<double>(of.y)};
        if (of.x > 0 && of.x + of.width < 24) {
          wanted.x += top(score(of.x - 1, of.y), of.score, score(of.x + 1, of.y));
        }
        if (of.y > 0 && of.y + of.height < 20) {
          wanted.y += top(score(of.x, of.y - 1), of.score, score(of.x, of.y + 1));
        }
        EXPECT_EQ(got[m].x, wanted.x);
        EXPECT_EQ(got[m].y, wanted.y);
      }
    }
  }
}

// Sums of more than 64 bits.

class WideSums : public ScoredTest, public testing::WithParamInterface<std::string> {};
INSTANTIATE_TEST_SUITE_P(BuiltIn, WideSums,
                         testing::Values("reference", "sequential", "threads", "openmp"));

TEST_P(WideSums, WhiteInBlackScoresNought) {
  const PixelFormat format{3, Depth::u16};
  const Image scene({2401, 2400}, format);
  const Image picture = flat({2400, 2400}, format, 65535);
  const Needle needle{picture, {}};
  ScoreOptions options{Method::ssd, 0};
  options.weighted = true;
  const auto matches = findScored(registry_, GetParam(), scene, {&needle, 1}, options).matches;
  ASSERT_EQ(matches.size(), 2U);
  EXPECT_EQ(matches[0].score, 0);
  EXPECT_EQ(matches[1].score, 0);
  // 65535^2 * 255 * 3 * 2400^2 exceeds 2^64.
  EXPECT_EQ(matches[0].distance.digits(), "18924766341840000000");
  EXPECT_GT(matches[0].distance.high(), 0U);
  options.minScore = 0.5;
  const Finding none = findScored(registry_, GetParam(), scene, {&needle, 1}, options);
  EXPECT_TRUE(none.matches.empty());
  ASSERT_TRUE(none.best);
  EXPECT_EQ(none.best->score, 0);
  EXPECT_EQ(none.best->x, 0U);
}

/// Run separately, with a time limit: reading 64 windows for each existing one took minutes.
TEST(NarrowScenes, DISABLED_TakeNoLongerThanWhatIsThere) {
  const Image scene = test::noise({3, 100000}, {1, Depth::u8}, 3);
  const Needle needle{scene.view().crop(0, 41234, {3, 30000}), {}};
  ScoreOptions options{.method = Method::sad, .minScore = 0.9};
  const Finding finding = findScored(makeRegistry(), "openmp", scene, {&needle, 1}, options);
  EXPECT_EQ(placesOf(finding), (Places{{0, 41234}}));
}

TEST(WideSearch, EqualsTheReference) {
  Random random(8);
  for (int i = 0; i < 60; ++i) {
    const PixelFormat format{random.oneIn(2) ? 1 : 3, Depth::u16};
    const Image scene = i % 5 == 0 ? flat({20, 18}, format, 9)
                                   : noise({20, 18}, format, static_cast<std::uint64_t>(i));
    PixelFormat own = format;
    if (i % 4 > 1) own.depth = Depth::u8;
    own.channels += i % 2;
    const Image picture =
        noise({1 + random.below(8), 1 + random.below(8)}, own, static_cast<std::uint64_t>(500 + i));
    const Needle needle{picture, {}};
    if (i % 2 == 1 && score::sumsOf(needle, format, true).weight == 0) continue;
    ScoreOptions options{i % 3 == 0 ? Method::sad : Method::ssd, i % 4 == 0 ? -1 : 0.85};
    options.weighted = i % 2 == 1;
    RunReport report;
    const ScoredPlaces wanted = score::scoreByReference(scene, {&needle, 1}, options, {}, report);
    const score::ScoredNeedle prepared =
        score::makeScoredNeedle(needle, 0, format, options.weighted, options.method);
    const auto threads = 1 + i % 2;
    EXPECT_EQ(score::findWide(scene, prepared, options, threads, {}), wanted.peaks) << i;
    if (wanted.best) {
      score::BestPlace best;
      score::offerWide(scene, prepared, options, threads, {}, best);
      EXPECT_EQ(best.place(), wanted.best) << i;
    }
    const ScoreMap map = score::mapByReference(scene, needle, options, {}, report);
    ScoreMap got;
    got.size = map.size;
    got.scores.resize(map.scores.size());
    score::mapWide(scene, prepared, options, threads, {}, got);
    EXPECT_EQ(got.scores, map.scores) << i;
  }
}

TEST(Digits, OfMoreThan64Bits) {
  EXPECT_EQ(Distance(12345678901234567890U).digits(), "12345678901234567890");
  EXPECT_EQ(Distance(~std::uint64_t{0}, 0xffff).digits(), "1208925819614629174706175");
  EXPECT_EQ(Distance(12345678901234567890U, 3).low(), 12345678901234567890U);
}

// Plateaus.

TEST(PeakList, KeepsTheBest) {
  Random random(10);
  std::vector<Peak> all;
  finders::PeakList list;
  list.keepBest(100, {});
  for (std::uint32_t i = 0; i < 50000; ++i) {
    all.push_back({0, i % 251, i / 251, 0, static_cast<double>(random.below(30)), 0});
    list.add(all.back());
  }
  std::vector<Peak> best = list.take();
  EXPECT_TRUE(list.dropped());
  std::sort(all.begin(), all.end(), finders::IsBetter());
  std::sort(best.begin(), best.end(), finders::IsBetter());
  all.resize(100);
  EXPECT_EQ(best, all);
}

class Plateaus : public ScoredTest, public testing::WithParamInterface<std::string> {};
INSTANTIATE_TEST_SUITE_P(BuiltIn, Plateaus, testing::Values("sequential", "threads", "openmp"));

TEST_P(Plateaus, OnlyTheBestPeaksAreHeldWhereNoMoreAreWanted) {
  const Image scene = flat({300, 200}, {1, Depth::u8}, 40);
  const Image picture = flat({1, 1}, {1, Depth::u8}, 40);
  const Needle needle{picture, {}};
  ScoreOptions options{Method::sad, 0.9};
  RunReport report;
  const auto& find = registry_.get<FindScored>(GetParam());
  const ScoredPlaces all = find(scene, {&needle, 1}, options, {}, report);
  EXPECT_EQ(all.peaks.size(), 60000U);
  EXPECT_FALSE(all.leftOut);
  options.most = 7;
  const ScoredPlaces few = find(scene, {&needle, 1}, options, {}, report);
  EXPECT_TRUE(few.leftOut);
  EXPECT_EQ(few.peaks, std::vector<Peak>(all.peaks.begin(), all.peaks.begin() + 7));
}

/// More peaks than the initial limit, of which selection leaves too few.
TEST_P(Plateaus, TheBestOfAllAreFoundAllTheSame) {
  const Image scene = flat({1250, 1250}, {1, Depth::u8}, 40);
  const Image picture = flat({40, 40}, {1, Depth::u8}, 40);
  const Needle needle{picture, {}};
  const ScoreOptions options{Method::ssd, 0.9};
  const SelectOptions select{0.5, false, {}};
  const auto all = findScored(registry_, GetParam(), scene, {&needle, 1}, options, select).matches;
  for (const std::uint64_t top : {std::uint64_t{1}, all.size() - 3}) {
    const auto best =
        findScored(registry_, GetParam(), scene, {&needle, 1}, options, {0.5, false, top}).matches;
    EXPECT_EQ(best,
              std::vector<Match>(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(top)));
  }
}

/// Several needles that match everywhere, with and without joint selection; peaks are processed
/// in batches.
TEST_P(Plateaus, OfSeveralNeedlesAreSelectedByParts) {
  const Image scene = flat({500, 400}, {1, Depth::u8}, 40);
  const Image one = flat({1, 1}, {1, Depth::u8}, 40);
  const Image two = flat({3, 2}, {1, Depth::u8}, 41);
  const Image three = flat({2, 2}, {1, Depth::u8}, 40);
  const std::vector<Needle> needles{{one, {}}, {two, {}}, {three, {}}};
  const ScoreOptions options{Method::sad, 0.9};
  RunReport report;
  const ScoredPlaces all =
      registry_.get<FindScored>(GetParam())(scene, needles, options, {}, report);
  ASSERT_GT(all.peaks.size(), 550000U);
  for (const bool across : {false, true}) {
    for (const std::optional<std::uint64_t> top : {std::optional<std::uint64_t>{}, {300000}, {5}}) {
      const SelectOptions select{0.2, across, top};
      std::vector<Match> wanted;
      for (const Peak& peak : all.peaks) wanted.push_back(finders::AsMatch(needles)(peak));
      selectMatches(wanted, select);
      EXPECT_EQ(findScored(registry_, GetParam(), scene, needles, options, select).matches, wanted);
    }
  }
}

}  // namespace
}  // namespace espy
