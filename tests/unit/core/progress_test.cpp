// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Progress never jumps back, whatever a search or marking consists of.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "espy/engine/all.h"
#include "espy/engine/find.h"
#include "espy/engine/mark.h"
#include "support/scored_cases.h"

namespace espy {
namespace {

/// Records the first step back.
class Progress {
 public:
  Control control() {
    Control control;
    control.threads = 3;
    control.progress = [this](double done) {
      if (done < last_ && back_.empty()) {
        back_ = "from " + std::to_string(last_) + " to " + std::to_string(done);
      }
      most_ = std::max(most_, done);
      last_ = done;
    };
    return control;
  }
  const std::string& back() const { return back_; }
  double most() const { return most_; }

 private:
  double last_ = 0;
  double most_ = 0;
  std::string back_;
};

struct Poses {
  const char* name;
  PoseOptions options;
};

std::vector<Poses> allPoses() {
  PoseOptions quarters;
  quarters.quarterTurns = true;
  quarters.flip = true;
  PoseOptions angles;
  angles.angle = {0, 330, 30};
  PoseOptions complete = angles;
  complete.search = PoseSearch::complete;
  PoseOptions sizes = angles;
  sizes.scale = {0.9, 1.1, 0.1};
  return {{"upright", {}},
          {"quarters", quarters},
          {"angles", angles},
          {"all poses", complete},
          {"sizes", sizes}};
}

class ProgressOf : public testing::TestWithParam<const char*> {
 protected:
  ProgressOf() {
    needles_ = {{scene_.view().crop(30, 20, {16, 16}), {}},
                {other_.view().crop(10, 20, {20, 16}), {}},
                {scene_.view().crop(50, 40, {12, 16}), {}}};
  }

  Registry registry_ = makeRegistry();
  Image scene_ = test::noise({90, 70}, {1, Depth::u8}, 1);
  Image other_ = test::noise({90, 70}, {1, Depth::u8}, 2);
  std::vector<Needle> needles_;
};

TEST_P(ProgressOf, ASearchNeverDecreases) {
  for (const Method method : {Method::exact, Method::sad, Method::ssd, Method::zncc}) {
    for (const auto& [name, pose] : allPoses()) {
      const bool quarters = pose.quarterTurns;
      if (method == Method::exact && pose.isAsked() && !quarters) continue;
      const bool slow = std::string(GetParam()) == "reference";
      if (slow && pose.isAsked()) continue;
      for (const std::size_t count : {1, 3}) {
        for (const double least : {0.5, 1.0}) {
          FindOptions options;
          options.engine = GetParam();
          options.method = method;
          options.pose = pose;
          options.minScore = least;
          options.nearest = least < 1;
          // Only the second needle is in no pose.
          const auto needles = std::span(needles_).subspan(count == 1 ? 1 : 0, count);
          Progress progress;
          options.control = progress.control();
          find(registry_, scene_, needles, options);
          EXPECT_EQ(progress.back(), "")
              << methodName(method) << ", " << name << ", " << count << " needles, " << least;
        }
      }
    }
  }
}

TEST_P(ProgressOf, ToleranceAndDistancesNeverDecrease) {
  for (const bool quarters : {false, true}) {
    FindOptions options;
    options.engine = GetParam();
    options.tolerance = 2;
    options.pose.quarterTurns = quarters;
    Progress progress;
    options.control = progress.control();
    find(registry_, scene_, needles_, options);
    EXPECT_EQ(progress.back(), "");
  }
}

TEST_P(ProgressOf, MarkingNeverDecreasesAndReachesTheEnd) {
  FindOptions turned;
  turned.method = Method::zncc;
  turned.pose.angle = {0, 330, 30};
  for (const bool rotated : {false, true}) {
    const auto found =
        find(registry_, scene_, std::span(needles_).first(1), rotated ? turned : FindOptions());
    ASSERT_FALSE(found.matches.empty());
    for (const MarkStyle style : {MarkStyle::outline, MarkStyle::whiteout, MarkStyle::dim}) {
      for (const bool alpha : {false, true}) {
        MarkOptions options;
        options.style = style;
        options.flagsInAlpha = alpha;
        Progress progress;
        markedPicture(registry_, GetParam(), scene_, found.matches, options, progress.control());
        EXPECT_EQ(progress.back(), "") << rotated << static_cast<int>(style) << alpha;
        EXPECT_EQ(progress.most(), 1) << rotated << static_cast<int>(style) << alpha;
      }
    }
  }
}

/// An engine that marks in one step, and reports it, writes flags into alpha in further ones.
TEST(ProgressOfParts, MarkingInOneStepIsAPart) {
  for (const bool fails : {false, true}) {
    Registry registry = makeRegistry();
    registry.add<MarkPicture>(
        "threads", [&](const Scene& scene, const auto& /*matches*/, const auto& /*options*/,
                       const Control& control, Timeline& /*timeline*/) {
          control.progress(0.5);
          control.progress(1);
          if (fails) throw Error(ErrorCode::device, "out of memory");
          return Image(scene.size(), {4, Depth::u8});
        });
    const Image scene = test::noise({90, 70}, {1, Depth::u8}, 1);
    const std::vector<Match> matches{{0, 5, 6, 10, 12}};
    MarkOptions options;
    options.flagsInAlpha = true;
    Progress progress;
    markedPicture(registry, "threads", scene, matches, options, progress.control());
    EXPECT_EQ(progress.back(), "");
    EXPECT_EQ(progress.most(), 1);
  }
}

INSTANTIATE_TEST_SUITE_P(Engines, ProgressOf,
                         testing::Values("reference", "sequential", "threads", "openmp"),
                         [](const auto& of) { return std::string(of.param); });

}  // namespace
}  // namespace espy
