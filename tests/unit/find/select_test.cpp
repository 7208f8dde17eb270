// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "espy/engine/find.h"

#include "find/equal_needles.h"
#include "find/one_size.h"
#include "find/overlap_filter.h"
#include "find/select.h"
#include "score/formula.h"
#include "support/made_pictures.h"
#include "support/select_reference.h"
#include "support/thrown_errors.h"

namespace espy {
namespace {

Match at(std::uint32_t x, std::uint32_t y, double score = 1, std::uint32_t needle = 0,
         Size size = {10, 10}) {
  Match match;
  match.needle = needle;
  match.x = x;
  match.y = y;
  match.width = static_cast<std::uint32_t>(size.width);
  match.height = static_cast<std::uint32_t>(size.height);
  match.score = score;
  return match;
}

Image blank(Size size) {
  return Image(size, {1, Depth::u8});
}

using Kept = std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>>;

Kept select(std::vector<Match> matches, const SelectOptions& options) {
  selectMatches(matches, options);
  Kept kept;
  for (const Match& match : matches) kept.push_back({match.needle, match.x, match.y});
  return kept;
}

TEST(Select, OrdersByScoreThenYThenXThenNeedle) {
  EXPECT_EQ(select({at(5, 9), at(3, 2, 0.5), at(9, 1), at(2, 9), at(2, 9, 1, 3)}, {}),
            (Kept{{0, 9, 1}, {0, 2, 9}, {3, 2, 9}, {0, 5, 9}, {0, 3, 2}}));
}

TEST(Select, KeepsAllAtOverlapOne) {
  EXPECT_EQ(select({at(0, 0), at(0, 0, 1, 1), at(1, 0)}, {}).size(), 3U);
}

TEST(Select, DropsWhatOverlapsABetterOneByMore) {
  // 10 x 10 windows at an offset of 5 share 50 of 150 pixels.
  SelectOptions options{.overlap = 1.0 / 3};
  EXPECT_EQ(select({at(0, 0), at(5, 0)}, options).size(), 2U);
  options.overlap = 0.33;
  EXPECT_EQ(select({at(0, 0, 0.9), at(5, 0)}, options), (Kept{{0, 5, 0}}));
  options.overlap = 0;
  EXPECT_EQ(select({at(0, 0), at(10, 0), at(9, 9)}, options), (Kept{{0, 0, 0}, {0, 10, 0}}));
}

TEST(Select, ADroppedMatchDropsNoOther) {
  SelectOptions options{.overlap = 0.2};
  EXPECT_EQ(select({at(0, 0), at(6, 0), at(12, 0)}, options), (Kept{{0, 0, 0}, {0, 12, 0}}));
}

TEST(Select, ComparesNeedlesOnlyAcross) {
  SelectOptions options{.overlap = 0.5};
  EXPECT_EQ(select({at(0, 0), at(1, 0, 0.9, 1)}, options).size(), 2U);
  options.across = true;
  EXPECT_EQ(select({at(0, 0), at(1, 0, 0.9, 1)}, options), (Kept{{0, 0, 0}}));
}

TEST(Select, TopCountsAfterOverlap) {
  SelectOptions options{.overlap = 0.5, .top = 2};
  EXPECT_EQ(select({at(0, 0), at(1, 0), at(50, 0), at(80, 0)}, options),
            (Kept{{0, 0, 0}, {0, 50, 0}}));
}

/// All combinations of these overlaps and limits, with and without suppression across needles.
std::vector<SelectOptions> everyOptions(std::initializer_list<double> overlaps,
                                        std::initializer_list<std::optional<std::uint64_t>> tops = {
                                            std::nullopt}) {
  std::vector<SelectOptions> all;
  for (const double overlap : overlaps) {
    for (const bool across : {false, true}) {
      for (const auto& top : tops) all.push_back({overlap, across, top});
    }
  }
  return all;
}

std::string say(const SelectOptions& options) {
  return fmt::format("overlap {}, across {}, top {}", options.overlap, options.across,
                     options.top.value_or(0));
}

/// The expected selection with a limit.
std::vector<Match> firstOf(const std::vector<Match>& matches, std::uint64_t top) {
  const auto count = static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(top, matches.size()));
  return {matches.begin(), matches.begin() + count};
}

class Dice {
 public:
  explicit Dice(std::uint32_t seed) : state_(seed) {}
  std::uint32_t below(std::uint32_t bound) {
    state_ = state_ * 1664525U + 1013904223U;
    return (state_ >> 8U) % bound;
  }
  /// Of all magnitudes up to `most`.
  std::uint32_t side(std::uint32_t most) {
    return std::min(most, 1 + below(1U << (1 + below(10))));
  }

