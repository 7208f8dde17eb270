// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// `espy watch` on videos, and what it and `espy screenshot` refuse.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <sstream>
#include <thread>

#include "base/modules.h"
#include "command.h"
#include "espy/image.h"
#include "picture.h"
#include "support/avi.h"
#include "support/json.h"

namespace espy::test {
namespace {

const RunEnvironment kNoDisplay{.variables = {"DISPLAY=", "WAYLAND_DISPLAY="}};

class Watching : public CommandTest {
 protected:
  Watching() : button_(noise(20, 12, 3, 7)) {
    write("ok.ppm", file(button_));
    write("other.ppm", file(noise(9, 9, 3, 8)));
  }

  /// Ten frames at 5 per second: the needle appears in frame 2 at (30, 40), is one to the right in
  /// frame 5, and gone from frame 8 on.
  void writeClip() const {
    std::vector<Image> frames;
    for (int frame = 0; frame < 10; ++frame) {
      Picture picture = noise(160, 120, 3, 1);
      if (frame >= 2 && frame < 8) paste(picture, button_, frame < 5 ? 30 : 31, 40);
      const ImageView view(picture.samples.data(), {picture.width, picture.height}, {3, Depth::u8},
                           3 * picture.width);
      frames.push_back(Image::copyOf(view));
    }
    write("clip.avi", aviOf(frames, 5));
  }
  static bool hasVideos() { return !modulePath("espy_video.so").empty(); }

