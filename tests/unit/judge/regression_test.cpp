// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Kernel regression: leave-one-out evidence against actual refits; features.
#include "judge/regression.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "support/look_alikes.h"
#include "support/random_pictures.h"

namespace espy::judge {
namespace {

using test::LookAlikes;
using test::Random;

float anyNumber(Random& random) {
  return static_cast<float>(random.below(2001) - 1000) / 1000.0F;
}

/// Clicks whose true ones differ slightly from the others, in all numbers.
struct Lots {
  FeatureTable table;
  std::vector<char> yes;
  std::vector<float> importance;

  Lots(std::int64_t count, std::uint64_t seed) : table(1, count) {
    Random random(seed);
    for (std::int64_t c = 0; c < count; ++c) {
      yes.push_back(random.oneIn(3) ? 1 : 0);
      importance.push_back(random.oneIn(4) ? 0.5F : 1.0F);
      const FeatureScratch scratch = table.scratchFor(c);
      const float more = yes.back() != 0 ? 0.3F : 0.0F;
      for (float& number : scratch.features) number = anyNumber(random) + more;
      for (float& number : scratch.tiles) number = anyNumber(random) + more;
    }
  }
};

/// Solves a square system by elimination with pivoting.
std::vector<double> solved(std::vector<std::vector<double>> square, std::vector<double> sides) {
  const std::size_t count = sides.size();
  for (std::size_t p = 0; p < count; ++p) {
    std::size_t best = p;
    for (std::size_t r = p; r < count; ++r) {
      if (std::abs(square[r][p]) > std::abs(square[best][p])) best = r;
    }
    std::swap(square[p], square[best]);
    std::swap(sides[p], sides[best]);
    for (std::size_t r = 0; r < count; ++r) {
      if (r == p) continue;
      const double times = square[r][p] / square[p][p];
      for (std::size_t c = p; c < count; ++c) square[r][c] -= times * square[p][c];
      sides[r] -= times * sides[p];
    }
  }
  for (std::size_t p = 0; p < count; ++p) sides[p] /= square[p][p];
  return sides;
}

/// Similarity of every two clicks: the evidence for one if the other is the only weighted example.
std::vector<std::vector<double>> resemblances(const Lots& lots, Judge::Examples examples,
                                              std::span<const Mirror> mirrors) {
  const auto count = lots.yes.size();
  std::vector<std::vector<double>> all(count, std::vector<double>(count));
  for (std::size_t j = 0; j < count; ++j) {
    examples.weights.assign(count, 0);
    examples.weights[j] = 1;
    const Resemblance one(examples, 1, mirrors);
    for (std::size_t i = 0; i < count; ++i) {
      all[i][j] = static_cast<double>(one.evidence(lots.table.of(static_cast<std::int64_t>(i))));
    }
  }
  return all;
}

TEST(JudgeRegression, UnseenIsLeaveOneOut) {
  constexpr std::size_t kCount = 14;
  const Lots lots(kCount, 1);
  const std::vector<Mirror> none{{}};
  const std::vector<Mirror> all{{}, {true, false}, {false, true}, {true, true}};
  for (const auto& mirrors : {none, all}) {
    const Learned learned = regress(lots.table, mirrors, lots.yes, lots.importance, {});
    ASSERT_EQ(learned.examples.weights.size(), kCount);
    const auto alike = resemblances(lots, learned.examples, mirrors);
    double of[2] = {};
    for (std::size_t c = 0; c < kCount; ++c) {
      of[lots.yes[c] != 0 ? 1 : 0] += static_cast<double>(lots.importance[c]);
      EXPECT_GE(alike[c][c], mirrors.size() == 1 ? 2 : 1.25);
    }
    for (std::size_t out = 0; out < kCount; ++out) {
      std::vector<std::vector<double>> square;
      std::vector<double> wanted;
      for (std::size_t i = 0; i < kCount; ++i) {
        if (i == out) continue;
        std::vector<double> row;
        for (std::size_t j = 0; j < kCount; ++j) {
          if (j != out) row.push_back(alike[i][j]);
        }
        const double counts =
            static_cast<double>(lots.importance[i]) * kCount / 2 / of[lots.yes[i] != 0 ? 1 : 0];
        row[square.size()] += 0.03 / counts;
        square.push_back(row);
        wanted.push_back(lots.yes[i] != 0 ? 1 : -1);
      }
      const std::vector<double> weights = solved(square, wanted);
      double predicted = 0;
      for (std::size_t j = 0; j + 1 < kCount; ++j)
        predicted += weights[j] * alike[out][j + (j >= out)];
      EXPECT_NEAR(static_cast<double>(learned.unseen[out]), predicted, 1e-4);
    }
  }
}

TEST(JudgeRegression, FitsItsClicks) {
  const Lots lots(40, 2);
  const std::vector<Mirror> mirrors{{}};
  const Learned learned = regress(lots.table, mirrors, lots.yes, lots.importance, {});
  const Resemblance resemblance(learned.examples, 1, mirrors);
  for (std::int64_t c = 0; c < 40; ++c) {
    EXPECT_EQ(resemblance.evidence(lots.table.of(c)) > 0, lots.yes[at(c)] != 0);
  }
}

TEST(JudgeRegression, IsTheSameOnAnyNumberOfThreads) {
  const Lots lots(30, 3);
  const std::vector<Mirror> mirrors{{}, {true, false}};
  Control control;
  control.threads = 1;
  const Learned wanted = regress(lots.table, mirrors, lots.yes, lots.importance, control);
  control.threads = 3;
  const Learned learned = regress(lots.table, mirrors, lots.yes, lots.importance, control);
  EXPECT_EQ(learned.examples, wanted.examples);
  EXPECT_EQ(learned.unseen, wanted.unseen);
}

TEST(JudgeRegression, EqualOrConstantClicksDoNoHarm) {
  Lots lots(12, 4);
  const auto isFinite = [&] {
    const Learned learned =
        regress(lots.table, std::vector<Mirror>{{}}, lots.yes, lots.importance, {});
    for (const float weight : learned.examples.weights) ASSERT_TRUE(std::isfinite(weight));
    for (const float one : learned.unseen) ASSERT_TRUE(std::isfinite(one));
  };
  lots.yes = {1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0};
  for (std::int64_t c = 0; c < 12; ++c) {
    const MatchFeatures first = lots.table.of(0);
    const FeatureScratch scratch = lots.table.scratchFor(c);
    std::copy(first.features.begin(), first.features.end(), scratch.features.begin());
    if (c % 2 == 0) std::copy(first.tiles.begin(), first.tiles.end(), scratch.tiles.begin());
  }
  isFinite();
  std::fill(lots.table.tiles.begin(), lots.table.tiles.end(), 0.0F);
  isFinite();
}

TEST(JudgeRegression, ManyClicksAreSubsampledAndAllAreRated) {
  const Lots lots(1300, 5);
  const Learned learned =
      regress(lots.table, std::vector<Mirror>{{}}, lots.yes, lots.importance, {});
  EXPECT_EQ(learned.examples.weights.size(), 1000U);
  // The rarer kind is complete.
  const auto isExample = [&](std::size_t click) {
    const MatchFeatures match = lots.table.of(static_cast<std::int64_t>(click));
    const std::vector<float>& all = learned.examples.features;
    return std::search(all.begin(), all.end(), match.features.begin(), match.features.end()) !=
           all.end();
  };
  std::int64_t right = 0;
  for (std::size_t c = 0; c < 1300; ++c) {
    ASSERT_TRUE(std::isfinite(learned.unseen[c]));
    EXPECT_TRUE(lots.yes[c] == 0 || isExample(c)) << c;
    right += (learned.unseen[c] > 0) == (lots.yes[c] != 0) ? 1 : 0;
  }
  EXPECT_GT(right, 1100);
}

TEST(JudgeFeatures, FewDifferentPixelsMakeTheWorstBlockAnywhere) {
  const LookAlikes things(1);
  const Cropper cropper(things.asNeedle(), 1);
  const FeatureExtractor extractor(cropper);
  Random random(1);
  const auto numbers = static_cast<std::size_t>(cropper.numbers());
  std::vector<float> quiet(numbers);
  for (float& number : quiet) number = anyNumber(random) / 10;
  const auto featuresWith = [&](std::size_t row, std::size_t column, float more) {
    std::vector<float> residual = quiet;
    for (std::size_t i = 0; i < 4; ++i) {
      residual[(row + i / 2) * Judge::kSide + column + i % 2] += more;
    }
    FeatureTable table(1, 1);
    extractor.extract({0, 0, 0.75}, {}, residual, table.scratchFor(0));
    return table.features;
  };
  const std::vector<float> before = featuresWith(0, 0, 0);
  EXPECT_EQ(before[0], 0.75F);
  for (const std::size_t row : {0U, 7U, 30U}) {
    for (const std::size_t column : {0U, 13U, 30U}) {
      const std::vector<float> features = featuresWith(row, column, 2);
      EXPECT_GT(features[3], 10 * before[5]);  // the worst block of 2 x 2
      EXPECT_GT(features[3], 1.8F);
      EXPECT_NEAR(features[5], before[5], 0.01);  // the middle one
      EXPECT_GT(features[6], 3 * before[6]);      // the worst over the middle one
      EXPECT_GT(features[8], 0.45F);              // the worst of 4 x 4
    }
  }
}

TEST(JudgeFeatures, TilesAreMeansOfFourCells) {
  const LookAlikes things(2, 3);
  const Cropper cropper(things.asNeedle(), 3);
  std::vector<float> residual(static_cast<std::size_t>(cropper.numbers()));
  std::iota(residual.begin(), residual.end(), 0.0F);
  FeatureTable table(3, 1);
  FeatureExtractor(cropper).extract({}, {}, residual, table.scratchFor(0));
  ASSERT_EQ(table.tiles.size(), 3U * 256);
  EXPECT_EQ(table.tiles[0], (0 + 1 + 32 + 33) / 4.0F);
  EXPECT_EQ(table.tiles[17], (66 + 67 + 98 + 99) / 4.0F);
  EXPECT_EQ(table.tiles[256], 1024 + 66 / 4.0F);
}

TEST(JudgeFeatures, BlocksOutsideTheNeedleAreIgnored) {
  const LookAlikes things(3);
  Image mask(things.needle.size(), {});
  for (std::int64_t i = 0; i < 24 * 24; ++i) {
    setSample(mask.pixels(), i % 24, i / 24, 0, i % 24 < 12 ? 255 : 0);
  }
  const Cropper cropper({things.needle.view(), mask.view()}, 1);
  std::vector<float> residual(static_cast<std::size_t>(cropper.numbers()), 0.1F);
  for (std::size_t i = 0; i < residual.size(); ++i) residual[i] = i % 32 < 16 ? 0.1F : 5.0F;
  FeatureTable table(1, 1);
  FeatureExtractor(cropper).extract({}, {}, residual, table.scratchFor(0));
  EXPECT_NEAR(table.features[3], 0.1F, 1e-6);
  EXPECT_NEAR(table.features[8], 0.1F, 1e-6);
}

}  // namespace
}  // namespace espy::judge
