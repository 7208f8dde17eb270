// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Pictures kept in an engine's memory. Equal results are tested in tests/differential.
#include <gtest/gtest.h>

#include "espy/engine/all.h"
#include "support/fake_gpu.h"
#include "support/find_with.h"
#include "support/thrown_errors.h"

namespace espy {
namespace {

using test::expectError;

/// Black but for two samples.
Image sceneWithTwoPixels() {
  Image scene({40, 30}, {3, Depth::u8});
  setSample(scene.pixels(), 17, 9, 1, 200);
  setSample(scene.pixels(), 18, 10, 2, 100);
  return scene;
}

class KeptScene : public testing::TestWithParam<std::string> {
 protected:
  std::unique_ptr<KeptPicture> keep(const ImageView& picture, const Control& control = {}) {
    return registry_.get<KeepPicture>(GetParam())(picture, control, timeline_);
  }

  const Registry registry_ = makeRegistry();
  Timeline timeline_;
  Image scene_ = sceneWithTwoPixels();
};
INSTANTIATE_TEST_SUITE_P(BuiltIn, KeptScene,
                         testing::Values("reference", "sequential", "threads", "openmp"));

TEST_P(KeptScene, IsSearchedByTheEngineThatKeepsIt) {
  const Image needle = Image::copyOf(scene_.view().crop(16, 8, {4, 4}));
  const auto kept = keep(scene_);
  scene_ = Image({40, 30}, {3, Depth::u8});  // the keeper has a copy
  EXPECT_EQ(kept->engine(), GetParam());
  EXPECT_EQ(kept->size(), (Size{40, 30}));
  EXPECT_EQ(kept->format(), (PixelFormat{3, Depth::u8}));
  EXPECT_EQ(timeline_.stages().at(0).name, "keep");
  for (int round = 0; round < 2; ++round) {
    const Finding finding = findExact(registry_, "auto", *kept, {{{needle, {}}}});
    EXPECT_EQ(finding.report.engine, GetParam());
    EXPECT_EQ(finding.report.choice, "the picture is held by " + GetParam());
    EXPECT_EQ(finding.report.fallback, "");
    ASSERT_EQ(finding.matches.size(), 1U);
    EXPECT_EQ(finding.matches[0].x, 16U);
    EXPECT_EQ(finding.matches[0].y, 8U);
  }
}

TEST_P(KeptScene, GivesDistances) {
  Image needle = Image::copyOf(scene_.view().crop(16, 8, {4, 4}));
  setSample(needle.pixels(), 1, 1, 1, 193);
  const auto kept = keep(scene_);
  const Finding finding = findExact(registry_, "auto", *kept, {{{needle, {}}}}, {7});
  ASSERT_EQ(finding.matches.size(), 1U);
  EXPECT_EQ(finding.matches[0].distance, 7U);
}

TEST_P(KeptScene, RequestsWithoutSenseAreRefused) {
  const auto kept = keep(scene_);
  expectError(ErrorCode::badUse, [&] {
    findExact(registry_, "auto", *kept, {{{scene_, {}}}}, {-1});
  });
  expectError(ErrorCode::badUse, [&] {
    findExact(registry_, "auto", *kept, {{{ImageView(), {}}}});
  });
}

TEST_P(KeptScene, APictureThatTheEngineDoesNotKeepIsRefused) {
  for (const std::string& engine : {GetParam(), std::string("nobody")}) {
    KeptPicture foreign(engine, {40, 30}, {3, Depth::u8});
    expectError(ErrorCode::badUse, [&] {
      findExact(registry_, "auto", foreign, {{{scene_, {}}}});
    });
  }
}

TEST_P(KeptScene, AnotherEngineIsRefused) {
  const auto kept = keep(scene_);
  const Needle needle{scene_, {}};
  const std::string other = GetParam() == "reference" ? "sequential" : "reference";
  const ScoreOptions sad{.method = Method::sad};
  const auto code = ErrorCode::badUse;
  expectError(code, [&] { findExact(registry_, other, *kept, {{needle}}); });
  expectError(code, [&] { findScored(registry_, other, *kept, {{needle}}, sad); });
  expectError(code, [&] { mapScores(registry_, other, *kept, needle, sad); });
  expectError(code, [&] { markedPicture(registry_, other, *kept, {}); });
}

TEST_P(KeptScene, IsScoredMappedAndMarkedAsWhatItWasMadeOf) {
  const auto kept = keep(scene_);
  const Image part = Image::copyOf(scene_.view().crop(16, 8, {4, 4}));
  const Needle needle{part, {}};
  const ScoreOptions options{.method = Method::ssd, .minScore = 1};
  for (const std::string& engine : {std::string("auto"), GetParam()}) {
    const Finding found = findScored(registry_, engine, *kept, {{needle}}, options);
    EXPECT_EQ(found.report.engine, GetParam());
    EXPECT_EQ(found.matches,
              findScored(registry_, GetParam(), scene_, {{needle}}, options).matches);
    ASSERT_FALSE(found.matches.empty());
    EXPECT_EQ(mapScores(registry_, engine, *kept, needle, options).scores,
              mapScores(registry_, GetParam(), scene_, needle, options).scores);
    const Image flags = flagPlane(registry_, "reference", scene_.size(), found.matches);
    const Image wanted = markedCopy(registry_, "reference", scene_, flags, {});
    EXPECT_TRUE(samePixels(markedPicture(registry_, engine, *kept, found.matches), wanted));
    EXPECT_TRUE(samePixels(markedPicture(registry_, engine, scene_, found.matches), wanted));
    EXPECT_FALSE(samePixels(wanted, scene_));
  }
}

TEST_P(KeptScene, KeepingCanBeCancelled) {
  expectError(ErrorCode::cancelled, [&] { keep(scene_, test::stoppedControl()); });
}

TEST_P(KeptScene, AnEmptyPictureHasNothing) {
  const auto kept = keep(Image());
  EXPECT_TRUE(findExact(registry_, "auto", *kept, {{{scene_, {}}}}).matches.empty());
}

/// A scene with two non-zero pixels, and a fake GPU that counts calls.
class KeeperTest : public testing::Test {
 protected:
  /// Searches with this engine, not with `auto`.
  Finding found(SceneKeeper& keeper, const std::string& engine, Method method = Method::exact) {
    FindOptions options;
    options.method = method;
    options.minScore = 1;
    return search(registry_, engine, keeper, needles_, options);
  }
  static std::string stagesOf(const Timeline& timeline) {
    std::string names;
    for (const Timeline::Stage& stage : timeline.stages()) names += stage.name + ';';
    return names;
  }

