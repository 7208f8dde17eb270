// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// `espy watch` and `espy screenshot` on an X server (Xvfb) on which the test paints.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include "base/modules.h"
#include "command.h"
#include "espy/engine/live.h"
#include "picture_view.h"
#include "support/json.h"
#include "support/virtual_screen.h"

namespace espy::test {
namespace {

using Clock = std::chrono::steady_clock;

class WatchingScreen : public CommandTest {
 protected:
  void SetUp() override {
    if (modulePath("espy_screen.so").empty()) GTEST_SKIP() << "built without libxcb";
    screen_ = std::make_unique<VirtualScreen>(Size{320, 240});
    if (!screen_->runs()) GTEST_SKIP() << "there is no Xvfb";
    painter_ = std::make_unique<ScreenPainter>(screen_->name());
    shown_ = noise(320, 240, 3, 1);
    painter_->show(viewOf(shown_), 0, 0);
    button_ = noise(20, 12, 3, 7);
    write("ok.ppm", file(button_));
    around_.variables = {"DISPLAY=" + screen_->name(), "WAYLAND_DISPLAY="};
  }

  /// Shows the needle, or what is below it.
  void show(int x, int y) { painter_->show(viewOf(button_), x, y); }
  void hide(int x, int y) {
    painter_->show(viewOf(cut(shown_, x, y, button_.width, button_.height)), x, y);
  }