 private:
  std::uint32_t state_;
};

void expectLikePlain(const std::vector<Match>& matches, std::uint32_t seed) {
  for (const double overlap : {0.0, 0.1, 0.5, 0.9}) {
    for (const std::uint64_t top : {0, 1, 7, 100000}) {
      const SelectOptions options{overlap, false, top};
      std::vector<Match> got = matches;
      ASSERT_TRUE(finders::selectLike(got, {}, options, {}));
      EXPECT_EQ(got, test::selectReference(matches, options))
          << seed << " " << overlap << " " << top;
    }
  }
}

/// Many matches of one needle, ordered by position, use a byte map.
TEST(Select, ManyOfOneSizeEqualThePlainDefinition) {
  for (std::uint32_t seed = 0; seed < 24; ++seed) {
    Dice dice(seed);
    const std::uint32_t width = 60 + dice.below(60);
    const std::uint32_t height = 60 + dice.below(60);
    std::vector<Match> matches;
    for (std::uint32_t y = 0; y < height; ++y) {
      for (std::uint32_t x = 0; x < width; ++x) {
        if (dice.below(12) != 0) continue;
        // Few scores, many of them equal; some differ in the last bit, others have either sign.
        double score = dice.below(4) / 4.0;
        if (seed % 3 == 1) score = 0.98 + dice.below(1U << 20) * 1e-10;
        if (seed % 3 == 2) score = std::nextafter(0.5 - dice.below(3), dice.below(2) * 9.0 - 5);
        matches.push_back(at(x, y, score, 3, {1 + seed % 30, 1 + seed * 7 % 23}));
      }
    }
    expectLikePlain(matches, seed);
    // Few matches, or of different sizes, use the other method.
    std::vector<Match> other = matches;
    other.back().width += 1;
    EXPECT_FALSE(finders::selectLike(other, {}, {0.5, false, {}}, {}));
    other.assign(matches.begin(), matches.begin() + 10);
    EXPECT_FALSE(finders::selectLike(other, {}, {0.5, false, {}}, {}));
    other = matches;
    std::swap(other[0], other[1]);
    EXPECT_FALSE(finders::selectLike(other, {}, {0.5, false, {}}, {}));
  }
}

/// Nearly all positions with few scores, like those of a small needle in a flat area.
TEST(Select, PlacesEverywhereEqualThePlainDefinition) {
  for (std::uint32_t seed = 0; seed < 24; ++seed) {
    Dice dice(seed);
    std::vector<Match> matches;
    for (std::uint32_t y = 0; y < 50; ++y) {
      for (std::uint32_t x = 0; x < 40 + seed; ++x) {
        if (dice.below(3) == 0) continue;
        const double score = dice.below(1 + seed % 5) / 4.0 - 0.5;
        matches.push_back(at(x, y, score, 3, {1 + seed % 11, 1 + seed * 7 % 13}));
      }
    }
    expectLikePlain(matches, seed);
  }
  // The keys of many scores would need too much memory.
  std::vector<Match> others;
  for (std::uint32_t i = 0; i < 10000; ++i) others.push_back(at(i % 100, i / 100, i / 1e4));
  EXPECT_FALSE(finders::selectLike(others, {}, {0.5, false, {}}, {}));
}

TEST(Select, EqualsThePlainDefinition) {
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    Dice dice(seed);
    std::vector<Match> matches;
    const std::uint32_t extent = 1 + dice.side(300);
    const std::uint32_t most = 1 + dice.below(2) * dice.side(400) + dice.below(40);
    for (int i = 0; i < 500; ++i) {
      // Needles of one size each, of nearly equal sizes, or windows of any size.
      Match match = at(dice.below(extent), dice.below(extent), dice.below(5) / 4.0, dice.below(3));
      if (seed % 3 == 0) {
        match.width = 1 + match.needle * most / 3;
        match.height = 1 + match.needle * most / 2;
      } else {
        match.width = seed % 3 == 1 ? most + dice.below(3) : dice.side(most);
        match.height = seed % 3 == 1 ? most + dice.below(2) : dice.side(most);
      }
      matches.push_back(match);
    }
    for (SelectOptions options :
         everyOptions({0.0, 0.001, 0.1, 0.3, 0.5, 0.9, 0.99, 0.995, 0.9999, 1.0})) {
      const std::vector<Match> wanted = test::selectReference(matches, options);
      for (const std::uint64_t top : {0, 1, 7, 1000}) {
        options.top = top;
        std::vector<Match> got = matches;
        selectMatches(got, options);
        ASSERT_EQ(got, firstOf(wanted, top)) << "seed " << seed << ", " << say(options);
      }
    }
  }
}

