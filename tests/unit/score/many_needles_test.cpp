// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Many needles that match nearly everywhere: each is searched once, for any number of peaks.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "espy/engine/all.h"
#include "support/find_with.h"
#include "support/made_pictures.h"
#include "support/random_pictures.h"

namespace espy {
namespace {

/// A flat area and some stripes.
Image groundOf(Size size) {
  return test::greyOf(size,
                      [&](auto x, auto y) { return x > size.width - 40 ? 100 + y % 7 : 100; });
}

struct ManyNeedles : testing::Test {
  ManyNeedles() : scene(groundOf({300, 250})), registry(makeRegistry()) {
    const FindScored::Function engine = registry.get<FindScored>("threads");
    registry.add<FindScored>(
        "threads",
        [this, engine](const Scene& given, std::span<const Needle> some,
                       const ScoreOptions& options, const Control& control, RunReport& report) {
          searched += some.size();
          return engine(given, some, options, control, report);
        });
  }

  void add(Size size, std::uint8_t value, bool hole) {
    pictures.push_back(test::greyOf(size, [&](auto x, auto y) { return value + (x + y) % 2; }));
    masks.push_back(test::maskOf(size, [&](auto x, auto y) { return !hole || x != 1 || y != 1; }));
  }

  /// `most`: number of times that needles may be searched.
  void check(const ScoreOptions& options, bool masked, double overlap, bool across = false,
             std::size_t most = 0) {
    std::vector<Needle> needles = test::needlesOf(pictures);
    for (std::size_t n = 0; masked && n < needles.size(); ++n) needles[n].mask = masks[n].view();
    SelectOptions select{.overlap = overlap, .across = across};
    const Finding wanted = findScored(registry, "reference", scene, needles, options, select);
    searched = 0;
    const Finding found = findScored(registry, "threads", scene, needles, options, select);
    if (across) {
      EXPECT_LE(searched, most);
    } else {
      EXPECT_EQ(searched, needles.size());
    }
    EXPECT_GT(wanted.matches.size(), 500U);
    EXPECT_TRUE(found.matches == wanted.matches)
        << found.matches.size() << " in place of " << wanted.matches.size();
  }

