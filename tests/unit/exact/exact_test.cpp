// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <chrono>
#include <mutex>
#include <set>
#include <thread>

#include "espy/engine/all.h"
#include "support/find_with.h"
#include "support/in_openmp.h"
#include "support/scored_cases.h"
#include "support/select_reference.h"

namespace espy {
namespace {

using test::noise;
using test::Places;
using test::placesOf;

/// A grey picture from rows of digits.
Image digits(const std::vector<std::string>& rows) {
  return test::greyOf(
      {static_cast<std::int64_t>(rows[0].size()), static_cast<std::int64_t>(rows.size())},
      [&](auto x, auto y) {
        return rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] - '0';
      });
}

class EveryEngine : public testing::TestWithParam<std::string> {
 protected:
  Finding find(const ImageView& scene, const std::vector<Needle>& needles,
               ExactOptions options = {}) const {
    return findExact(registry_, GetParam(), scene, needles, options);
  }
  Registry registry_ = makeRegistry();
};
INSTANTIATE_TEST_SUITE_P(BuiltIn, EveryEngine,
                         testing::Values("reference", "sequential", "threads", "openmp"));

TEST_P(EveryEngine, FindsOverlappingOccurrencesInOrder) {
  const Image scene = digits({"11100",  //
                              "11100",  //
                              "11011"});
  const Image needle = digits({"11", "11"});
  EXPECT_EQ(placesOf(find(scene, {{needle, {}}})), (Places{{0, 0}, {1, 0}, {0, 1}}));
}

TEST_P(EveryEngine, FindsAtEveryCornerAndWholePicture) {
  const Image scene = digits({"1223", "4556", "4556", "7889"});
  for (const auto& [x, y] : Places{{0, 0}, {2, 0}, {0, 2}, {2, 2}}) {
    EXPECT_EQ(placesOf(find(scene, {{scene.view().crop(x, y, {2, 2}), {}}})), (Places{{x, y}}));
  }
  EXPECT_EQ(placesOf(find(scene, {{scene, {}}})), (Places{{0, 0}}));
}

TEST_P(EveryEngine, FindsNothingLargerThanTheScene) {
  const Image scene = digits({"11", "11"});
  EXPECT_TRUE(find(scene, {{digits({"111"}), {}}}).matches.empty());
  EXPECT_TRUE(find(scene, {{digits({"1", "1", "1"}), {}}}).matches.empty());
}

TEST_P(EveryEngine, TransparentAndMaskedPixelsNeverMatter) {
  const Image scene = digits({"121", "343", "121"});
  Image needle({2, 2}, {2, Depth::u8});  // grey and alpha
  test::fill(needle, {1, 255, 77, 0, 3, 1, 4, 255});
  EXPECT_EQ(placesOf(find(scene, {{needle, {}}})), (Places{{0, 0}}));
  const Image grey = digits({"17", "34"});
  const Image mask = digits({"10", "11"});
  EXPECT_EQ(placesOf(find(scene, {{grey, mask.view()}})), (Places{{0, 0}}));
  EXPECT_TRUE(find(scene, {{grey, {}}}).matches.empty());
}

TEST_P(EveryEngine, GreyMeetsColourBothWays) {
  Image colour({3, 1}, {3, Depth::u8});
  test::fill(colour, {5, 5, 5, 5, 6, 5, 7, 7, 7});
  EXPECT_EQ(placesOf(find(colour, {{digits({"7"}), {}}})), (Places{{2, 0}}));
  const Image grey = digits({"567"});
  EXPECT_EQ(placesOf(find(grey, {{colour.view().crop(2, 0, {1, 1}), {}}})), (Places{{2, 0}}));
  EXPECT_TRUE(find(grey, {{colour.view().crop(1, 0, {1, 1}), {}}}).matches.empty());
  EXPECT_EQ(placesOf(find(grey, {{colour.view().crop(1, 0, {1, 1}), {}}}, {1})),
            (Places{{0, 0}, {1, 0}}));
}

TEST_P(EveryEngine, EightBitsStandFor257TimesThemselves) {
  const Image narrow = digits({"123"});
  Image wide({3, 1}, {1, Depth::u16});
  test::fill(wide, {257, 2 * 257 + 1, 3 * 257});
  EXPECT_EQ(placesOf(find(wide, {{narrow.view().crop(2, 0, {1, 1}), {}}})), (Places{{2, 0}}));
  EXPECT_TRUE(find(wide, {{narrow.view().crop(1, 0, {1, 1}), {}}}).matches.empty());
  EXPECT_EQ(placesOf(find(wide, {{narrow.view().crop(1, 0, {1, 1}), {}}}, {1})), (Places{{1, 0}}));
  EXPECT_EQ(placesOf(find(narrow, {{wide.view().crop(0, 0, {1, 1}), {}}})), (Places{{0, 0}}));
  EXPECT_TRUE(find(narrow, {{wide.view().crop(1, 0, {1, 1}), {}}}).matches.empty());
}

TEST_P(EveryEngine, ToleranceBoundsEverySampleAndGivesTheDistance) {
  const Image scene = digits({"1234"});
  const Image needle = digits({"33"});
  EXPECT_TRUE(find(scene, {{needle, {}}}).matches.empty());
  const Finding near = find(scene, {{needle, {}}}, {1});
  ASSERT_EQ(placesOf(near), (Places{{1, 0}, {2, 0}}));
  EXPECT_EQ(near.matches[0].distance, 1U);
  EXPECT_EQ(near.matches[0].score, 1.0);
  EXPECT_EQ(find(scene, {{needle, {}}}, {65535}).matches.size(), 3U);
}

TEST_P(EveryEngine, AnImagesOwnAlphaTakesNoPart) {
  Image scene({2, 1}, {2, Depth::u8});
  test::fill(scene, {4, 0, 4, 9});
  EXPECT_EQ(placesOf(find(scene, {{digits({"4"}), {}}})), (Places{{0, 0}, {1, 0}}));
}

TEST_P(EveryEngine, ManyNeedlesKeepTheirNumbers) {
  const Image scene = noise({120, 90}, {3, Depth::u8}, 5);
  std::vector<Needle> needles;
  for (int n = 0; n < 50; ++n) needles.push_back({scene.view().crop(n * 2, n, {7, 6}), {}});
  const Finding finding = find(scene, needles);
  ASSERT_EQ(finding.matches.size(), 50U);
  for (const Match& match : finding.matches) {
    EXPECT_EQ(match.x, match.needle * 2);
    EXPECT_EQ(match.y, match.needle);
    EXPECT_EQ(match.width, 7U);
  }
}

TEST_P(EveryEngine, RefusesNeedlesThatMakeNoSense) {
  const Image scene = digits({"123"});
  const Image clear({2, 1}, {2, Depth::u8});  // alpha 0 everywhere
  EXPECT_THROW(find(scene, {{clear, {}}}), Error);
  const Image mask = digits({"11"});
  EXPECT_THROW(find(scene, {{digits({"1"}), mask.view()}}), Error);
  EXPECT_THROW(find(scene, {{ImageView(), {}}}), Error);
}

TEST_P(EveryEngine, ReportsThatItRan) {
  const Image scene = digits({"123"});
  EXPECT_EQ(find(scene, {{digits({"2"}), {}}}).report.engine, GetParam());
}

TEST_P(EveryEngine, StopsOnRequest) {
  const Image scene = noise({512, 512}, {1, Depth::u8}, 1);
  const Image needle = digits({"12"});
  const Needle needles[] = {{needle, {}}};
  test::expectError(ErrorCode::cancelled, [&] {
    findExact(registry_, GetParam(), scene, needles, {}, {}, test::stoppedControl());
  });
}

/// The requested engine runs: a fake engine is called and nothing else; "threads" and "openmp" use
/// several threads, "sequential" only the caller's.
TEST(EngineProof, FindExactCallsTheNamedEngine) {
  Registry registry = makeRegistry();
  registry.addEngine({"probe", true, "", ""});
  int calls = 0;
  registry.add<FindExact>("probe", [&](const Scene&, std::span<const Needle> needles,
                                       const ExactOptions&, const Control&, RunReport& report) {
    ++calls;
    report.engine = "probe";
    return std::vector<std::vector<Place>>(needles.size(), std::vector<Place>{{0, 0}});
  });
  const Image scene = digits({"123"});
  const Needle needles[] = {{scene, {}}};
  EXPECT_EQ(placesOf(findExact(registry, "probe", scene, needles)), (Places{{0, 0}}));
  EXPECT_EQ(calls, 1);
}

/// Copies of a needle are searched once, by every method.
TEST(EngineProof, CopiesOfANeedleAreSearchedOnce) {
  Registry registry = makeRegistry();
  registry.addEngine({"probe", true, "", ""});
  std::size_t given = 0;
  registry.add<FindExact>("probe", [&](const Scene&, std::span<const Needle> needles,
                                       const ExactOptions&, const Control&, RunReport&) {
    given += needles.size();
    return std::vector<std::vector<Place>>(needles.size(), std::vector<Place>{{3, 4}});
  });
  registry.add<FindScored>("probe", [&](const Scene&, std::span<const Needle> needles,
                                        const ScoreOptions&, const Control&, RunReport&) {
    given += needles.size();
    return ScoredPlaces{{{0, 3, 4, 0, 1, 0}}, false, {}, {}};
  });
  const Image scene = noise({20, 20}, {1, Depth::u8}, 9);
  const Image needle = noise({5, 5}, {1, Depth::u8}, 10);
  const std::vector<Needle> needles(200, {needle, {}});
  EXPECT_EQ(findExact(registry, "probe", scene, needles).matches.size(), 200U);
  EXPECT_EQ(given, 1U);
  EXPECT_EQ(findScored(registry, "probe", scene, needles).matches.size(), 200U);
  EXPECT_EQ(given, 2U);
}

TEST(EngineProof, ThreadsAreThoseOfTheEngine) {
  const Registry registry = makeRegistry();
  const Image scene = noise({600, 600}, {1, Depth::u8}, 9);
  const Image needle = noise({2, 1}, {1, Depth::u8}, 10);  // small: many tasks
  const Needle needles[] = {{needle, {}}};
  for (const std::string engine : {"sequential", "threads", "openmp"}) {
    if (!registry.engine(engine).available) continue;
    std::set<std::thread::id> workers;
    bool openMp = false;
    Control control;
    control.threads = 3;
    control.progress = [&](double) {  // never called by two threads concurrently
      workers.insert(std::this_thread::get_id());
      openMp = openMp || test::isInOpenMp();
      std::this_thread::sleep_for(std::chrono::milliseconds(3));
    };
    const Finding finding = findExact(registry, engine, scene, needles, {}, {}, control);
    EXPECT_EQ(finding.report.threads, engine == "sequential" ? 1 : 3);
    EXPECT_EQ(openMp, engine == "openmp");
    if (engine != "sequential") {
      EXPECT_GT(workers.size(), 1U);
    } else {
      EXPECT_EQ(workers, std::set<std::thread::id>{std::this_thread::get_id()});
    }
  }
}

TEST(AutoChoice, ReportsTheReason) {
  const Registry registry = makeRegistry();
  const Image scene = digits({"123"});
  const Needle needles[] = {{scene, {}}};
  Control control;
  control.threads = 4;
  const Finding small = findExact(registry, "auto", scene, needles, {}, {}, control);
  EXPECT_EQ(small.report.engine, "sequential");
  EXPECT_FALSE(small.report.choice.empty());
  const Image large({4000, 2500}, {1, Depth::u8});
  const Finding big = findExact(registry, "auto", large, needles, {}, {}, control);
  EXPECT_EQ(big.report.engine, "threads");
  EXPECT_NE(big.report.choice.text().find("10.0 megapixels"), std::string::npos)
      << big.report.choice.text();
  const Finding named = findExact(registry, "sequential", scene, needles);
  EXPECT_TRUE(named.report.choice.empty());
}

/// Rows of more than 65536 positions are swept in parts; single columns are searched transposed.
TEST_P(EveryEngine, FindsInLongLinesWhereverPartsBegin) {
  constexpr std::int64_t kLong = 140'000;
  const std::vector<std::uint32_t> places{0, 65200, 65535, 65836, 131072, 139700};
  const Image needle = noise({300, 1}, {1, Depth::u8}, 8);
  Image lying = noise({kLong, 1}, {1, Depth::u8}, 9);
  for (const std::uint32_t x : places) {
    std::copy_n(needle.view().row(0), 300, lying.pixels().pixel(x, 0));
  }
  Image standing({1, kLong}, {1, Depth::u8});
  std::copy_n(lying.view().row(0), kLong, standing.pixels().row(0));
  const ImageView high(needle.view().row(0), {1, 300}, {1, Depth::u8}, 1);
  for (const int tolerance : {0, 2}) {
    const Finding along = find(lying, {{needle, {}}}, {tolerance});
    const Finding down = find(standing, {{high, {}}}, {tolerance});
    if (tolerance > 0 && GetParam() != "reference") {
      EXPECT_NE(along.report.strategy.text().find("compared at every position"), std::string::npos);
    }
    ASSERT_EQ(along.matches.size(), places.size());
    ASSERT_EQ(down.matches.size(), places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
      EXPECT_EQ(along.matches[i].x, places[i]);
      EXPECT_EQ(along.matches[i].y, 0U);
      EXPECT_EQ(down.matches[i].x, 0U);
      EXPECT_EQ(down.matches[i].y, places[i]);
    }
  }
}

/// Many needles that suppress each other are searched in bands, with the same result as a selection
/// among all matches.
TEST(Exact, ManyNeedlesAcrossEachOther) {
  Image scene({20, 16}, {1, Depth::u8});
  for (const auto& [x, y] : Places{{7, 3}, {16, 7}, {2, 13}}) {
    setSample(scene.pixels(), x, y, 0, 1);
  }
  std::vector<Image> pictures;
  for (std::int64_t n = 0; n < 400; ++n) {
    pictures.emplace_back(Size{1 + n % 20, 1 + n / 20}, PixelFormat{1, Depth::u8});
  }
  const std::vector<Needle> needles = test::needlesOf(pictures);
  const Registry registry = makeRegistry();
  const Finding all = findExact(registry, "sequential", scene, needles);
  for (const char* engine : {"reference", "sequential", "openmp"}) {
    for (const double overlap : {0.0, 0.3}) {
      for (const std::optional<std::uint64_t> top : {std::optional<std::uint64_t>(), {9}}) {
        const SelectOptions options{overlap, true, top};
        const Finding found = findExact(registry, engine, scene, needles, {}, options);
        EXPECT_EQ(found.matches, test::selectReference(all.matches, options)) << engine;
      }
    }
  }
}

}  // namespace
}  // namespace espy
