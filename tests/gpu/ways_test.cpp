// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Each way of searching on the card by itself against the reference, also where the engine would
// choose another.
#include <algorithm>

#include "cuda/base/device_image.h"
#include "cuda/base/transfer.h"
#include "cuda/find/bit_search.h"
#include "cuda/find/device_search.h"
#include "cuda/find/passes.h"
#include "cuda/find/sampled_search.h"
#include "differential/find_cases.h"
#include "find/plan.h"
#include "find/reference.h"
#include "gpu/card.h"

namespace espy::test {
namespace {

/// A random case with needles that fit, and the reference's answer.
struct Case {
  FindCase findCase;
  find::PreparedNeedles needles;
  std::vector<std::vector<Place>> wanted;

  Case(std::uint64_t number, int needleCount) {
    Random random(number);
    CaseSeed seed;
    seed.kind = static_cast<int>(random.below(kKinds));
    seed.width = static_cast<int>(1 + random.below(300));
    seed.height = static_cast<int>(1 + random.below(200));
    seed.needleWidth = static_cast<int>(1 + random.below(std::min(seed.width, 40)));
    seed.needleHeight = static_cast<int>(1 + random.below(std::min(seed.height, 40)));
    seed.needles = needleCount;
    seed.detail = random.next();
    findCase = makeCase(seed);
    needles = find::prepareNeedles(findCase.scene.size(), findCase.scene.format(), findCase.needles,
                                   findCase.options.tolerance, 2, {});
    RunReport report;
    wanted = find::findByReference(findCase.scene, findCase.needles, findCase.options, {}, report);
  }
};

class Ways : public OnCard {
 protected:
  static constexpr int kCases = 300;

  /// Calls body(gpu, scene on the card, case) for many cases.
  template <class Body>
  static void forManyCases(int needleCount, const Body& body) {
    Timeline unheard;
    const cuda::GpuLease gpu(unheard);
    for (std::uint64_t number = 1; number <= kCases; ++number) {
      const Case one(number, needleCount);
      SCOPED_TRACE(one.findCase.name);
      const cuda::DeviceImage scene(one.findCase.scene.size(), one.findCase.scene.format());
      cuda::upload(one.findCase.scene, 0, 1, scene.plane(), gpu->stream(), {});
      body(*gpu, scene.plane(), one);
      if (HasFailure()) return;
    }
  }

  static bool fits(const find::Pattern& pattern, const cuda::DevicePlane& scene) {
    return !pattern.impossible && pattern.size.width <= scene.width &&
           pattern.size.height <= scene.height;
  }
  static find::MatchBits bitsFor(const find::Pattern& pattern, const cuda::DevicePlane& scene) {
    return find::MatchBits(
        {scene.width - pattern.size.width + 1, scene.height - pattern.size.height + 1});
  }
};

TEST_F(Ways, PlanesEqualTheReference) {
  forManyCases(1, [](cuda::Gpu& gpu, const cuda::DevicePlane& scene, const Case& one) {
    const find::Pattern& pattern = one.needles.patterns[0];
    if (!fits(pattern, scene)) return;
    const auto graph = find::BlockGraph::build(pattern, 5000, 50000);
    ASSERT_TRUE(graph.has_value());
    find::MatchBits bits = bitsFor(pattern, scene);
    cuda::findByPlanes(gpu, scene, pattern, *graph, {}, bits);
    EXPECT_EQ(bits.list(1, {}), one.wanted[0]);
  });
}

TEST_F(Ways, EveryPlaceEqualsTheReference) {
  forManyCases(1, [](cuda::Gpu& gpu, const cuda::DevicePlane& scene, const Case& one) {
    const find::Pattern& pattern = one.needles.patterns[0];
    if (!fits(pattern, scene)) return;
    find::MatchBits bits = bitsFor(pattern, scene);
    EXPECT_TRUE(cuda::findEverywhere(gpu, scene, pattern, std::nullopt, {}, bits));
    EXPECT_EQ(bits.list(1, {}), one.wanted[0]);
  });
}

TEST_F(Ways, FlagsOfPass1EqualTheReference) {
  forManyCases(1, [](cuda::Gpu& gpu, const cuda::DevicePlane& scene, const Case& one) {
    const find::Pattern& pattern = one.needles.patterns[0];
    if (!fits(pattern, scene)) return;
    const cuda::DeviceImage flags({scene.width, scene.height}, {1, Depth::u8});
    const cuda::BaseFlagger flagger(gpu, pattern);
    flagger.flag(scene, flags.plane(), {});
    find::MatchBits bits = bitsFor(pattern, scene);
    cuda::fetchBases(gpu, flags.plane(), 0, bits.starts().height, {}, bits);
    EXPECT_EQ(bits.list(1, {}), one.wanted[0]);
  });
}

TEST_F(Ways, SampledEqualsTheReferenceOrGivesUp) {
  int complete = 0;
  forManyCases(5, [&](cuda::Gpu& gpu, const cuda::DevicePlane& scene, const Case& one) {
    for (const auto& group : one.needles.groups) {
      const auto plan = find::planUnhashed({scene.width, scene.height}, group, 2);
      if (!plan) continue;
      Timeline unheard;
      cuda::StageClock clock(gpu.stream(), unheard);
      const cuda::SampledResult result = cuda::findSampled(gpu, scene, group, *plan, clock);
      for (std::uint32_t n = 0; n < group.size(); ++n) {
        if (std::ranges::count(result.givenUp, n) > 0) continue;
        std::vector<Place> places;
        for (const cuda::Hit& hit : result.hits) {
          if (hit.needle == n) places.emplace_back(hit.x, hit.y);
        }
        std::ranges::sort(places, {}, [](const Place& p) { return std::pair(p.y, p.x); });
        EXPECT_EQ(places, one.wanted[group[n]->index]);
        ++complete;
      }
    }
  });
  EXPECT_GT(complete, kCases);  // it must not give up always
}

TEST_F(Ways, RowsThatTravelAloneEqualTheReference) {
  int answered = 0;
  Timeline unheard;
  const cuda::GpuLease gpu(unheard);
  for (std::uint64_t number = 1; number <= kCases; ++number) {
    const Case one(number, 1);
    SCOPED_TRACE(one.findCase.name);
    cuda::StageClock clock(gpu->stream(), unheard);
    cuda::DeviceSearch search(*gpu, one.needles, clock, {});
    const auto places = search.findInSentRows(one.findCase.scene);
    if (!places) continue;
    ++answered;
    EXPECT_EQ((*places)[0], one.wanted[0]);
  }
  EXPECT_GT(answered, kCases / 10);
}

TEST_F(Ways, ManyRunsGiveOneAnswer) {
  CaseSeed seed;
  seed.width = 640;
  seed.height = 480;
  seed.needleWidth = seed.needleHeight = 9;
  seed.needles = 20;
  seed.kind = static_cast<int>(Kind::twoTone);
  const FindCase findCase = makeCase(seed);
  const Registry registry = makeRegistry();
  const ReferenceAnswer answer(registry, findCase);
  for (int i = 0; i < 50; ++i) {
    for (const char* engine : {"cuda", "cuda-passes"}) {
      ASSERT_EQ(answer.differenceOf(engine, 4), "") << engine << ", run " << i;
    }
  }
}

}  // namespace
}  // namespace espy::test
