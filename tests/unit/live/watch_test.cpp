// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/picture_stream.h"
#include "support/random_pictures.h"

namespace espy::test {
namespace {

/// A stream of grey pictures and two needles that the test shows and hides.
class WatchTest : public ::testing::Test {
 protected:
  WatchTest() : stream_(Image({300, 200}, {1, Depth::u8})) {
    Random random(5);
    for (Image* needle : {&button_, &lamp_}) {
      *needle = Image({20, 12}, {1, Depth::u8});
      draw(needle->pixels(), Kind::noise, random, true);
    }
    needles_ = {{button_.view()}, {lamp_.view()}};
  }

  void show(const Image& needle, std::int64_t x, std::int64_t y) {
    paste(stream_.pixels(), needle, x, y);
  }
  void hide(std::int64_t x, std::int64_t y) {
    paste(stream_.pixels(), Image(button_.size(), button_.format()), x, y);
  }
  /// The next frame's events: "appears 0 @3,4 #2;" with the needle, its first match and the frame.
  std::string step(Watch& watch) {
    EXPECT_TRUE(stream_.next());
    std::string text;
    for (const Event& event : watch.step(stream_)) {
      text += event.name();
      if (event.needle) text += ' ' + std::to_string(*event.needle);
      if (!event.matches.empty()) {
        text += " @" + std::to_string(event.matches.front().x) + ',' +
                std::to_string(event.matches.front().y);
      }
      text += " #" + std::to_string(event.frame) + ';';
      EXPECT_DOUBLE_EQ(event.time, static_cast<double>(event.frame) / 10);
    }
    return text;
  }

  Image button_;
  Image lamp_;
  std::vector<Needle> needles_;
  PictureStream stream_;
};

TEST_F(WatchTest, ReportsWhatHappens) {
  Watch watch(needles_, {});
  EXPECT_EQ(step(watch), "");
  show(button_, 30, 40);
  EXPECT_EQ(step(watch), "appears 0 @30,40 #1;");
  EXPECT_EQ(step(watch), "");
  hide(30, 40);
  show(button_, 31, 40);
  EXPECT_EQ(step(watch), "moves 0 @31,40 #3;");
  show(button_, 130, 40);
  show(lamp_, 200, 100);
  EXPECT_EQ(step(watch), "count 0 @31,40 #4;appears 1 @200,100 #4;");
  EXPECT_EQ(watch.finding().matches.size(), 3U);
  hide(31, 40);
  hide(130, 40);
  EXPECT_EQ(step(watch), "vanishes 0 #5;");
  EXPECT_GT(watch.searched(), 0);
  EXPECT_LT(watch.searched(), 1);
}

TEST_F(WatchTest, AnEventNeedsEnoughFramesAndHasTheTimeOfTheFirst) {
  Watch watch(needles_, {}, {.frames = 3});
  EXPECT_EQ(step(watch), "");
  show(button_, 30, 40);
  EXPECT_EQ(step(watch), "");
  hide(30, 40);  // flickers
  EXPECT_EQ(step(watch), "");
  show(button_, 50, 60);
  EXPECT_EQ(step(watch), "");
  EXPECT_EQ(step(watch), "");
  EXPECT_EQ(step(watch), "appears 0 @50,60 #3;");
  EXPECT_EQ(step(watch), "");
  hide(50, 60);
  EXPECT_EQ(step(watch), "");
  EXPECT_EQ(step(watch), "");
  EXPECT_EQ(step(watch), "vanishes 0 #7;");
}

TEST_F(WatchTest, SmallMovesCanBeIgnored) {
  Watch watch(needles_, {}, {.moveBy = 2});
  show(button_, 30, 40);
  EXPECT_EQ(step(watch), "appears 0 @30,40 #0;");
  for (const std::int64_t x : {31, 32}) {
    hide(x - 1, 40);
    show(button_, x, 40);
    EXPECT_EQ(step(watch), "");
  }
  hide(32, 40);
  show(button_, 33, 40);  // three since it was reported
  EXPECT_EQ(step(watch), "moves 0 @33,40 #3;");
}

TEST_F(WatchTest, StillIsReportedOnceUntilSomethingChanges) {
  Watch watch(needles_, {}, {.still = 0.25});
  EXPECT_EQ(step(watch), "");
  EXPECT_EQ(step(watch), "");
  *stream_.pixels().pixel(1, 1) = 1;
  EXPECT_EQ(step(watch), "");
  EXPECT_EQ(step(watch), "");
  EXPECT_EQ(step(watch), "");
  EXPECT_EQ(step(watch), "still #5;");
  for (int i = 0; i < 5; ++i) EXPECT_EQ(step(watch), "");
  *stream_.pixels().pixel(1, 1) = 2;
  for (int i = 0; i < 3; ++i) EXPECT_EQ(step(watch), "");
  EXPECT_EQ(step(watch), "still #14;");
}

TEST_F(WatchTest, WhatIsAbsentAtFirstMayCountAsVanished) {
  Watch watch(needles_, {}, {.absentVanishes = true});
  show(lamp_, 3, 3);
  EXPECT_EQ(step(watch), "vanishes 0 #0;appears 1 @3,3 #0;");
  EXPECT_EQ(step(watch), "");
  hide(3, 3);
  EXPECT_EQ(step(watch), "vanishes 1 #2;");
}

TEST_F(WatchTest, WaitingEndsWithTheStreamOrTheTime) {
  PictureStream empty(Image({300, 200}, {1, Depth::u8}), 10, 5);
  EXPECT_TRUE(waitFor(empty, needles_).matches.empty());
  EXPECT_EQ(empty.number(), 4);
  EXPECT_TRUE(waitFor(stream_, needles_, {}, 0.05).matches.empty());
  show(lamp_, 7, 8);
  const Finding found = waitFor(stream_, needles_);
  ASSERT_EQ(found.matches.size(), 1U);
  EXPECT_EQ(found.matches.front().needle, 1U);
  EXPECT_EQ(found.matches.front().x, 7U);
}

TEST_F(WatchTest, AStopEndsTheWait) {
  std::stop_source stop;
  stop.request_stop();
  FindOptions options;
  options.control.stop = stop.get_token();
  EXPECT_THROW(waitFor(stream_, needles_, options), Error);
}

}  // namespace
}  // namespace espy::test
