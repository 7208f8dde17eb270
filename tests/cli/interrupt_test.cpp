// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Signals end a run soon, with status 130, and leave no temporary files.
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <memory>

#include "command.h"
#include "picture.h"

namespace espy::test {
namespace {

using Clock = std::chrono::steady_clock;

class Interrupt : public CommandTest {
 protected:
  /// A search of minutes: in a flat scene every window differs in the last pixel only.
  void drawEndlessSearch() const {
    Picture needle(150, 150, 1, 7);
    needle.at(149, 149) = 8;
    write("needle.pgm", file(needle));
    write("scene.pgm", file(Picture(2000, 2000, 1, 7)));
  }

  static void expectCancelled(Running& running, int signal) {
    running.send(signal);
    const auto start = Clock::now();
    const Outcome outcome = running.wait();
    const std::chrono::duration<double> took = Clock::now() - start;
    EXPECT_EQ(outcome.status, 130) << "signal " << outcome.signal;
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(outcome.err.ends_with("espy: cancelled\n")) << outcome.err;
    // The requirement is 200 ms; the margin is for loaded machines.
    EXPECT_LT(took.count(), 2.0);
  }
};

TEST_F(Interrupt, ASearchEndsOnEverySignalThatAsksForIt) {
  drawEndlessSearch();
  const auto before = list();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    Running running(path(""),
                    {"find", "--timings", "--engine", "reference", "-o", "out.pgm", "--flags",
                     "f.pgm", "needle.pgm", "scene.pgm"},
                    {});
    running.waitForMessage();  // the needle has been read
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    expectCancelled(running, signal);
    EXPECT_EQ(list(), before);
  }
}

TEST_F(Interrupt, WaitingForStandardInputEnds) {
  write("needle.pgm", file(Picture(3, 3, 1, 7)));
  Running running(path(""), {"find", "--timings", "needle.pgm", "-"},
                  {.input = "P5 10 10 255\nfew", .keepInputOpen = true});
  running.waitForMessage();
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  expectCancelled(running, SIGINT);
}

TEST_F(Interrupt, WaitingForAReaderOfStandardOutputEnds) {
  write("dot.pgm", file(Picture(1, 1, 1, 7)));
  write("flat.pgm", file(Picture(400, 400, 1, 7)));  // more lines than a pipe buffers
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  const int end = ::open(path("pipe").c_str(), O_RDWR);  // open, but never read
  Running running(path(""), {"find", "--timings", "dot.pgm", "flat.pgm"},
                  {.outputPath = path("pipe").string()});
  running.waitForMessage();
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  expectCancelled(running, SIGTERM);
  ::close(end);
}

TEST_F(Interrupt, AFullOutputEndsTheRunThoughTheNextImageNeverComes) {
  write("dot.pgm", file(Picture(1, 1, 1, 7)));
  // Long enough that the next image is being prefetched.
  write("flat.pgm", file(Picture(2000, 1500, 1, 7)));
  ASSERT_EQ(::mkfifo(path("never.pgm").c_str(), 0600), 0);
  for (const std::string& writer : {std::string(), path("never.pgm").string()}) {
    const int end = writer.empty() ? -1 : ::open(writer.c_str(), O_RDWR);
    const Outcome outcome =
        espy({"find", "--engine", "reference", "dot.pgm", "flat.pgm", "never.pgm"},
             {.outputPath = "/dev/full"});
    EXPECT_EQ(outcome.status, 2) << "signal " << outcome.signal;
    EXPECT_EQ(outcome.err, "espy: standard output: No space left on device\n");
    if (end >= 0) ::close(end);
  }
}

/// A save that blocks: the output is a pipe, written in place, with a slow reader.
class InterruptedSave : public Interrupt {
 protected:
  InterruptedSave() {
    write("needle.pgm", file(Picture(3, 3, 1, 7)));
    write("scene.pgm", file(Picture(600, 400, 1, 7)));  // more than a pipe buffers
    EXPECT_EQ(::mkfifo(path("out.pgm").c_str(), 0600), 0);
    reader_ = ::open(path("out.pgm").c_str(), O_RDONLY | O_NONBLOCK);
    running_ = std::make_unique<Running>(
        path(""),
        std::vector<std::string>{"find", "--quiet", "--mark", "none", "-o", "out.pgm", "needle.pgm",
                                 "scene.pgm"},
        RunEnvironment{});
    pollfd filled{reader_, POLLIN, 0};
    EXPECT_EQ(::poll(&filled, 1, 20000), 1);  // the save is blocked
    running_->send(SIGINT);
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
  }
  ~InterruptedSave() override { ::close(reader_); }