  Picture button_;
};

TEST_F(Watching, AVideoIsSearchedFrameByFrame) {
  if (!hasVideos()) GTEST_SKIP() << "built without OpenCV's videoio";
  writeClip();
  const Outcome all = espy({"watch", "-e", "ok.ppm", "-e", "other.ppm", "--video", "clip.avi"});
  EXPECT_EQ(all.status, 0);
  EXPECT_EQ(all.err, "");
  EXPECT_EQ(all.out,
            "clip.avi:30,40,20,12 time=0.4 event=appears score=1 needle=ok.ppm\n"
            "clip.avi:31,40,20,12 time=1.0 event=moves score=1 needle=ok.ppm\n"
            "clip.avi: time=1.6 event=vanishes needle=ok.ppm\n");
  const Outcome until =
      espy({"watch", "-e", "ok.ppm", "--video", "clip.avi", "--until", "moves", "--json"});
  EXPECT_EQ(until.status, 0);
  std::istringstream lines(until.out);
  std::string line;
  ASSERT_TRUE(std::getline(lines, line) && std::getline(lines, line));
  const Json event = Json::parse(line);
  EXPECT_EQ(event.keys(),
            (std::vector<std::string>{"time", "frame", "event", "needle", "matches"}));
  EXPECT_EQ(event["event"].text(), "moves");
  EXPECT_EQ(event["frame"].number(), 5);
  EXPECT_EQ(event["matches"][0]["x"].number(), 31);
  EXPECT_EQ(event["matches"][0]["needle"].text(), "ok.ppm");
  EXPECT_EQ(event["matches"][0]["distance"].number(), 0);
  EXPECT_FALSE(std::getline(lines, line));
}

TEST_F(Watching, TheExitStatusTellsWhetherTheEventCame) {
  if (!hasVideos()) GTEST_SKIP() << "built without OpenCV's videoio";
  writeClip();
  const auto status = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"watch", "--video", "clip.avi", "--quiet"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = espy(arguments);
    EXPECT_EQ(outcome.out + outcome.err, "");
    return outcome.status;
  };
  EXPECT_EQ(status({"-e", "ok.ppm"}), 0);
  EXPECT_EQ(status({"-e", "other.ppm"}), 1);
  EXPECT_EQ(status({"-e", "ok.ppm", "--until", "count"}), 1);
  EXPECT_EQ(status({"-e", "ok.ppm", "--until", "vanishes"}), 0);
  EXPECT_EQ(status({"-e", "ok.ppm", "--frames", "7"}), 0);  // found, but in too few frames
  EXPECT_EQ(status({"-e", "ok.ppm", "--frames", "7", "--until", "appears"}), 1);
  EXPECT_EQ(status({"--still", "0.4", "--until", "still"}), 0);
  EXPECT_EQ(status({"--still", "9", "--until", "still"}), 1);
}

TEST_F(Watching, ANeedleLargerThanAFrameIsNotedOnce) {
  if (!hasVideos()) GTEST_SKIP() << "built without OpenCV's videoio";
  writeClip();
  write("wide.ppm", file(noise(161, 3, 3, 9)));
  const Outcome outcome = espy({"watch", "-e", "wide.ppm", "--video", "clip.avi"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err,
            "espy: clip.avi: note: the needle wide.ppm (161 x 3 pixels) is larger than this image "
            "(160 x 120 pixels)\n");
}

TEST_F(Watching, FramesCanBeSkippedAndAreWrittenWithMarks) {
  if (!hasVideos()) GTEST_SKIP() << "built without OpenCV's videoio";
  writeClip();
  const Outcome outcome = espy({"watch", "-e", "ok.ppm", "--video", "clip.avi", "--fps", "2.5",
                                "-o", "marked.avi", "--timings"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out,
            "clip.avi:30,40,20,12 time=0.4 event=appears score=1 needle=ok.ppm\n"
            "clip.avi:31,40,20,12 time=1.2 event=moves score=1 needle=ok.ppm\n"
            "clip.avi: time=1.6 event=vanishes needle=ok.ppm\n");
  EXPECT_NE(outcome.err.find("5 frames, 4 of them changed"), std::string::npos) << outcome.err;
  EXPECT_EQ(list(), (std::vector<std::string>{"clip.avi", "marked.avi", "ok.ppm", "other.ppm"}));
  // What was written is a video with as many frames, in which outlines are.
  const Outcome again = espy({"watch", "--video", "marked.avi", "--still", "9", "--timings"});
  EXPECT_NE(again.err.find("160 x 120 pixels, 5 frames"), std::string::npos) << again.err;
  EXPECT_TRUE(refuses(espy({"watch", "-e", "ok.ppm", "--video", "clip.avi", "-o", "clip.avi"}),
                      "clip.avi"));
  EXPECT_TRUE(
      refuses(espy({"watch", "-e", "ok.ppm", "--video", "clip.avi", "-o", "m.png"}), ".mp4"));
}

TEST_F(Watching, ProgramsGetArgumentsAndNoShellRuns) {
  if (!hasVideos()) GTEST_SKIP() << "built without OpenCV's videoio";
  writeClip();
  write("a; touch b'$(touch c).ppm", file(button_));
  const Outcome outcome =
      espy({"watch", "-e", "a; touch b'$(touch c).ppm", "--video", "clip.avi", "--until", "appears",
            "--exec", "touch \"{event} {x},{y} {needle}\" 'two  blanks' three\\ words"});
  EXPECT_EQ(outcome.status, 0);
  const std::vector<std::string> wanted{"a; touch b'$(touch c).ppm",
                                        "appears 30,40 a; touch b'$(touch c).ppm",
                                        "clip.avi",
                                        "ok.ppm",
                                        "other.ppm",
                                        "three words",
                                        "two  blanks"};
  for (int wait = 0; wait < 500 && list() != wanted; ++wait) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  EXPECT_EQ(list(), wanted);
  const Outcome missing = espy({"watch", "-e", "ok.ppm", "--video", "clip.avi", "--until",
                                "appears", "--exec", "no-such-program {x}"});
  EXPECT_EQ(missing.status, 0);
  EXPECT_NE(missing.err.find("no-such-program cannot be started"), std::string::npos);
  // Reported once, and counted, at several events.
  const Outcome twice =
      espy({"watch", "-e", "ok.ppm", "--video", "clip.avi", "--exec", "no-such-program {x}"});
  const auto events = std::count(twice.out.begin(), twice.out.end(), '\n');
  EXPECT_GT(events, 1);
  EXPECT_EQ(twice.err,
            "espy: --exec: no-such-program cannot be started: No such file or directory\n"
            "espy: --exec: could not be started at " +
                std::to_string(events) + " events\n");
}

TEST_F(Watching, ASourceThatIsNotThereIsRefused) {
  EXPECT_TRUE(refuses(espy({"watch", "-e", "ok.ppm", "--screen"}, kNoDisplay), "DISPLAY"));
  EXPECT_TRUE(refuses(espy({"screenshot", "-o", "s.png"}, kNoDisplay), "DISPLAY"));
  const RunEnvironment wayland{.variables = {"DISPLAY=", "WAYLAND_DISPLAY=wayland-0",
                                             "XDG_SESSION_TYPE=wayland",
                                             "DBUS_SESSION_BUS_ADDRESS=unix:path=/nowhere"}};
  const std::string fact =
      modulePath("espy_wayland.so").empty() ? "belongs to a Wayland session" : "session bus";
  EXPECT_TRUE(refuses(espy({"screenshot", "-o", "s.png"}, wayland), fact));
  EXPECT_TRUE(refuses(espy({"screenshot", "-o", "s.png", "--display", "x11"}, wayland), "DISPLAY"));
  EXPECT_TRUE(
      refuses(espy({"screenshot", "-o", "s.png", "--display", "wayland"}, kNoDisplay), "screen"));
  if (modulePath("espy_screen.so").empty()) {
    GTEST_SKIP() << "the rest needs libxcb";
  }
  const RunEnvironment nothing{.variables = {"DISPLAY=:8765"}};
  EXPECT_TRUE(refuses(espy({"screenshot", "-o", "s.png"}, nothing), ":8765"));
  if (!hasVideos()) GTEST_SKIP() << "the rest needs OpenCV's videoio";
  EXPECT_TRUE(refuses(espy({"watch", "-e", "ok.ppm", "--camera", "87"}), "camera 87"));
  write("text.mp4", "This is no video.");
  EXPECT_TRUE(refuses(espy({"watch", "-e", "ok.ppm", "--video", "no.mp4"}), "no.mp4"));
  EXPECT_TRUE(refuses(espy({"watch", "-e", "ok.ppm", "--video", "text.mp4"}), "text.mp4"));
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_TRUE(refuses(espy({"watch", "-e", "ok.ppm", "--camera", "pipe"}), "camera pipe"));
  EXPECT_EQ(list(), (std::vector<std::string>{"ok.ppm", "other.ppm", "pipe", "text.mp4"}));
}

TEST_F(Watching, AFullDiskEndsTheVideoAtOnceAndKeepsIt) {
  if (!hasVideos()) GTEST_SKIP() << "built without OpenCV's videoio";
  writeClip();
  // Each frame is written 20 times: FFmpeg keeps little videos in memory.
  const std::vector<std::string> words{"watch", "-e",  "ok.ppm", "--video",   "clip.avi",
                                       "--fps", "100", "-o",     "marked.avi"};
  ASSERT_EQ(espy(words).status, 0);
  // A frame of 57,600 bytes and 256 KiB are kept free.
  RunEnvironment around;
  around.fileSizeLimit = 320'000 + read("marked.avi").size() / 2;
  std::filesystem::remove(path("marked.avi"));
  const Outcome outcome = espy(words, around);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_TRUE(outcome.err.starts_with("espy: marked.avi: there is no space for more than "))
      << outcome.err;
  EXPECT_EQ(list(), (std::vector<std::string>{"clip.avi", "marked.avi", "ok.ppm", "other.ppm"}));
  const Outcome again = espy({"watch", "--video", "marked.avi", "--still", "9", "--timings"});
  EXPECT_LT(again.status, 2);
  EXPECT_NE(again.err.find(" frames, "), std::string::npos) << again.err;
  EXPECT_EQ(again.err.find(" 181 frames, "), std::string::npos) << again.err;
}

/// As in `espy watch ... -o marked.avi | head -1`: no hidden part of it is left.
TEST_F(Watching, AReaderThatLeavesLeavesAWholeVideo) {
  if (!hasVideos()) GTEST_SKIP() << "built without OpenCV's videoio";
  writeClip();
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  const std::vector<std::string> words{"watch",    "-e", "ok.ppm",    "--video",
                                       "clip.avi", "-o", "marked.avi"};
  for (const std::string& to : {std::string("/dev/full"), path("pipe").string()}) {
    SCOPED_TRACE(to);
    const int reader = ::open(path("pipe").c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    Running running(path(""), words, {.outputPath = to});
    ::close(reader);
    const Outcome outcome = running.wait();
    if (to == "/dev/full") {
      EXPECT_EQ(outcome.status, 2);
      EXPECT_EQ(outcome.err, "espy: standard output: No space left on device\n");
    } else {
      EXPECT_EQ(outcome.signal, SIGPIPE) << outcome.status;
    }
    EXPECT_EQ(list(),
              (std::vector<std::string>{"clip.avi", "marked.avi", "ok.ppm", "other.ppm", "pipe"}));
    EXPECT_LT(espy({"watch", "--video", "marked.avi", "--still", "9"}).status, 2);
    std::filesystem::remove(path("marked.avi"));
  }
}

/// FFmpeg takes what is left of it for the whole video.
TEST_F(Watching, ATruncatedVideoIsRefused) {
  if (!hasVideos()) GTEST_SKIP() << "built without OpenCV's videoio";
  writeClip();
  ASSERT_EQ(espy({"watch", "-e", "ok.ppm", "--video", "clip.avi", "-o", "clip.mkv"}).status, 0);
  for (const char* const clip : {"clip.mkv", "clip.avi"}) {
    const std::string whole = read(clip);
    EXPECT_LT(espy({"watch", "-e", "ok.ppm", "--video", clip}).status, 2);
    for (const std::size_t left : {whole.size() - 1, whole.size() / 2, whole.size() / 10}) {
      write("cut.mkv", whole.substr(0, left));
      const std::string fact =
          "is truncated after " + std::to_string(left) + " of " + std::to_string(whole.size());
      EXPECT_TRUE(refuses(espy({"watch", "-e", "ok.ppm", "--video", "cut.mkv"}), fact));
    }
  }
}

TEST_F(Watching, WhatMakesNoSenseIsRefused) {
  const auto refused = [&](std::vector<std::string> arguments, const std::string& fact) {
    arguments.insert(arguments.begin(), "watch");
    return refuses(espy(arguments, kNoDisplay), fact);
  };
  EXPECT_TRUE(refused({"-e", "ok.ppm"}, "--screen, --camera or --video"));
  EXPECT_TRUE(refused({"-e", "ok.ppm", "--screen", "--camera", "0"}, "only one"));
  EXPECT_TRUE(refused({"-e", "ok.ppm", "--monitor", "1", "--video", "a.avi"}, "only one"));
  EXPECT_TRUE(refused({"--screen"}, "no needle"));
  EXPECT_TRUE(refused({"--screen", "ok.ppm"}, "ok.ppm"));
  EXPECT_TRUE(refused({"--screen", "-e", "ok.ppm", "--until", "still"}, "--still"));
  EXPECT_TRUE(refused({"--screen", "-e", "ok.ppm", "--until", "never"}, "never"));
  EXPECT_TRUE(refused({"--screen", "--still", "1", "--until", "moves"}, "no needle"));
  EXPECT_TRUE(refused({"--screen", "-e", "ok.ppm", "--method", "zncc", "--nearest"}, "--nearest"));
  EXPECT_TRUE(refused({"--screen", "-e", "ok.ppm", "--region", "1,2,3"}, "--region 1,2,3"));
  EXPECT_TRUE(refused({"--screen", "-e", "ok.ppm", "--region", "1,2,3,0"}, "--region 1,2,3,0: 0:"));
  EXPECT_TRUE(refused({"--screen", "-e", "ok.ppm", "--window", "title"}, "--window title"));
  EXPECT_TRUE(refused({"-e", "ok.ppm", "--monitor", "1", "--window", "7"}, "--window"));
  EXPECT_TRUE(refused({"--screen", "-e", "ok.ppm", "--fps", "0"}, "--fps"));
  EXPECT_TRUE(refused({"--screen", "-e", "ok.ppm", "--exec", "say 'x"}, "quote"));
  EXPECT_TRUE(refused({"--screen", "-e", "ok.ppm", "--exec", " "}, "--exec"));
  EXPECT_TRUE(refused({"--screen", "-e", "ok.ppm", "--flags-in-alpha"}, "--flags-in-alpha"));
  for (const std::string option : {"--nearest", "--flags-in-alpha"}) {
    EXPECT_EQ(espy({"watch", "--help"}).out.find(option), std::string::npos);
  }
  EXPECT_TRUE(refused({"--screen", "-e", "no.ppm"}, "no.ppm"));
  EXPECT_TRUE(refuses(espy({"screenshot"}), "--output"));
  EXPECT_TRUE(refuses(espy({"screenshot", "-o", "a.txt"}), "a.txt"));
  EXPECT_TRUE(refuses(espy({"screenshot", "-o", "a.png", "b.png"}), "b.png"));
}

}  // namespace
}  // namespace espy::test
