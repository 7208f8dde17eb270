// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Every engine against the reference, on random and adversarial pictures.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdlib>

#include "differential/case_generator.h"
#include "differential/find_cases.h"
#include "support/engines_with.h"

namespace espy::test {
namespace {

enum class Fault { movedPlace, missingPlace, wrongFlag };

/// Adds an engine "faulty": the sequential one with a planted fault, to show that tests detect it.
void addFaultyEngine(Registry& registry, Fault fault) {
  registry.addEngine({"faulty", true, "1 thread", "the sequential engine with a planted fault"});
  const auto find = registry.get<FindExact>("sequential");
  registry.add<FindExact>(
      "faulty", [=](const Scene& scene, std::span<const Needle> needles,
                    const ExactOptions& options, const Control& control, RunReport& report) {
        auto places = find(scene, needles, options, control, report);
        report.engine = "faulty";
        for (auto& ofNeedle : places) {
          if (ofNeedle.empty()) continue;
          if (fault == Fault::movedPlace) ofNeedle.back().x ^= 1U;
          if (fault == Fault::missingPlace) ofNeedle.pop_back();
          break;
        }
        return places;
      });
  const auto flag = registry.get<FlagMatches>("sequential");
  registry.add<FlagMatches>("faulty", [=](Size scene, std::span<const Match> matches, int lastPass,
                                          const Control& control, Timeline& timeline) {
    Image flags = flag(scene, matches, lastPass, control, timeline);
    if (fault == Fault::wrongFlag) {
      std::uint8_t& last = *flags.pixels().pixel(scene.width - 1, scene.height - 1);
      last = last == 0 ? 1 : 0;
    }
    return flags;
  });
}

/// All engines of this build; with ESPY_PLANT_FAULT set, also the faulty one: CTest expects the
/// differential tests to fail then.
Registry registryUnderTest() {
  Registry registry = makeRegistry();
  if (std::getenv("ESPY_PLANT_FAULT") != nullptr) addFaultyEngine(registry, Fault::wrongFlag);
  return registry;
}

/// Compares all engines with the reference; returns how many positions it finds.
std::size_t expectAllAlike(const Registry& registry, const CaseSeed& seed) {
  const FindCase findCase = makeCase(seed);
  const ReferenceAnswer answer(registry, findCase);
  for (const std::string& engine : enginesWith<FindExact>(registry)) {
    for (const int threads : {1, 3}) EXPECT_EQ(answer.differenceOf(engine, threads), "");
  }
  return answer.places();
}

RC_GTEST_PROP(FindDifferential, AllEnginesEqualTheReference, ()) {
  static const Registry registry = registryUnderTest();
  const FindCase findCase = makeCase(*anyCase());
  const int threads = *rc::gen::inRange(1, 6);
  const ReferenceAnswer answer(registry, findCase);
  RC_CLASSIFY(answer.places() > 0, "found");
  for (const std::string& engine : enginesWith<FindExact>(registry)) {
    failOn(answer.differenceOf(engine, threads));
  }
}

/// Larger cases, one per kind and needle size, for the lattice, the threads' bands and the
/// fallbacks.
class LargerScenes : public testing::TestWithParam<std::tuple<int, int>> {};

TEST_P(LargerScenes, EqualTheReference) {
  const Registry registry = registryUnderTest();
  const auto [kind, side] = GetParam();
  for (std::uint64_t detail = 0; detail < 5; ++detail) {
    CaseSeed seed;
    seed.kind = kind;
    seed.width = 251;
    seed.height = 180;
    seed.needleWidth = side;
    seed.needleHeight = detail % 2 == 0 ? side : 1 + side / 3;
    seed.needles = detail < 4 ? 1 : 7;
    seed.detail = detail * 7919 + 17;
    expectAllAlike(registry, seed);
  }
}

INSTANTIATE_TEST_SUITE_P(AllKinds, LargerScenes,
                         testing::Combine(testing::Range(0, kKinds),
                                          testing::Values(1, 5, 16, 41)));

/// Single columns, and narrow scenes with high needles, are searched transposed.
class ScenesThatStand : public testing::TestWithParam<int> {};

TEST_P(ScenesThatStand, EqualTheReference) {
  const Registry registry = registryUnderTest();
  std::size_t places = 0;
  for (const int width : {1, 7}) {
    for (const int high : {3, 1040}) {
      for (std::uint64_t detail = 0; detail < 6; ++detail) {
        CaseSeed seed;
        seed.kind = GetParam();
        seed.width = width;
        seed.height = 1100;
        seed.needleWidth = detail % 2 == 0 ? width : 1 + width / 3;
        seed.needleHeight = high;
        seed.needles = detail < 4 ? 1 : 3;
        seed.detail = detail * 6007 + 5;
        places += expectAllAlike(registry, seed);
      }
    }
  }
  EXPECT_GT(places, 0U);
}

INSTANTIATE_TEST_SUITE_P(AllKinds, ScenesThatStand, testing::Range(0, kKinds));

/// The comparison must be able to fail: it detects one wrong position, one missing position and one
/// wrong flag.
TEST(FindDifferential, NoticesPlantedFaults) {
  CaseSeed seed;
  seed.width = 64;
  seed.height = 48;
  seed.needleWidth = seed.needleHeight = 5;
  FindCase findCase = makeCase(seed);
  findCase.options.tolerance = 0;
  findCase.needles = {{findCase.scene.crop(20, 11, {5, 5}), std::nullopt}};
  for (const Fault fault : {Fault::movedPlace, Fault::missingPlace, Fault::wrongFlag}) {
    Registry registry = makeRegistry();
    addFaultyEngine(registry, fault);
    const ReferenceAnswer answer(registry, findCase);
    EXPECT_NE(answer.differenceOf("faulty", 1), "");
    EXPECT_EQ(answer.differenceOf("sequential", 1), "");
  }
}

}  // namespace
}  // namespace espy::test