/// If no windows can overlap too much, none are kept for comparison; otherwise all are.
TEST(Select, KnowsWhichKindsMayCoverEachOther) {
  const auto may = [](std::vector<Match> kinds, double overlap, bool across) {
    finders::OverlapKinds all({overlap, across, {}});
    for (const Match& match : kinds) all.add(match);
    return all.mayCover();
  };
  const Match small = at(0, 0, 1, 0, {64, 64});
  const Match large = at(9, 9, 1, 1, {100, 100});
  EXPECT_FALSE(may({small, large, small, large}, 0.995, true));
  EXPECT_TRUE(may({small}, 62.0 / 65, false));
  EXPECT_FALSE(may({small}, 63.0 / 65, false));
  EXPECT_FALSE(may({small, large}, 0.99, false));
  EXPECT_TRUE(may({small, large}, 0.4, true));
  // Two needles of one size, and two poses of one needle.
  EXPECT_TRUE(may({small, at(0, 0, 1, 2, {64, 64})}, 0.995, true));
  Match turned = small;
  turned.angle = 180;
  EXPECT_TRUE(may({small, turned}, 0.995, false));
}

TEST(Select, PeaksThatComeInPartsEqualThePlainDefinition) {
  for (std::uint32_t seed = 0; seed < 30; ++seed) {
    Dice dice(seed);
    std::vector<Image> pictures;
    for (int n = 0; n < 3; ++n) {
      pictures.push_back(blank({1 + dice.below(30), 1 + dice.below(30)}));
    }
    const std::vector<Needle> needles = test::needlesOf(pictures);
    for (const SelectOptions& options : everyOptions({0.5, 0.9, 0.97})) {
      finders::Selection selection(needles, options);
      std::vector<Match> all;
      // Each part has a further needle, and is worse than the one before.
      for (std::uint32_t n = 0; n < 3; ++n) {
        std::vector<Peak> part;
        for (std::uint32_t i = 0; i < 60; ++i) {
          Peak peak;
          peak.needle = dice.below(n + 1);
          peak.x = i % 12;
          peak.y = 5 * n + i / 12;
          peak.score = 0.9 - n / 10.0 + dice.below(3) / 100.0;
          part.push_back(peak);
          all.push_back(finders::AsMatch(needles)(peak));
        }
        selection.take(std::move(part), {});
      }
      EXPECT_EQ(selection.matches(), test::selectReference(all, options))
          << seed << " " << say(options);
    }
  }
}