  Registry registry_ = makeRegistry();
  std::shared_ptr<test::FakeGpuCounts> counts_ = test::addFakeGpu(registry_);
  Image scene_ = sceneWithTwoPixels();
  Image part_ = Image::copyOf(scene_.view().crop(16, 8, {4, 4}));
  std::vector<Needle> needles_{{part_, {}}, {part_, {}}};
};

TEST_F(KeeperTest, APictureTravelsToAGpuOnceForManyThings) {
  SceneKeeper keeper(scene_);
  const Finding first = found(keeper, "card");
  EXPECT_EQ(first.report.engine, "card");
  EXPECT_EQ(first.matches.size(), 2U);
  EXPECT_EQ(first.report.timeline.stages().at(0).name, "upload");
  const Finding second = found(keeper, "card", Method::ssd);
  EXPECT_EQ(stagesOf(second.report.timeline).find("upload"), std::string::npos);
  mapScores(registry_, "card", keeper, needles_[0], {.method = Method::ssd});
  Timeline timeline;
  const Image marked = markedPicture(registry_, "card", keeper, first.matches, {}, {}, timeline);
  EXPECT_TRUE(samePixels(marked, markedPicture(registry_, "reference", scene_, first.matches)));
  EXPECT_EQ(stagesOf(timeline), "pass 2;pass 3;");
  EXPECT_EQ(counts_->kept, 1);
  EXPECT_EQ(counts_->sent, 1);
  EXPECT_EQ(counts_->marked, 1);
  EXPECT_EQ(counts_->alive, 1);
}

TEST_F(KeeperTest, SeveralSearchesOfOneCallAreWorthAnUpload) {
  needles_.push_back({scene_.view().crop(1, 1, {3, 2}), {}});
  search(registry_, "card", scene_, needles_, {.method = Method::ssd});
  EXPECT_EQ(counts_->kept, 1);
  EXPECT_EQ(counts_->alive, 0);
}

TEST_F(KeeperTest, OfAViewNothingIsKept) {
  EXPECT_EQ(search(registry_, "card", scene_, needles_, {}).matches.size(), 2U);
  EXPECT_EQ(counts_->kept, 0);
  EXPECT_EQ(counts_->sent, 1);
}

TEST(Scene, IsNotMadeOfATemporaryPicture) {
  static_assert(!std::is_constructible_v<Scene, Image>);
  static_assert(!std::is_constructible_v<Scene, const Image>);
  static_assert(!std::is_constructible_v<SceneKeeper, Image>);
  static_assert(std::is_constructible_v<Scene, const Image&>);
  static_assert(std::is_constructible_v<SceneKeeper, const Image&>);
}

TEST_F(KeeperTest, TheProcessorLooksAtThePictureWhereItIs) {
  SceneKeeper keeper(scene_);
  RunReport report;
  for (const char* engine : {"reference", "sequential", "threads", "openmp"}) {
    const SceneOnEngine on(keeper, registry_, engine, {}, report.timeline);
    const Scene& given = on.scene();
    EXPECT_EQ(given.kept(), nullptr) << engine;
    ASSERT_NE(given.view(), nullptr) << engine;
    EXPECT_EQ(given.view()->row(0), scene_.view().row(0)) << engine;
    EXPECT_EQ(found(keeper, engine).matches.size(), 2U);
  }
  EXPECT_EQ(counts_->kept, 0);
}

TEST_F(KeeperTest, GivesBackWhatIsKeptAndKeepsItAgain) {
  {
    SceneKeeper keeper(scene_);
    found(keeper, "card");
    keeper.release();
    EXPECT_EQ(counts_->alive, 0);
    found(keeper, "card");
    EXPECT_EQ(counts_->kept, 2);
    EXPECT_EQ(counts_->alive, 1);
  }
  EXPECT_EQ(counts_->alive, 0);
}

TEST_F(KeeperTest, AGpuWithoutMemoryForAllOfItGetsTheView) {
  counts_->isSmall = true;
  SceneKeeper keeper(scene_);
  for (const Method method : {Method::exact, Method::sad}) {
    const Finding finding = found(keeper, "card", method);
    EXPECT_EQ(finding.report.engine, "card");
    EXPECT_EQ(finding.matches.size(), 2U);
  }
  EXPECT_EQ(counts_->kept, 1) << "it is not tried again";
  EXPECT_EQ(counts_->alive, 0);
  // The same if keeping fails.
  registry_.add<KeepPicture>(
      "card", [](const ImageView&, const Control&, Timeline&) -> std::unique_ptr<KeptPicture> {
        throw Error(ErrorCode::device, "no room");
      });
  SceneKeeper another(scene_);
  EXPECT_EQ(found(another, "card").matches.size(), 2U);
  EXPECT_TRUE(samePixels(markedPicture(registry_, "card", another, {}), scene_));
}

TEST_F(KeeperTest, ACancelledUploadIsTriedAgain) {
  const auto keep = registry_.get<KeepPicture>("card");
  bool cancels = true;
  registry_.add<KeepPicture>(
      "card", [&](const ImageView& picture, const Control& control, Timeline& timeline) {
        if (cancels) throw Error(ErrorCode::cancelled, "cancelled");
        return keep(picture, control, timeline);
      });
  SceneKeeper keeper(scene_);
  expectError(ErrorCode::cancelled, [&] { found(keeper, "card"); });
  cancels = false;
  found(keeper, "card");
  EXPECT_EQ(counts_->kept, 1);
}

}  // namespace
}  // namespace espy