  Image scene;
  Registry registry;
  std::size_t searched = 0;  ///< number of times that an engine was given a needle
  std::vector<Image> pictures;
  std::vector<Image> masks;
};

TEST_F(ManyNeedles, AreSearchedOnceByDistances) {
  for (std::int64_t n = 0; n < 5; ++n) {
    add({12 + n, 12 + n % 2}, static_cast<std::uint8_t>(98 + n), false);
  }
  check({Method::sad, 0.9}, false, 0.1);
  check({Method::ssd, 0.9}, false, 0.5);
  // Too low for sampling first.
  check({Method::ssd, 0.4}, false, 0.97);
}

/// Several needles are searched together sample by sample, in smaller groups.
TEST_F(ManyNeedles, AreSearchedOnceWithMasks) {
  for (std::int64_t n = 0; n < 5; ++n) add({8 + n, 8}, static_cast<std::uint8_t>(98 + n), true);
  for (const Method method : {Method::sad, Method::ssd}) check({method, 0.4}, true, 0.5);
}

/// In every second row all positions are peaks.
TEST_F(ManyNeedles, AreSearchedOnceByCorrelation) {
  scene = test::greyOf(scene.size(), [](auto /*x*/, auto y) { return y % 2 * 90; });
  for (std::int64_t n = 0; n < 4; ++n) {
    pictures.push_back(Image::copyOf(scene.view().crop(3, 20 + 9 * n, {9 + n, 10})));
  }
  check({Method::zncc, 0.9}, false, 0.5);
}

/// Those that suppress each other are searched in parts, but only while positions of theirs are not
/// covered.
TEST_F(ManyNeedles, AreNotSearchedAgainWhereTheyAreCovered) {
  add({3, 3}, 99, false);
  add({120, 100}, 98, false);
  add({121, 101}, 100, false);
  check({Method::sad, 0.9}, false, 0, true, 4);
  check({Method::sad, 0.9}, false, 0.2, true, 4);
  std::reverse(pictures.begin(), pictures.end());
  check({Method::ssd, 0.9}, false, 0, true, 4);
}

/// What is left out are all peaks of the last needles, and none of the others.
TEST_F(ManyNeedles, OnlyTheFirstMayBeWanted) {
  test::Random random(5);
  const auto noise = [&](auto...) { return random.below(256); };
  scene = test::greyOf({150, 120}, noise);
  std::vector<Needle> needles;
  for (std::int64_t n = 0; n < 12; ++n) {
    const Size size{3 + n % 4, 3};
    pictures.push_back(test::greyOf(size, noise));
    masks.push_back(test::maskOf(size, [](auto x, auto y) { return x != 1 || y != 1; }));
  }
  for (std::size_t n = 0; n < pictures.size(); ++n) {
    needles.push_back({pictures[n], n % 3 == 0 ? std::optional(masks[n].view()) : std::nullopt});
  }
  for (const Method method : {Method::sad, Method::ssd, Method::zncc}) {
    ScoreOptions options{method, method == Method::zncc ? 0.2 : 0.6};
    options.wantBest = false;
    const auto found = [&](int threads) {
      Control control;
      control.threads = threads;
      RunReport report;
      return registry.get<FindScored>("threads")(scene, needles, options, control, report);
    };
    const std::vector<Peak> all = found(1).peaks;
    ASSERT_GT(all.size(), 10'000U);
    options.firstNeedles = true;
    for (const std::size_t share : {1000, 4, 2, 1}) {
      options.most = all.size() / share;
      std::size_t complete = 0;
      for (std::size_t count = 0; complete < needles.size(); ++complete) {
        count += static_cast<std::size_t>(std::ranges::count(all, complete, &Peak::needle));
        if (count > *options.most) break;
      }
      for (const int threads : {1, 4, 64}) {
        const ScoredPlaces some = found(threads);
        ASSERT_TRUE(some.complete);
        EXPECT_EQ(some.leftOut, *some.complete < needles.size());
        std::vector<Peak> wanted = all;
        std::erase_if(wanted, [&](const Peak& peak) { return peak.needle >= *some.complete; });
        EXPECT_EQ(some.peaks, wanted) << "a part of " << share;
        EXPECT_EQ(*some.complete, complete) << threads << " threads";
        EXPECT_EQ(some.leftOut, share > 1);
        EXPECT_EQ(some.peaks.empty(), share == 1000);
      }
    }
  }
}

/// Nearly all peaks are where one thread searches.
TEST_F(ManyNeedles, WhichOfThemAreCompleteDoesNotDependOnThreads) {
  test::Random random(6);
  scene = test::greyOf({1600, 800},
                       [&](auto x, auto y) { return x < 300 && y < 300 ? random.below(256) : 0; });
  std::vector<Needle> needles;
  for (std::int64_t n = 0; n < 12; ++n) {
    pictures.push_back(test::greyOf({3, 3}, [&](auto...) { return random.below(256); }));
  }
  for (const Image& picture : pictures) needles.push_back({picture, std::nullopt});
  ScoreOptions options{Method::zncc, 0.2};
  options.wantBest = false;
  const auto found = [&](int threads) {
    Control control;
    control.threads = threads;
    RunReport report;
    return registry.get<FindScored>("threads")(scene, needles, options, control, report);
  };
  options.most = found(1).peaks.size() / 2;
  ASSERT_GT(*options.most, 40'000U);
  options.firstNeedles = true;
  const ScoredPlaces wanted = found(1);
  EXPECT_GE(*wanted.complete, 5U);
  for (const int threads : {2, 64}) {
    const ScoredPlaces some = found(threads);
    EXPECT_EQ(*some.complete, *wanted.complete) << threads << " threads";
    EXPECT_TRUE(some.peaks == wanted.peaks);
  }
}

}  // namespace
}  // namespace espy