TEST(Select, TakesTheBestOfVeryMany) {
  Dice dice(7);
  std::vector<Match> matches;
  for (int i = 0; i < 60000; ++i) {
    matches.push_back(at(dice.below(3000), dice.below(3000), dice.below(50) / 50.0, 0, {30, 30}));
  }
  std::vector<Match> all = matches;
  selectMatches(all, {0.3, false, {}});
  for (const std::uint64_t top : {1U, 100U, 3000U}) {
    std::vector<Match> best = matches;
    selectMatches(best, {0.3, false, top});
    ASSERT_LE(top, all.size());
    EXPECT_TRUE(
        std::equal(best.begin(), best.end(), all.begin(), all.begin() + std::ptrdiff_t(top)));
    EXPECT_EQ(best.size(), top);
  }
}

/// Mean number of windows tested per match, with matches of equal score at every position of a
/// square.
double looksFor(const std::vector<Size>& needles, std::int64_t square, double overlap,
                bool across) {
  finders::OverlapFilter filter({overlap, across, {}});
  std::uint64_t matches = 0;
  for (std::int64_t y = 0; y < square; ++y) {
    for (std::int64_t x = 0; x < square; ++x) {
      for (std::uint32_t n = 0; n < needles.size(); ++n) {
        const Match match =
            at(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), 1, n, needles[n]);
        ++matches;
        if (!filter.covers(match)) filter.add(match);
      }
    }
  }
  return static_cast<double>(filter.looks()) / static_cast<double>(matches);
}

/// With cells as large as the largest window it would be thousands.
TEST(Select, LooksAtFewWindowsForEachMatch) {
  for (const double overlap : {0.0, 0.001, 0.1, 0.5, 0.9, 0.995, 0.9999}) {
    EXPECT_LT(looksFor({{200, 200}}, 250, overlap, false), 60) << overlap;
    EXPECT_LT(looksFor({{1, 1}}, 250, overlap, false), 60) << overlap;
    EXPECT_LT(looksFor({{12, 12}, {600, 400}}, 250, overlap, false), 60) << overlap;
    EXPECT_LT(looksFor({{12, 12}, {600, 400}}, 250, overlap, true), 120) << overlap;
    EXPECT_LT(looksFor({{1, 1}, {3, 3}, {40, 2}, {200, 200}, {201, 199}}, 200, overlap, true), 200)
        << overlap;
  }
}

/// Positions of needles, and the same as matches in order.
struct DrawnPlaces {
  std::vector<std::vector<Place>> places;
  std::vector<Match> matches;
};

/// Needle n is at a position if `has(n)`.
template <class Has>
DrawnPlaces drawPlaces(Size extent, const std::vector<Needle>& needles, const Has& has) {
  DrawnPlaces drawn{std::vector<std::vector<Place>>(needles.size()), {}};
  for (std::uint32_t y = 0; y < extent.height; ++y) {
    for (std::uint32_t x = 0; x < extent.width; ++x) {
      for (std::uint32_t n = 0; n < needles.size(); ++n) {
        if (!has(n)) continue;
        drawn.places[n].push_back({x, y});
        drawn.matches.push_back(at(x, y, 1, n, needles[n].picture.size()));
      }
    }
  }
  return drawn;
}

std::vector<Match> placesSelected(Size scene, std::vector<std::vector<Place>> places,
                                  const std::vector<Needle>& needles,
                                  const SelectOptions& options) {
  const Control control;
  finders::PlaceSelection selection(scene, needles, options, control);
  // Needles come in any order.
  for (std::size_t n = places.size(); n-- > 0;) {
    selection.take(static_cast<std::uint32_t>(n), std::move(places[n]));
  }
  return selection.matches();
}

