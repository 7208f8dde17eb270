// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Which engine searches with an index of needles, and what it is given.
#include <gtest/gtest.h>

#include "base/choice.h"
#include "espy/engine/all.h"
#include "index/needle_index_state.h"
#include "support/fake_gpu.h"
#include "support/index_cases.h"
#include "unit/io/support.h"

namespace espy {
namespace {

using iotest::Folder;
using test::indexOf;
using test::Needles;
using test::Random;
using test::randomNeedles;

/// A scene, an index of some of its pieces in two segments, and the engines of the processor.
class IndexEngines : public ::testing::Test {
 protected:
  IndexEngines() {
    addBuiltInEngines(registry_);
    addPictures(registry_);
    addFind(registry_);
    addExact(registry_);
    addScored(registry_);
    addMark(registry_);
    addIndexed(registry_);
    test::draw(scene_.pixels(), test::Kind::flawed, random_, false);
    needles_ = randomNeedles(scene_, random_);
    index_.emplace(indexOf(folder_ / "needles.esi", needles_, needles_.all.size() / 2 + 1));
    wanted_ = find(registry_, scene_, needles_.all).matches;
  }

  /// Adds an engine of the name that `auto` may choose; it computes as `reference` does, or fails.
  void addGpu(bool fails = false) {
    registry_.addEngine({kDeviceEngine, true, "", "a card that is none", {.device = true}});
    registry_.add<FindExact>(kDeviceEngine, registry_.get<FindExact>("reference"));
    registry_.add<FindIndexed>(
        kDeviceEngine, [this, fails, find = registry_.get<FindIndexed>("reference")](
                           const Scene& scene, SceneRows rows, const index::NeedleSegment& segment,
                           const Control& control, RunReport& report) {
          ++calls_;
          if (fails) throw Error(ErrorCode::device, "no room");
          return find(scene, rows, segment, control, report);
        });
  }
  /// Pretends that the GPU has the tables.
  void keepTables() {
    for (const auto& open : index_->state().segments) {
      open.segment.kept().get(kDeviceEngine, [] { return std::make_shared<int>(); });
    }
  }

  Finding findBy(const std::string& engine, const Scene& scene) {
    FindOptions options;
    options.engine = engine;
    options.control.threads = 1;
    return find(registry_, scene, *index_, options);
  }

  Random random_{5};
  Registry registry_;
  Folder folder_;
  Image scene_{{300, 200}, {3, Depth::u8}};
  Needles needles_;
  std::optional<NeedleIndex> index_;
  std::vector<Match> wanted_;
  int calls_ = 0;
};

TEST_F(IndexEngines, AllOfTheProcessorFindTheSame) {
  ASSERT_FALSE(wanted_.empty());
  for (const char* engine : {"reference", "sequential", "threads", "openmp"}) {
    const Finding found = findBy(engine, scene_);
    EXPECT_EQ(found.matches, wanted_) << engine;
    EXPECT_EQ(found.report.engine, engine);
  }
}

TEST_F(IndexEngines, OneThatIsAskedForIsUsedOrFails) {
  EXPECT_THROW(findBy("abacus", scene_), Error);
  EXPECT_THROW(findBy(kDeviceEngine, scene_), Error);
  registry_.addEngine({kDeviceEngine, true, "", "a card without kernels", {.device = true}});
  try {
    findBy(kDeviceEngine, scene_);
    FAIL() << "another engine searched";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::unsupported);
  }
}

TEST_F(IndexEngines, AGpuThatFailsIsAnErrorIfItWasAskedFor) {
  addGpu(/*fails=*/true);
  EXPECT_THROW(findBy(kDeviceEngine, scene_), Error);
  EXPECT_EQ(calls_, 1);
}

TEST_F(IndexEngines, AutoDoesNotStartAGpuForLittleWork) {
  addGpu();
  const Finding found = findBy("auto", scene_);
  EXPECT_EQ(found.matches, wanted_);
  EXPECT_EQ(calls_, 0);
  EXPECT_EQ(found.report.engine, "sequential");
  EXPECT_FALSE(found.report.choice.empty());
}

TEST_F(IndexEngines, AutoTakesTheGpuThatHasTheTables) {
  addGpu();
  keepTables();
  const Finding found = findBy("auto", scene_);
  EXPECT_EQ(found.matches, wanted_);
  EXPECT_EQ(calls_, 2);  // segments
  EXPECT_EQ(found.report.engine, kDeviceEngine);
  EXPECT_TRUE(found.report.fallback.empty());
}

TEST_F(IndexEngines, AutoFallsBackToTheProcessor) {
  addGpu(/*fails=*/true);
  keepTables();
  const Finding found = findBy("auto", scene_);
  EXPECT_EQ(found.matches, wanted_);
  EXPECT_EQ(calls_, 1);
  EXPECT_EQ(found.report.engine, "sequential");
  EXPECT_NE(found.report.fallback.text().find("no room"), std::string::npos);
}

TEST_F(IndexEngines, AnEngineThatKeepsPicturesGetsTheSceneOnce) {
  const auto counts = test::addFakeGpu(registry_);
  EXPECT_EQ(findBy("card", scene_).matches, wanted_);
  EXPECT_EQ(counts->sent, 1);
  EXPECT_EQ(counts->alive, 0);
  SceneKeeper keeper(scene_);
  for (int round = 0; round < 3; ++round) EXPECT_EQ(findBy("card", keeper).matches, wanted_);
  EXPECT_EQ(counts->kept, 2);
  Timeline timeline;
  const auto kept = registry_.get<KeepPicture>("card")(scene_, {}, timeline);
  EXPECT_EQ(findBy("auto", *kept).matches, wanted_);
  EXPECT_THROW(findBy("threads", *kept), Error);
}

/// Bands of rows of a picture that only the engine has.
TEST_F(IndexEngines, TheFirstMatchesOnAnEngineThatKeepsPictures) {
  test::addFakeGpu(registry_);
  Timeline timeline;
  const auto kept = registry_.get<KeepPicture>("card")(scene_, {}, timeline);
  for (const std::uint64_t top : {1U, 7U, 100U}) {
    FindOptions options{.engine = "card"};
    options.select.top = top;
    std::vector<Match> first = wanted_;
    first.resize(std::min<std::size_t>(first.size(), top));
    EXPECT_EQ(find(registry_, scene_, *index_, options).matches, first);
    EXPECT_EQ(find(registry_, *kept, *index_, options).matches, first);
  }
}

}  // namespace
}  // namespace espy
