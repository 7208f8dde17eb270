// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Two virtual devices of one GPU: what each keeps, and what the other does when one fails.
#include "differential/score_case.h"
#include "gpu/device_engines.h"
#include "gpu/on_gpu.h"
#include "support/feature_cases.h"

namespace espy::test {
namespace {

/// `both`, made of the engines `gpu:0` and `gpu:1`.
class SeveralGpus : public OnGpu {
 protected:
  SeveralGpus() : before_(cuda::devicesPerGpu()) {
    cuda::splitGpus(2);
    for (const int device : {0, 1}) addDeviceEngine(registry_, device);
    registry_.addEngine({"both", true, "", "", {.device = true}});
    addSeveral(registry_, {"both", {"gpu:0", "gpu:1"}, 0});
  }
  ~SeveralGpus() override {
    cuda::planFault(cuda::Call::launch, 0, cudaSuccess);
    cuda::splitGpus(before_);
  }

  static ScoreCase caseOf(std::uint64_t detail) {
    CaseSeed seed;
    seed.kind = static_cast<int>(detail) % kKinds;
    seed.width = 300;
    seed.height = 240;
    seed.needleWidth = 12;
    seed.needleHeight = 10;
    seed.needles = detail % 2 == 0 ? 1 : 5;
    seed.detail = detail;
    ScoreCase one(seed);
    if (one.options.method == Method::zncc) one.options.channelMeans = ChannelMeans::all;
    return one;
  }

  Registry registry_ = makeRegistry();
  int before_;
};

TEST_F(SeveralGpus, FindingsEqualThoseOfTheProcessor) {
  for (std::uint64_t detail = 1; detail <= 24; ++detail) {
    const ScoreCase one = caseOf(detail);
    if (one.scene.needles.empty()) continue;
    for (const Method method : {Method::exact, one.options.method}) {
      FindOptions options;
      options.method = method;
      options.minScore = one.options.minScore;
      if (detail % 3 == 0) options.select.top = 7;
      options.engine = "threads";
      const Finding wanted = find(registry_, one.scene.scene, one.scene.needles, options);
      options.engine = "both";
      SceneKeeper keeper(one.scene.scene);
      for (const Scene& scene : {Scene(one.scene.scene), Scene(keeper), Scene(keeper)}) {
        const Finding found = find(registry_, scene, one.scene.needles, options);
        EXPECT_TRUE(found.matches == wanted.matches) << one.name();
        EXPECT_EQ(found.report.engine, "both");
        EXPECT_EQ(found.report.members.size(), 2U);
      }
    }
  }
}

TEST_F(SeveralGpus, ADeviceThatFailsLeavesItsWorkToTheOther) {
  const ScoreCase one = caseOf(7);
  FindOptions options;
  options.engine = "threads";
  const Finding wanted = find(registry_, one.scene.scene, one.scene.needles, options);
  options.engine = "both";
  for (const int device : {0, 1}) {
    cuda::planFault(cuda::Call::launch, 1, cudaErrorInvalidValue, device);
    const Finding found = find(registry_, one.scene.scene, one.scene.needles, options);
    EXPECT_TRUE(found.matches == wanted.matches);
    EXPECT_TRUE(found.report.fallback.text().starts_with("gpu:" + std::to_string(device)));
  }
}

TEST_F(SeveralGpus, EachDeviceKeepsItsSlots) {
  Random random(3);
  std::vector<Features> references;
  for (int r = 0; r < 40; ++r) {
    references.push_back(drawFeatures(random, FeatureKind::likely, 20 + random.below(40)));
  }
  const Shelf shelf(64, {slabOf(references, 64)});
  const auto query = drawQuery(random, FeatureKind::likely, 200, references);
  const std::span<const std::uint8_t> views[] = {query};
  const RankTask task{shelf, views};
  const auto wanted = rankReferences(registry_, "threads", task).rankings;
  for (int run = 0; run < 3; ++run) {
    EXPECT_EQ(rankReferences(registry_, "both", task).rankings, wanted);
  }
  EXPECT_FALSE(shelf.isKept("cuda"));
}

}  // namespace
}  // namespace espy::test