/// Many needles that suppress each other are selected in bands, with the same result.
TEST(Select, ExactPlacesInBandsAreThoseOfAll) {
  const Size scene{30, 41};
  Dice dice(9);
  std::vector<Image> pictures;
  for (std::int64_t n = 0; n < 400; ++n) pictures.push_back(blank({1 + n % 7, 1 + n / 80}));
  const std::vector<Needle> needles = test::needlesOf(pictures);
  const auto places = drawPlaces(scene, needles, [&](auto) { return dice.below(90) == 0; }).places;
  for (const double overlap : {0.0, 0.4}) {
    for (const std::optional<std::uint64_t> top : {std::optional<std::uint64_t>(), {7}, {60}}) {
      const SelectOptions options{overlap, true, top};
      const Control control;
      finders::PlaceSelection selection(scene, needles, options, control);
      ASSERT_EQ(selection.bands(), 3);
      bool more = true;
      for (std::int64_t first = 0; first < 41 && more; first += 15) {
        selection.beginBand(first, 15);
        for (std::uint32_t n = 0; n < places.size(); ++n) {
          std::vector<Place> some;
          for (Place place : places[n]) {
            if (place.y < first || place.y >= first + 15) continue;
            place.y -= static_cast<std::uint32_t>(first);
            some.push_back(place);
          }
          selection.take(n, std::move(some));
        }
        more = selection.endBand();
      }
      EXPECT_EQ(selection.matches(), placesSelected(scene, places, needles, options));
    }
  }
}

/// Of two needles that match everywhere only the first is read as long as that is enough.
TEST(Select, ExactPlacesAreTakenInOrderUntilThereAreEnough) {
  const Size scene{40, 40};
  const Image one = blank({4, 4});
  const Image two = blank({2, 3});
  const std::vector<Needle> needles{{one, {}}, {two, {}}};
  Dice dice(3);
  const DrawnPlaces drawn = drawPlaces(scene, needles, [&](auto) { return dice.below(3) != 0; });
  for (const SelectOptions& options : everyOptions({0.0, 0.4, 1.0}, {0, 1, 50, 100000})) {
    EXPECT_EQ(placesSelected(scene, drawn.places, needles, options),
              test::selectReference(drawn.matches, options));
  }
}

/// Skipped positions of a row are covered, for windows of all sizes, dense and sparse.
TEST(Select, ExactPlacesOfManySizesAreSelectedAsOneByOne) {
  const Size scene{36, 40};
  std::vector<Image> pictures;
  for (const Size size : {Size{1, 1}, {3, 2}, {12, 10}, {11, 12}, {4, 20}, {30, 3}}) {
    pictures.push_back(blank(size));
  }
  const std::vector<Needle> needles = test::needlesOf(pictures);
  Dice dice(17);
  for (const std::uint32_t rare : {1, 2, 200}) {
    const DrawnPlaces drawn =
        drawPlaces(scene, needles, [&](auto) { return dice.below(rare) == 0; });
    for (const SelectOptions& options : everyOptions({0.0, 0.3, 0.5, 0.9}, {std::nullopt, 7})) {
      EXPECT_EQ(placesSelected(scene, drawn.places, needles, options),
                test::selectReference(drawn.matches, options))
          << rare << " " << say(options);
    }
  }
}

