// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Pictures that an engine keeps; that it finds the same in them is tried in tests/differential.
#include <gtest/gtest.h>

#include "espy/espy.h"

namespace espy {
namespace {

ErrorCode codeOf(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.code();
  }
  ADD_FAILURE() << "nothing was thrown";
  return ErrorCode::system;
}

class Resident : public testing::TestWithParam<std::string> {
 protected:
  Resident() : scene_({40, 30}, {3, Depth::u8}) {
    setSample(scene_.pixels(), 17, 9, 1, 200);
    setSample(scene_.pixels(), 18, 10, 2, 100);
  }

  std::unique_ptr<ResidentPicture> keep(const ImageView& picture, const Control& control = {}) {
    return registry_.get<KeepPicture>(GetParam())(picture, control, timeline_);
  }

  const Registry registry_ = makeRegistry();
  Timeline timeline_;
  Image scene_;
};
INSTANTIATE_TEST_SUITE_P(BuiltIn, Resident, testing::Values("reference", "sequential", "openmp"));

TEST_P(Resident, IsSearchedByTheEngineThatKeepsIt) {
  const Image needle = Image::copyOf(scene_.view().crop(16, 8, {4, 4}));
  const auto kept = keep(scene_);
  scene_ = Image({40, 30}, {3, Depth::u8});  // it has a copy
  EXPECT_EQ(kept->engine(), GetParam());
  EXPECT_EQ(kept->size(), (Size{40, 30}));
  EXPECT_EQ(kept->format(), (PixelFormat{3, Depth::u8}));
  EXPECT_EQ(timeline_.stages().at(0).name, "keep");
  for (int round = 0; round < 2; ++round) {
    const Finding finding = findExact(registry_, *kept, {{{needle, {}}}});
    EXPECT_EQ(finding.report.engine, GetParam());
    EXPECT_EQ(finding.choice, "the picture is kept by " + GetParam());
    EXPECT_EQ(finding.fallback, "");
    ASSERT_EQ(finding.matches.size(), 1U);
    EXPECT_EQ(finding.matches[0].x, 16U);
    EXPECT_EQ(finding.matches[0].y, 8U);
  }
}

TEST_P(Resident, GivesDistances) {
  Image needle = Image::copyOf(scene_.view().crop(16, 8, {4, 4}));
  setSample(needle.pixels(), 1, 1, 1, 193);
  const auto kept = keep(scene_);
  const Finding finding = findExact(registry_, *kept, {{{needle, {}}}}, {7});
  ASSERT_EQ(finding.matches.size(), 1U);
  EXPECT_EQ(finding.matches[0].distance, 7U);
}

TEST_P(Resident, RequestsWithoutSenseAreRefused) {
  const auto kept = keep(scene_);
  EXPECT_EQ(codeOf([&] {
              findExact(registry_, *kept, {{{scene_, {}}}}, {-1});
            }),
            ErrorCode::badUse);
  EXPECT_EQ(codeOf([&] { findExact(registry_, *kept, {{{ImageView(), {}}}}); }), ErrorCode::badUse);
}

TEST_P(Resident, APictureThatTheEngineDoesNotKeepIsRefused) {
  ResidentPicture foreign(GetParam(), {40, 30}, {3, Depth::u8});
  EXPECT_EQ(codeOf([&] { findExact(registry_, foreign, {{{scene_, {}}}}); }), ErrorCode::badUse);
  ResidentPicture nobodys("nobody", {40, 30}, {3, Depth::u8});
  EXPECT_EQ(codeOf([&] { findExact(registry_, nobodys, {{{scene_, {}}}}); }), ErrorCode::badUse);
}

TEST_P(Resident, KeepingCanBeCancelled) {
  std::stop_source source;
  source.request_stop();
  Control control;
  control.stop = source.get_token();
  EXPECT_EQ(codeOf([&] { keep(scene_, control); }), ErrorCode::cancelled);
}

TEST_P(Resident, AnEmptyPictureHasNothing) {
  const auto kept = keep(Image());
  EXPECT_TRUE(findExact(registry_, *kept, {{{scene_, {}}}}).matches.empty());
}

}  // namespace
}  // namespace espy
