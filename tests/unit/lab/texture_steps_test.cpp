// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// texture-steps: the paper's algorithms against the plain loop, and half precision.
#include "lab/texture_steps.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <map>

#include "lab/experiment.h"
#include "lab/half.h"
#include "lab/hybrid_cache.h"
#include "lab/texture_data.h"
#include "lab/texture_strategies.h"

namespace espy::lab {
namespace {

/// All finite halves from 0 on, in order.
std::vector<float> allHalves() {
  std::vector<float> all;
  for (int bits = 0; bits < 0x7c00; ++bits) {
    const int exponent = bits >> 10;
    const int fraction = bits & 0x3ff;
    all.push_back(exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                                : std::ldexp(static_cast<float>(1024 + fraction), exponent - 25));
  }
  return all;
}

TEST(LabHalf, RoundsToTheNearestTiesToEven) {
  const std::vector<float> all = allHalves();
  EXPECT_EQ(all.back(), kGreatestHalf);
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    const float low = all[i];
    const float high = all[i + 1];
    const float middle = (low + high) / 2;
    ASSERT_EQ(toHalf(low), low);
    ASSERT_EQ(toHalf(-low), -low);
    ASSERT_EQ(toHalf(middle), i % 2 == 0 ? low : high) << low;
    ASSERT_EQ(toHalf(std::nextafter(middle, low)), low) << low;
    ASSERT_EQ(toHalf(std::nextafter(middle, high)), high) << low;
  }
  EXPECT_EQ(toHalf(std::nextafter(65520.0F, 0.0F)), kGreatestHalf);
  EXPECT_TRUE(std::isinf(toHalf(65520)));
  EXPECT_TRUE(std::isinf(toHalf(-1e9F)));
}

TEST(LabHybridCache, TheOldestMovesToTheHost) {
  HybridCache cache(2);
  EXPECT_EQ(cache.enqueue(10).slot, 0);
  EXPECT_EQ(cache.enqueue(11).slot, 1);
  const HybridCache::Entry third = cache.enqueue(12);
  EXPECT_EQ(third.slot, 0);
  EXPECT_EQ(third.evicted, 10);
  EXPECT_EQ(cache.slotOf(10), std::nullopt);
  EXPECT_EQ(cache.slotOf(11), 1);
  EXPECT_EQ(cache.slotOf(12), 0);
  EXPECT_EQ(cache.enqueue(13).evicted, 11);
  HybridCache none(0);
  EXPECT_EQ(none.enqueue(1).slot, std::nullopt);
  EXPECT_EQ(none.slotOf(1), std::nullopt);
}

class LabTextureSteps : public testing::Test {
 protected:
  std::vector<std::int32_t> countsOf(TextureSteps steps, float scale = 1) {
    std::vector<std::int32_t> counts(3, -1);
    rounding_ = countBySteps(data_.task(), steps, scale, counts, {}, timeline_);
    return counts;
  }

  TextureData data_{{3, 200, 130, 1}, 5, {}};
  Timeline timeline_;
  Rounding rounding_;
};

TEST_F(LabTextureSteps, AlgorithmsCountWhatTheLoopCounts) {
  std::vector<std::int32_t> wanted(3);
  countByLoop(data_.task(), wanted, {}, timeline_);
  EXPECT_GT(*std::ranges::max_element(wanted), 10);
  EXPECT_EQ(countsOf(TextureSteps::insertionSort), wanted);
  EXPECT_EQ(countsOf(TextureSteps::topTwo), wanted);
  for (const auto& found :
       {countsOf(TextureSteps::rootSift), countsOf(TextureSteps::half, 0x1p-7F)}) {
    for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_NEAR(found[i], wanted[i], 7);
  }
}

TEST_F(LabTextureSteps, StagesAreTheSteps) {
  const auto stages = [&](TextureSteps steps) {
    timeline_ = {};
    countsOf(steps);
    std::vector<std::string> names;
    for (const Timeline::Stage& stage : timeline_.stages()) names.push_back(stage.name);
    return names;
  };
  EXPECT_EQ(stages(TextureSteps::topTwo),
            (std::vector<std::string>{"upload", "norms", "products", "add norms", "sort", "roots",
                                      "copy", "ratio"}));
  EXPECT_EQ(stages(TextureSteps::rootSift),
            (std::vector<std::string>{"upload", "norms", "products", "sort", "copy", "ratio"}));
}

/// The paper's Table 2: norms of 512 overflow above a scale of 2^-2, and are subnormal below 2^-14.
TEST_F(LabTextureSteps, HalvesOverflowAndLoseDigitsWhereThePaperSays) {
  std::map<int, Rounding> all;
  for (const int scale : {0, 1, 2, 7, 12, 16}) {
    countsOf(TextureSteps::half, std::ldexp(1.0F, -scale));
    all[scale] = rounding_;
  }
  EXPECT_GT(all[0].overflows, 0);
  EXPECT_GT(all[1].overflows, 0);
  for (const int scale : {2, 7, 12, 16}) EXPECT_EQ(all[scale].overflows, 0) << scale;
  EXPECT_GT(all[7].error, 1e-4);
  EXPECT_LT(all[7].error, 1e-2);
  EXPECT_NEAR(all[2].error, all[7].error, 1e-5);
  EXPECT_GT(all[16].error, 1.5 * all[7].error);
}

TEST_F(LabTextureSteps, TheExperimentRunsEachStrategy) {
  const auto experiment = makeTextureSteps();
  std::map<std::string, std::string> values;
  for (const LabParameter& parameter : experiment->description().parameters) {
    values[parameter.name] = parameter.value;
  }
  values["features"] = "100";
  values["query-features"] = "150";
  Registry registry;
  addBuiltInEngines(registry);
  registry.addEngine({kGpu, false, "no driver was found", ""});
  const Bench bench = experiment->prepare(lab::Values(values), registry, {});
  std::vector<std::string> ran;
  for (const Trial& trial : bench.trials) {
    if (trial.strategy.starts_with("cuda-")) {
      EXPECT_EQ(trial.refusal, "no driver was found");
      continue;
    }
    EXPECT_FALSE(trial.right()) << trial.strategy << " has not run yet";
    trial.run({}, timeline_);
    EXPECT_TRUE(trial.right()) << trial.strategy;
    EXPECT_EQ(static_cast<bool>(trial.rounding), trial.strategy == "algorithm-1-half");
    ran.push_back(trial.strategy);
  }
  EXPECT_EQ(ran, (std::vector<std::string>{"sequential", "algorithm-1-sort", "algorithm-1",
                                           "algorithm-2", "algorithm-1-half"}));
  EXPECT_EQ(bench.items, 4);
}

}  // namespace
}  // namespace espy::lab