/// Copies of a needle are searched once, and get the same matches.
TEST(Select, EqualNeedlesHaveTheSameMatches) {
  const Image one = blank({4, 4});
  const Image two = blank({2, 3});
  const Image wide = blank({3, 4});
  Image other = Image::copyOf(one.view());
  setSample(other.pixels(), 3, 3, 0, 1);
  const Image copy = Image::copyOf(one.view());
  const Image mask = Image::copyOf(one.view());
  const std::vector<Needle> needles{{two, {}},          {one, {}},   {other, {}},
                                    {copy, {}},         {two, {}},   {wide, {}},
                                    {one, mask.view()}, {other, {}}, {copy, other.view()}};
  const finders::EqualNeedles equal(needles);
  const std::vector<std::uint32_t> first{0, 1, 2, 5, 6, 8};
  ASSERT_EQ(equal.distinct().size(), first.size());
  const std::vector<std::uint32_t> like{0, 1, 2, 1, 0, 3, 4, 2, 5};
  Dice dice(23);
  std::vector<Match> ofDistinct;
  std::vector<Match> ofAll;
  for (std::uint32_t y = 0; y < 30; ++y) {
    for (std::uint32_t x = 0; x < 30; ++x) {
      for (std::uint32_t d = 0; d < first.size(); ++d) {
        EXPECT_EQ(equal.distinct()[d].picture.row(0), needles[first[d]].picture.row(0));
        if (dice.below(3) != 0) continue;
        Match match = at(x, y, 1 - 0.25 * dice.below(3), d, needles[first[d]].picture.size());
        ofDistinct.push_back(match);
        for (std::uint32_t n = 0; n < needles.size(); ++n) {
          if (like[n] != d) continue;
          match.needle = n;
          ofAll.push_back(match);
        }
      }
    }
  }
  for (const SelectOptions& options : everyOptions({0.0, 0.5, 1.0}, {std::nullopt, 0, 9})) {
    std::vector<Match> matches = test::selectReference(ofDistinct, options);
    equal.restore(matches, options, {});
    EXPECT_EQ(matches, test::selectReference(ofAll, options)) << say(options);
  }
  Match nearest = at(1, 1, 0.5, 3);
  std::optional<Match> best = nearest;
  equal.restore(best);
  EXPECT_EQ(best->needle, 5U);
}

/// Windows that were removed are too far above to matter for any following size.
TEST(Select, AFilterMayForgetWhatLiesAbove) {
  const std::vector<Size> sizes{{1, 1}, {3, 2}, {40, 30}, {41, 29}, {9, 60}};
  for (const SelectOptions& options : everyOptions({0.0, 0.3, 0.9, 0.995})) {
    finders::OverlapFilter whole(options);
    finders::OverlapFilter forgetful(options);
    Dice dice(11);
    int kept = 0;
    for (std::uint32_t y = 0; y < 700; ++y) {
      for (std::uint32_t x = 0; x < 60; x += 1 + dice.below(4)) {
        const std::uint32_t n = dice.below(static_cast<std::uint32_t>(sizes.size()));
        const Match match = at(x, y, 1, n, sizes[n]);
        const bool covered = whole.covers(match);
        ASSERT_EQ(forgetful.covers(match), covered) << say(options) << " " << x << "," << y;
        if (covered) continue;
        whole.add(match);
        forgetful.add(match);
        ++kept;
      }
      forgetful.removeAbove(y);
    }
    EXPECT_GT(kept, 20);
  }
}

/// Lists of positions so long that they are freed in parts.
TEST(Select, LongListsOfPlacesBecomeMatchesInOrder) {
  const Size scene{700, 700};
  const Image one = blank({4, 4});
  const Image two = blank({2, 3});
  const std::vector<Needle> needles{{one, {}}, {two, {}}};
  Dice dice(5);
  const auto [places, expected] =
      drawPlaces(scene, needles, [&](std::uint32_t n) { return dice.below(3 + n) != 0; });
  // Windows one pixel apart overlap by three quarters or less.
  for (const double overlap : {0.9, 1.0}) {
    EXPECT_EQ(placesSelected(scene, places, needles, {overlap, false, {}}), expected);
    const auto first = placesSelected(scene, places, needles, {overlap, false, 400000});
    ASSERT_EQ(first.size(), 400000U);
    EXPECT_TRUE(std::equal(first.begin(), first.end(), expected.begin()));
  }
}

TEST(Select, StopsOnRequest) {
  std::vector<Match> matches;
  for (std::uint32_t i = 0; i < 100000; ++i) matches.push_back(at(i * 7919 % 1000, i % 977));
  EXPECT_THROW(selectMatches(matches, {0.5, false, {}}, test::stoppedControl()), Error);
}

}  // namespace
}  // namespace espy