  int reader_ = -1;
  std::unique_ptr<Running> running_;
};

TEST_F(InterruptedSave, EndsWithoutAReader) {
  EXPECT_EQ(running_->wait().status, 130);
}

TEST_F(Interrupt, ALongSaveLeavesTheOldFileAndNothingElse) {
  write("scene.pgm", file(noise(4000, 4000, 1, 1)));
  write("needle.pgm", file(Picture(16, 16, 1, 7)));
  write("out.png", "old");
  const auto before = list();
  Running running(path(""), {"find", "--timings", "-o", "out.png", "needle.pgm", "scene.pgm"}, {});
  running.waitForMessage();
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  expectCancelled(running, SIGINT);
  EXPECT_EQ(list(), before);
  EXPECT_EQ(read("out.png"), "old");
}

TEST_F(Interrupt, ASecondSignalLeavesNothingEither) {
  write("scene.pgm", file(noise(6000, 6000, 1, 1)));
  write("needle.pgm", file(Picture(16, 16, 1, 7)));
  const auto before = list();
  const std::string folder = std::filesystem::canonical(path("")).string();
  int ended = 0;
  for (int i = 0; i < 6; ++i) {
    Running running(path(""), {"find", "-o", "out.ppm", "needle.pgm", "scene.pgm"}, {});
    running.waitForFile(folder, O_WRONLY | O_RDWR);
    running.send(SIGTERM);
    std::this_thread::sleep_for(std::chrono::milliseconds(i));
    running.send(SIGTERM);
    const Outcome outcome = running.wait();
    ended += outcome.signal == SIGTERM || outcome.status == 130 ? 1 : 0;
    std::filesystem::remove(path("out.ppm"));
    EXPECT_EQ(list(), before);
  }
  EXPECT_GT(ended, 0) << "no save was met";
}

TEST_F(Interrupt, ALimitOnTheSizeOfFilesIsARefusal) {
  write("scene.pgm", file(noise(600, 600, 1, 1)));
  write("needle.pgm", file(Picture(16, 16, 1, 7)));
  const auto before = list();
  const RunEnvironment little{.fileSizeLimit = 100000};
  EXPECT_TRUE(refuses(espy({"find", "-o", "out.ppm", "needle.pgm", "scene.pgm"}, little),
                      "out.ppm: cannot be written: File too large"));
  EXPECT_EQ(list(), before);

  write("dot.pgm", file(Picture(1, 1, 1, 7)));
  write("flat.pgm", file(Picture(100, 100, 1, 7)));
  const Outcome outcome = espy({"find", "dot.pgm", "flat.pgm"}, little);
  EXPECT_EQ(outcome.status, 2) << "signal " << outcome.signal;
  EXPECT_EQ(outcome.err, "espy: standard output: File too large\n");
}

TEST_F(Interrupt, ImagesThatWereDoneBeforeAreReported) {
  drawEndlessSearch();
  write("quick.pgm", file(Picture(150, 150, 1, 3)));
  Running running(
      path(""), {"find", "--json", "--engine", "reference", "needle.pgm", "quick.pgm", "scene.pgm"},
      {});
  running.waitForOutput();
  running.send(SIGINT);
  const Outcome outcome = running.wait();
  EXPECT_EQ(outcome.status, 130);
  EXPECT_TRUE(outcome.out.starts_with("{\"image\":\"quick.pgm\"")) << outcome.out;
  EXPECT_EQ(outcome.out.find("scene.pgm"), std::string::npos);
  EXPECT_TRUE(outcome.out.ends_with("}\n"));
}

}  // namespace
}  // namespace espy::test
