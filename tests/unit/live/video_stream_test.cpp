// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "base/modules.h"
#include "espy/error.h"
#include "espy/live.h"
#include "support/avi.h"

namespace espy {
namespace {

/// Twelve frames at 6 per second; each is filled with its number.
class VideoStreams : public testing::Test {
 protected:
  void SetUp() override {
    if (modulePath("espy_video.so").empty()) GTEST_SKIP() << "built without OpenCV's videoio";
    std::vector<Image> frames;
    for (int frame = 0; frame < 12; ++frame) {
      Image& picture = frames.emplace_back(Size{8, 4}, PixelFormat{3, Depth::u8});
      for (std::int64_t y = 0; y < 4; ++y) {
        std::fill_n(picture.pixels().row(y), 24, static_cast<std::uint8_t>(10 * frame));
        picture.pixels().row(y)[0] = 255;  // red: the order of channels shows
      }
    }
    std::ofstream(path_, std::ios::binary) << test::aviOf(frames, 6);
  }
  void TearDown() override { std::filesystem::remove(path_); }

  std::unique_ptr<Stream> open(double rate = 0) const { return openVideo(path_, rate); }

  const std::string path_ = (std::filesystem::temp_directory_path() /
                             ("espy-stream-" + std::to_string(::getpid()) + ".avi"))
                                .string();
};

TEST_F(VideoStreams, FramesComeInOrderAndEnd) {
  const std::unique_ptr<Stream> stream = open();
  for (int frame = 0; frame < 12; ++frame) {
    ASSERT_TRUE(stream->next());
    EXPECT_EQ(stream->number(), frame);
    EXPECT_EQ(stream->picture().row(0)[0], 255);
    EXPECT_EQ(stream->picture().row(0)[1], 10 * frame);
    EXPECT_EQ(stream->picture().row(3)[23], 10 * frame);
  }
  EXPECT_FALSE(stream->next());
  EXPECT_FALSE(stream->next());
}

TEST_F(VideoStreams, ALowerRateSkipsFrames) {
  const std::unique_ptr<Stream> stream = open(2);
  for (int frame = 0; frame < 12; frame += 3) {
    ASSERT_TRUE(stream->next());
    EXPECT_EQ(stream->number(), frame);
    EXPECT_EQ(stream->picture().row(1)[5], 10 * frame);
    EXPECT_DOUBLE_EQ(stream->time(), frame / 6.0);
  }
  EXPECT_FALSE(stream->next());
}

TEST_F(VideoStreams, OfTheLowestRatesTheFirstFrameIsShown) {
  for (const double rate : {1e-17, 1e-300, 5e-324}) {
    const std::unique_ptr<Stream> stream = open(rate);
    ASSERT_TRUE(stream->next());
    EXPECT_EQ(stream->number(), 0);
    EXPECT_FALSE(stream->next()) << rate;
  }
}

/// Only what has the same name is another file; or another program writes into the file itself.
TEST_F(VideoStreams, AFileThatIsOverwrittenWhileItIsReadIsReported) {
  const std::string other = path_ + ".new";
  std::filesystem::copy_file(path_, other);
  const std::unique_ptr<Stream> replaced = open();
  ASSERT_TRUE(replaced->next());
  std::filesystem::rename(other, path_);
  for (int frame = 1; frame < 12; ++frame) ASSERT_TRUE(replaced->next());
  EXPECT_FALSE(replaced->next());

  const std::unique_ptr<Stream> cut = open();
  ASSERT_TRUE(cut->next());
  std::filesystem::resize_file(path_, std::filesystem::file_size(path_) / 2);
  std::string said;
  try {
    while (cut->next()) {
    }
  } catch (const Error& error) {
    said = error.what();
  }
  EXPECT_TRUE(said.find("was changed while it was read, up to frame ") != said.npos) << said;
}

TEST_F(VideoStreams, AStopCancels) {
  const std::unique_ptr<Stream> stream = open();
  ASSERT_TRUE(stream->next());
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(stream->next(stop.get_token()), Error);
  ASSERT_TRUE(stream->next());
  EXPECT_EQ(stream->number(), 1);
}

/// The thread that reads ahead is not in the child, which must neither wait for it nor join it.
TEST_F(VideoStreams, TheChildOfAForkIsRefused) {
  std::unique_ptr<Stream> stream = open();
  ASSERT_TRUE(stream->next());
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(20);
    int status = 1;
    try {
      stream->next();
    } catch (const Error& error) {
      status = error.code() == ErrorCode::badUse ? 0 : 2;
    }
    stream.reset();
    ::_exit(status);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(stream->next());
}

}  // namespace
}  // namespace espy
