// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "espy/find.h"

namespace espy {
namespace {

Match at(std::uint32_t x, std::uint32_t y, double score = 1, std::uint32_t needle = 0,
         std::uint32_t side = 10) {
  Match match;
  match.needle = needle;
  match.x = x;
  match.y = y;
  match.width = match.height = side;
  match.score = score;
  return match;
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
  // 10 x 10 windows 5 apart share 50 of 150 pixels.
  SelectOptions options;
  options.overlap = 1.0 / 3;
  EXPECT_EQ(select({at(0, 0), at(5, 0)}, options).size(), 2U);
  options.overlap = 0.33;
  EXPECT_EQ(select({at(0, 0, 0.9), at(5, 0)}, options), (Kept{{0, 5, 0}}));
  options.overlap = 0;
  EXPECT_EQ(select({at(0, 0), at(10, 0), at(9, 9)}, options), (Kept{{0, 0, 0}, {0, 10, 0}}));
}

TEST(Select, ADroppedMatchDropsNoOther) {
  SelectOptions options;
  options.overlap = 0.2;
  EXPECT_EQ(select({at(0, 0), at(6, 0), at(12, 0)}, options), (Kept{{0, 0, 0}, {0, 12, 0}}));
}

TEST(Select, ComparesNeedlesOnlyAcross) {
  SelectOptions options;
  options.overlap = 0.5;
  EXPECT_EQ(select({at(0, 0), at(1, 0, 0.9, 1)}, options).size(), 2U);
  options.across = true;
  EXPECT_EQ(select({at(0, 0), at(1, 0, 0.9, 1)}, options), (Kept{{0, 0, 0}}));
}

TEST(Select, TopCountsAfterOverlap) {
  SelectOptions options;
  options.overlap = 0.5;
  options.top = 2;
  EXPECT_EQ(select({at(0, 0), at(1, 0), at(50, 0), at(80, 0)}, options),
            (Kept{{0, 0, 0}, {0, 50, 0}}));
}

/// Against a plain quadratic version, with windows of mixed sizes at cell borders.
TEST(Select, EqualsThePlainDefinition) {
  std::vector<Match> matches;
  std::uint32_t state = 1;
  const auto next = [&](std::uint32_t bound) {
    state = state * 1664525U + 1013904223U;
    return (state >> 8U) % bound;
  };
  for (int i = 0; i < 400; ++i) {
    matches.push_back(at(next(200), next(200), next(5) / 4.0, next(3), 4 + next(30)));
  }
  for (const double overlap : {0.0, 0.1, 0.5, 0.9}) {
    for (const bool across : {false, true}) {
      std::vector<Match> sorted = matches;
      selectMatches(sorted, {});
      Kept wanted;
      std::vector<Match> kept;
      for (const Match& match : sorted) {
        const bool drop = std::any_of(kept.begin(), kept.end(), [&](const Match& other) {
          if (!across && other.needle != match.needle) return false;
          const auto shared = [](double p, double pl, double q, double ql) {
            return std::max(0.0, std::min(p + pl, q + ql) - std::max(p, q));
          };
          const double both = shared(match.x, match.width, other.x, other.width) *
                              shared(match.y, match.height, other.y, other.height);
          const double area =
              double(match.width) * match.height + double(other.width) * other.height;
          return both / (area - both) > overlap;
        });
        if (drop) continue;
        kept.push_back(match);
        wanted.push_back({match.needle, match.x, match.y});
      }
      EXPECT_EQ(select(matches, {overlap, across, {}}), wanted);
    }
  }
}

}  // namespace
}  // namespace espy
