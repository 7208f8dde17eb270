// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Videos: single frames, and frames as images of a job.
#include "espy/engine/video.h"

#include <sstream>

#include "base/modules.h"
#include "batch/frames.h"
#include "batch/image_list.h"
#include "support/avi.h"
#include "unit/batch/support.h"

namespace espy::batchtest {
namespace {

using Names = std::vector<std::string>;

/// The error message of `work`.
template <class Work>
std::string sentenceOf(const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(VideoNames, IdentifyVideosAndTheirFrames) {
  for (const char* video : {"a.mp4", "b.MKV", "c/d.avi", "e.webm"}) EXPECT_TRUE(isVideoName(video));
  for (const char* other : {"a.png", "mp4", "a.mp4/b", ""}) EXPECT_FALSE(isVideoName(other));
  EXPECT_EQ(frameOf("a/b.mp4#120"), (VideoFrame{"a/b.mp4", 120}));
  for (const char* other : {"b.mp4", "b.mp4#", "b.mp4#-1", "b.mp4#1x", "b.png#1", "b.mp4#1:2", "#1",
                            "b.mp4#t=1", "b.mp4#99999999999999999999"}) {
    EXPECT_FALSE(frameOf(other)) << other;
  }
  EXPECT_EQ(fileOfImage("b.mp4#7"), "b.mp4");
  EXPECT_EQ(fileOfImage("b.png#7"), "b.png#7");
}

/// Ten frames of 40 x 30 at 5 fps; frame n shows the needle at (n, 3), except in the last three.
class Videos : public Workplace, public ::testing::Test {
 protected:
  static constexpr int kFrames = 10;

  void SetUp() override {
    if (modulePath("espy_video.so").empty()) GTEST_SKIP() << "built without OpenCV's videoio";
    for (int n = 0; n < kFrames; ++n) {
      Image frame = iotest::testPicture({40, 30}, kColour, static_cast<std::uint32_t>(n));
      for (std::int64_t y = 0; n < 7 && y < 4; ++y) {
        std::copy_n(needle.view().row(y), 15, frame.pixels().pixel(n, 3 + y));
      }
      frames_.push_back(std::move(frame));
    }
    clip_ = folder / "clip.avi";
    store(clip_, test::aviOf(frames_, 5));
  }

  Names namesOf(const std::string& source) const {
    std::istringstream none;
    return batch::imagesOf(Names{source}, folder.path(), none);
  }

  std::vector<Image> frames_;
  std::string clip_;
};

TEST_F(Videos, FramesAreReadAsTheyAreInAnyOrder) {
  FrameReader reader(clip_);
  EXPECT_EQ(reader.facts().frames, kFrames);
  EXPECT_EQ(reader.facts().framesASecond, 5);
  EXPECT_EQ(reader.facts().size, (Size{40, 30}));
  for (const int number : {0, 1, 4, 9, 2, 2, 0, 8}) {
    const Image frame = reader.frame(number);
    EXPECT_TRUE(samePixels(frame, frames_[static_cast<std::size_t>(number)])) << number;
    EXPECT_EQ(reader.next(), number + 1);
  }
  EXPECT_EQ(sentenceOf([&] { reader.frame(10); }),
            clip_ + ": has no frame 10: it has 10, counted from 0");
  EXPECT_EQ(sentenceOf([&] { reader.frame(500); }),
            clip_ + ": has no frame 500: it has 10, counted from 0");
  EXPECT_TRUE(samePixels(reader.frame(3), frames_[3]));
}

TEST_F(Videos, WhatIsNoVideoIsRefused) {
  store(folder / "text.mp4", "this is no video");
  store(folder / "empty.mkv", "");
  store(folder / "torn.avi", load(clip_).substr(0, 150));
  for (const char* name : {"text.mp4", "empty.mkv", "torn.avi"}) {
    const std::string message = sentenceOf([&] { FrameReader((folder / name)).frame(0); });
    EXPECT_TRUE(message.starts_with(folder / name)) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
  EXPECT_NE(sentenceOf([&] { FrameReader(folder / "missing.mp4"); }).find("missing.mp4"),
            std::string::npos);
  EXPECT_NE(sentenceOf([&] { FrameReader(folder / "."); }).find("is not a file"),
            std::string::npos);
  ReadOptions small;
  small.maxPixels = 1199;
  EXPECT_NE(sentenceOf([&] { FrameReader(clip_, small); }).find("40 x 30 pixels"),
            std::string::npos);
}

TEST_F(Videos, AJobNamesFramesByNumberAndTime) {
  Names all;
  for (int n = 0; n < kFrames; ++n) all.push_back("clip.avi#" + std::to_string(n));
  EXPECT_EQ(namesOf("clip.avi"), all);
  EXPECT_EQ(namesOf("*.avi"), all);
  EXPECT_EQ(namesOf("clip.avi#2:8:3"), (Names{"clip.avi#2", "clip.avi#5", "clip.avi#8"}));
  EXPECT_EQ(namesOf("clip.avi#7"), (Names{"clip.avi#7"}));
  EXPECT_EQ(namesOf("clip.avi#8:9"), (Names{"clip.avi#8", "clip.avi#9"}));
  EXPECT_EQ(namesOf("clip.avi#t=0.4:1.2:0.4"), (Names{"clip.avi#2", "clip.avi#4", "clip.avi#6"}));
  EXPECT_EQ(namesOf("clip.avi#t=1.6:100:0.2"), (Names{"clip.avi#8", "clip.avi#9"}));
  EXPECT_EQ(namesOf("clip.avi#t=0:0.5:0.05"), (Names{"clip.avi#0", "clip.avi#1", "clip.avi#2"}));
  // The number of frames is known only after reading.
  EXPECT_EQ(namesOf("clip.avi#9:11"), (Names{"clip.avi#9", "clip.avi#10", "clip.avi#11"}));
  for (const char* wrong :
       {"clip.avi#", "clip.avi#x", "clip.avi#1:2:0", "clip.avi#3:2", "clip.avi#1.5", "clip.avi#-1",
        "clip.avi#1:2:3:4", "clip.avi#t=", "clip.avi#t=1:2:nan", "clip.avi#t=0:1:1e-300",
        "clip.avi#1:1e300", "clip.avi#0:99999999"}) {
    EXPECT_NE(sentenceOf([&] { namesOf(wrong); }).find("frames"), std::string::npos) << wrong;
  }
  EXPECT_NE(sentenceOf([&] { namesOf("clip.avi#t=50:60:1"); }).find("selects no frame"),
            std::string::npos);
  // A file of that very name takes precedence.
  store(folder / "clip.avi#7", "");
  EXPECT_EQ(namesOf("clip.avi#7"), (Names{"clip.avi#7"}));
  EXPECT_FALSE(frameOf(folder / "clip.avi#7"));
}

TEST_F(Videos, AreSearchedFrameByFrame) {
  job.folder = folder.path();
  job.needles = {{"needle.ppm", ""}};
  job.images = namesOf("clip.avi#0:11");
  job.outputFolder = "marked";
  job.cropFolder = "crops";
  job.lines = "all.jsonl";
  job.journal = "job.journal";
  for (const int threads : {1, 3}) {
    job.control.threads = threads;
    job.begin = BatchBegin::anew;
    const std::vector<BatchItem> items = run();
    ASSERT_EQ(items.size(), 12U);
    for (std::size_t n = 0; n < 10; ++n) {
      EXPECT_EQ(items[n].state, BatchState::done) << items[n].reason.text();
      ASSERT_EQ(items[n].found, n < 7 ? 1U : 0U) << n;
      if (n < 7) {
        EXPECT_EQ(items[n].matches[0].x, n);
      }
    }
    EXPECT_EQ(items[10].reason.text(), "clip.avi#10: has no frame 10: it has 10, counted from 0");
    EXPECT_EQ(items[11].state, BatchState::failed);
    const Image marked = markedPicture(registry, "openmp", frames_[4], items[4].matches);
    EXPECT_TRUE(samePixels(readPicture(folder / "marked/clip-000004.png").image, marked));
    EXPECT_TRUE(samePixels(readPicture(folder / "crops/clip-000004-001.png").image, needle));
    EXPECT_NE(load(folder / "all.jsonl").find("{\"image\":\"clip.avi#4\""), std::string::npos);

    // Nothing is left to do as long as the video is unchanged.
    job.begin = BatchBegin::resume;
    EXPECT_EQ(statesOf(plan()), statesOf(items));
    frames_[4] = Image::copyOf(frames_[8]);
    store(clip_, test::aviOf(frames_, 5) + " ");
    EXPECT_EQ(run()[4].found, 0U);
    for (std::int64_t y = 0; y < 4; ++y) {
      std::copy_n(needle.view().row(y), 15, frames_[4].pixels().pixel(4, 3 + y));
    }
    store(clip_, test::aviOf(frames_, 5));
    for (const char* written : {"marked", "crops", "all.jsonl", "job.journal"}) {
      std::filesystem::remove_all(folder / written);
    }
  }
}

TEST_F(Videos, AreNotWrittenOver) {
  job.folder = folder.path();
  job.needles = {{"needle.ppm", ""}};
  job.images = namesOf("clip.avi#0:2");
  job.summary = "clip.avi";
  job.overwrite = true;
  EXPECT_NE(refusal().find("clip.avi: is an input of this batch"), std::string::npos) << refusal();
}

}  // namespace
}  // namespace espy::batchtest