  std::unique_ptr<VirtualScreen> screen_;
  std::unique_ptr<ScreenPainter> painter_;
  Picture shown_;
  Picture button_;
  RunEnvironment around_;
};

TEST_F(WatchingScreen, AScreenshotIsWhatWasPainted) {
  ASSERT_EQ(espy({"screenshot", "-o", "all.ppm"}, around_).status, 0);
  EXPECT_EQ(parse(read("all.ppm")), shown_);
  ASSERT_EQ(espy({"screenshot", "-o", "part.ppm", "--region", "31,17,101,53"}, around_).status, 0);
  EXPECT_EQ(parse(read("part.ppm")), cut(shown_, 31, 17, 101, 53));
  ASSERT_EQ(espy({"screenshot", "-o", "m.ppm", "--monitor", "1"}, around_).status, 0);
  EXPECT_EQ(parse(read("m.ppm")), shown_);
  const std::string window = std::to_string(painter_->window());
  ASSERT_EQ(espy({"screenshot", "-o", "w.ppm", "--window", window}, around_).status, 0);
  EXPECT_EQ(parse(read("w.ppm")), shown_);
  const auto refused = [&](const std::vector<std::string>& more, const std::string& fact) {
    std::vector<std::string> arguments{"screenshot", "-o", "no.ppm"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return refuses(espy(arguments, around_), fact);
  };
  EXPECT_TRUE(refused({"--monitor", "3"}, "no monitor 3"));
  EXPECT_TRUE(refused({"--region", "300,0,21,5"}, "320 x 240"));
  EXPECT_TRUE(refused({"--window", "7"}, "no such window"));
}

TEST_F(WatchingScreen, WaitsUntilANeedleAppears) {
  Running running(path(""),
                  {"watch", "-e", "ok.ppm", "--screen", "--until", "appears", "--timeout", "60"},
                  around_);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  show(123, 45);
  const Outcome outcome = running.wait();
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(outcome.out.starts_with("screen:123,45,20,12 time=")) << outcome.out;
  EXPECT_TRUE(outcome.out.ends_with(" event=appears score=1 needle=ok.ppm\n")) << outcome.out;
}

TEST_F(WatchingScreen, EndsAtTheTimeout) {
  const auto start = Clock::now();
  const Outcome outcome = espy({"watch", "-e", "ok.ppm", "--screen", "--region", "0,0,200,200",
                                "--until", "appears", "--timeout", "0.3"},
                               around_);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out + outcome.err, "");
  EXPECT_GE(std::chrono::duration<double>(Clock::now() - start).count(), 0.3);
}

/// Neither the wait for the next frame, 20 seconds later, nor a search goes on past the timeout.
TEST_F(WatchingScreen, TheTimeoutEndsAWait) {
  const auto start = Clock::now();
  const Outcome outcome = espy({"watch", "-e", "ok.ppm", "--screen", "--fps", "0.05", "--until",
                                "appears", "--timeout", "0.3"},
                               around_);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out + outcome.err, "");
  EXPECT_LT(std::chrono::duration<double>(Clock::now() - start).count(), 10);
  ScreenOptions options;
  options.display = screen_->name();
  options.rate = 0.05;
  const auto stream = openScreen(options);
  const Image absent({7, 7}, {3, Depth::u8});
  const Needle needles[] = {{absent.view()}};
  EXPECT_TRUE(::espy::waitFor(*stream, needles, {}, 0.3).matches.empty());
  EXPECT_LT(std::chrono::duration<double>(Clock::now() - start).count(), 15);
}

/// A window that is closed or gets another size is refused, with and without reports of damage.
TEST_F(WatchingScreen, AWindowThatChangesIsRefused) {
  for (const bool damage : {true, false}) {
    for (const bool closes : {true, false}) {
      auto painter = std::make_unique<ScreenPainter>(screen_->name());
      ScreenOptions options;
      options.display = screen_->name();
      options.window = painter->window();
      options.useDamage = damage;
      options.rate = 500;
      const auto whole = openScreen(options);
      options.region = Area{0, 0, 30, 20};
      const auto part = openScreen(options);
      ASSERT_TRUE(whole->next() && part->next());
      if (closes) {
        painter.reset();
      } else {
        painter->resize({100, 80});
      }
      const auto refusal = [](Stream& stream) -> std::string {
        try {
          for (int frame = 0; frame < 100; ++frame) stream.next();
        } catch (const Error& error) {
          return error.what();
        }
        return "none";
      };
      EXPECT_NE(refusal(*whole).find(closes ? "closed" : "another size now: 100 x 80"),
                std::string::npos);
      EXPECT_NE(refusal(*part).find(closes ? "closed" : "none"), std::string::npos);
    }
  }
}

TEST_F(WatchingScreen, ReportsEveryEventWithItsPlace) {
  for (const std::string method : {"exact", "zncc"}) {
    Running running(path(""),
                    {"watch", "-e", "ok.ppm", "--screen", "--json", "--method", method, "--exec",
                     "touch {event}-{x}-{y}"},
                    around_);
    show(40, 50);
    waitFor("appears-40-50");
    show(140, 150);
    waitFor("count-40-50");
    hide(40, 50);
    waitFor("count-140-150");
    hide(140, 150);
    waitFor("vanishes--");
    running.send(SIGINT);
    const Outcome outcome = running.wait();
    EXPECT_EQ(outcome.status, 130) << outcome.err;
    std::istringstream lines(outcome.out);
    std::vector<std::string> events;
    for (std::string line; std::getline(lines, line);) {
      const Json event = Json::parse(line);
      EXPECT_EQ(event["needle"].text(), "ok.ppm");
      events.push_back(event["event"].text() + std::to_string(event["matches"].size()));
    }
    EXPECT_EQ(events, (std::vector<std::string>{"appears1", "count2", "count1", "vanishes0"}));
    for (const char* name : {"appears-40-50", "count-40-50", "count-140-150", "vanishes--"}) {
      std::filesystem::remove(path(name));
    }
  }
}

TEST_F(WatchingScreen, CtrlCEndsSoon) {
  show(10, 10);
  Running running(path(""), {"watch", "-e", "ok.ppm", "--screen", "--exec", "touch seen"}, around_);
  waitFor("seen");
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const auto start = Clock::now();
  running.send(SIGINT);
  const Outcome outcome = running.wait();
  // The requirement is 200 ms; the margin is for loaded machines.
  EXPECT_LT(std::chrono::duration<double>(Clock::now() - start).count(), 2.0);
  EXPECT_EQ(outcome.status, 130);
  EXPECT_EQ(outcome.err, "espy: cancelled\n");
}

/// The video is completed if there is time, and else nothing of it remains.
TEST_F(WatchingScreen, CtrlCLeavesNoPartOfAVideo) {
  if (modulePath("espy_video.so").empty()) GTEST_SKIP() << "built without OpenCV's videoio";
  const auto isHidden = [](const std::string& name) { return name.starts_with("."); };
  for (const int delay : {0, 20, 300}) {
    Running running(path(""), {"watch", "-e", "ok.ppm", "--screen", "-o", "video.avi"}, around_);
    for (int wait = 0; wait < 1000 && !std::ranges::any_of(list(), isHidden); ++wait) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(delay));
    running.send(SIGINT);
    EXPECT_EQ(running.wait().status, 130);
    EXPECT_FALSE(std::ranges::any_of(list(), isHidden));
    if (!std::filesystem::exists(path("video.avi"))) continue;
    EXPECT_EQ(espy({"watch", "--video", "video.avi", "--still", "99"}).status, 1);
    std::filesystem::remove(path("video.avi"));
  }
}

TEST_F(WatchingScreen, TheEndOfTheServerIsAnError) {
  Running running(path(""), {"watch", "-e", "ok.ppm", "--screen", "--exec", "touch seen"}, around_);
  show(10, 10);
  waitFor("seen");
  painter_.reset();
  screen_.reset();
  const Outcome outcome = running.wait();
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("the X server has ended"), std::string::npos) << outcome.err;
}

/// A server that is stopped, or busy for long, accepts connections and answers nothing.
TEST_F(WatchingScreen, AServerThatDoesNotAnswerIsGivenUp) {
  screen_->freeze(true);
  const auto start = Clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  EXPECT_TRUE(refuses(espy({"watch", "-e", "ok.ppm", "--screen", "--timeout", "0.3"}, around_),
                      "has not answered for 10 seconds"));
  EXPECT_LT(seconds(), 20);
  Running running(path(""), {"watch", "-e", "ok.ppm", "--screen"}, around_);
  std::this_thread::sleep_for(std::chrono::seconds(1));
  running.send(SIGINT);
  EXPECT_EQ(running.wait().status, 130);
  EXPECT_LT(seconds(), 30);
  // One that goes on in time is read.
  Running late(path(""), {"screenshot", "-o", "late.ppm"}, around_);
  std::this_thread::sleep_for(std::chrono::seconds(1));
  screen_->freeze(false);
  EXPECT_EQ(late.wait().status, 0);
  EXPECT_EQ(parse(read("late.ppm")), shown_);
}

/// Paints at random and reads until the stream's picture is what was painted, which it never is if
/// a change is missed.
void compareFrames(const ScreenOptions& options) {
  ScreenPainter painter(options.display);
  Picture shown = noise(320, 240, 3, 2);
  painter.show(viewOf(shown), 0, 0);
  const std::unique_ptr<Stream> stream = openScreen(options);
  std::mt19937 random(3);
  for (int frame = 0; frame < 30; ++frame) {
    if (frame % 3 != 0) {
      const auto x = static_cast<int>(random() % 290);
      const auto y = static_cast<int>(random() % 220);
      const Picture patch = noise(30, 20, 3, static_cast<unsigned>(random()));
      painter.show(viewOf(patch), x, y);
      paste(shown, patch, x, y);
    }
    const Picture wanted = cut(shown, 5, 7, 300, 200);
    bool same = false;
    for (int wait = 0; wait < 200 && !same; ++wait) {
      ASSERT_TRUE(stream->next());
      same = samePixels(stream->picture(), viewOf(wanted));
    }
    ASSERT_TRUE(same) << frame;
  }
}

/// With and without reports of damage, shared memory and RandR.
TEST_F(WatchingScreen, EveryFrameIsTheScreen) {
  ScreenOptions options;
  options.rate = 500;
  options.region = Area{5, 7, 300, 200};
  for (const std::vector<std::string>& without :
       {std::vector<std::string>{}, {"DAMAGE"}, {"MIT-SHM"}, {"MIT-SHM", "DAMAGE"}, {"RANDR"}}) {
    const VirtualScreen screen({320, 240}, without);
    ASSERT_TRUE(screen.runs());
    options.display = screen.name();
    for (const bool damage : {true, false}) {
      options.useDamage = damage;
      SCOPED_TRACE((without.empty() ? "all" : without.front()) + (damage ? ", damage" : ""));
      compareFrames(options);
    }
  }
}

}  // namespace
}  // namespace espy::test
