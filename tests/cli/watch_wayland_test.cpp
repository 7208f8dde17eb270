// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// `espy watch` and `espy screenshot` in a Wayland session: a portal and a PipeWire daemon of the
// test's own.
#include <chrono>
#include <csignal>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include "base/modules.h"
#include "command.h"
#include "espy/engine/live.h"
#include "picture.h"
#include "picture_view.h"
#include "support/scoped_variable.h"
#include "support/wayland_session.h"

namespace espy::test {
namespace {

using Clock = std::chrono::steady_clock;
using Shared = WaylandSession::Shared;
using Format = Shared::Format;
constexpr Size kSize{320, 240};

class WatchingWayland : public CommandTest {
 protected:
  void SetUp() override {
    if (modulePath("espy_wayland.so").empty()) GTEST_SKIP() << "built without libpipewire";
    static const bool runs = WaylandSession({}).runs();
    if (!runs) GTEST_SKIP() << "there is no dbus-daemon or pipewire";
    shown_ = noise(320, 240, 3, 1);
    button_ = noise(20, 12, 3, 7);
    write("ok.ppm", file(button_));
  }

  /// One monitor of 320 x 240 pixels, unless others are given.
  void begin(const std::vector<Shared>& all = {{.size = kSize}}) {
    session_ = std::make_unique<WaylandSession>(all);
    around_.variables = session_->variables();
    if (all.front().size == kSize) session_->show(0, viewOf(shown_), 0, 0);
  }
  /// Fills a right monitor of 100 x 60 pixels and a left one of 40 x 80. Returns the desktop, on
  /// which the right one is this far down.
  Picture showOnTwo(int down) const {
    const Picture left = noise(40, 80, 3, 3);
    const Picture right = noise(100, 60, 3, 4);
    session_->show(0, viewOf(right), 0, 0);
    session_->show(1, viewOf(left), 0, 0);
    Picture both(140, 80, 3);
    paste(both, left, 0, 0);
    paste(both, right, 40, down);
    return both;
  }
  Outcome screenshot(const std::string& name, std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"screenshot", "-o", name});
    return espy(more, around_);
  }
  Running watching(std::vector<std::string> more) const {
    more.insert(more.begin(), {"watch", "-e", "ok.ppm", "--screen"});
    return {path(""), more, around_};
  }

  std::unique_ptr<WaylandSession> session_;
  Picture shown_;
  Picture button_;
  RunEnvironment around_;
};

TEST_F(WatchingWayland, AScreenshotIsWhatIsShown) {
  begin();
  const Outcome outcome = screenshot("all.ppm");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(parse(read("all.ppm")), shown_);
  ASSERT_EQ(screenshot("part.ppm", {"--region", "31,17,101,53"}).status, 0);
  EXPECT_EQ(parse(read("part.ppm")), cut(shown_, 31, 17, 101, 53));
  ASSERT_EQ(screenshot("m.ppm", {"--monitor", "1"}).status, 0);
  EXPECT_EQ(parse(read("m.ppm")), shown_);
  EXPECT_TRUE(refuses(screenshot("no.ppm", {"--monitor", "2"}), "no monitor 2 among the 1"));
  EXPECT_TRUE(refuses(screenshot("no.ppm", {"--region", "300,0,21,5"}), "320 x 240"));
  EXPECT_TRUE(refuses(screenshot("no.ppm", {"--window", "7"}), "no ids"));
  EXPECT_TRUE(refuses(screenshot("no.ppm", {"--window", "choose"}), "shares nothing"));
  const ScreenPortal::Seen seen = session_->portal().seen();
  EXPECT_EQ(seen.cursor, 1U);  // hidden
  EXPECT_EQ(seen.closed, 5);
}

/// The second run does not ask; with a token that is no longer valid it does.
TEST_F(WatchingWayland, ThePermissionIsKept) {
  begin();
  ASSERT_EQ(screenshot("a.ppm").status, 0);
  EXPECT_EQ(session_->portal().seen().questions, 1);
  EXPECT_TRUE(session_->portal().seen().persists);
  ASSERT_EQ(screenshot("b.ppm").status, 0);
  ASSERT_EQ(screenshot("c.ppm").status, 0);
  EXPECT_EQ(session_->portal().seen().questions, 1);
  EXPECT_EQ(session_->portal().seen().token, "token-2");
  const std::filesystem::path folder = session_->stateFolder() / "espy";
  EXPECT_EQ(std::filesystem::status(folder).permissions(), std::filesystem::perms::owner_all);
  std::ofstream(folder / "screen-monitors") << "stale";
  ASSERT_EQ(screenshot("d.ppm").status, 0);
  EXPECT_EQ(session_->portal().seen().questions, 2);
}

TEST_F(WatchingWayland, ATokenThatIsNoneIsNotSent) {
  begin();
  const std::filesystem::path folder = session_->stateFolder() / "espy";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "screen-monitors") << "no\nstring";
  ASSERT_EQ(screenshot("e.ppm").status, 0);
  EXPECT_EQ(session_->portal().seen().token, "");
  ScreenPortal::Behaviour old = session_->behaviour();
  old.version = 3;  // keeps no permissions
  session_->portal().setBehaviour(old);
  ASSERT_EQ(screenshot("f.ppm").status, 0);
  EXPECT_FALSE(std::filesystem::exists(folder / "screen-monitors"));
}

TEST_F(WatchingWayland, EveryFormatAndStride) {
  for (const Format format : {Format::bgrx, Format::bgra, Format::rgbx, Format::rgba}) {
    for (const int padding : {0, 52}) {
      begin({{.size = kSize, .format = format, .padding = padding}});
      const Outcome outcome = screenshot("a.ppm");
      ASSERT_EQ(outcome.status, 0) << outcome.err;
      EXPECT_EQ(parse(read("a.ppm")), shown_) << static_cast<int>(format) << " " << padding;
    }
  }
}

TEST_F(WatchingWayland, MonitorsStandAsOnTheDesktop) {
  begin({{.size = {100, 60}, .x = 40, .y = 10}, {.size = {40, 80}, .x = 0, .y = 0}});
  const Picture both = showOnTwo(10);
  ASSERT_EQ(screenshot("both.ppm").status, 0);
  EXPECT_EQ(parse(read("both.ppm")), both);
  EXPECT_TRUE(session_->portal().seen().multiple);
  ASSERT_EQ(screenshot("part.ppm", {"--region", "30,5,50,60"}).status, 0);
  EXPECT_EQ(parse(read("part.ppm")), cut(both, 30, 5, 50, 60));
  ASSERT_EQ(screenshot("one.ppm", {"--monitor", "2"}).status, 0);
  EXPECT_EQ(parse(read("one.ppm")), cut(both, 0, 0, 40, 80));
}

/// Where positions in pixels are not known, from left to right.
TEST_F(WatchingWayland, ScaledMonitorsStandSideBySide) {
  begin({{.size = {100, 60}, .x = 20, .scale = 2}, {.size = {40, 80}, .x = 0, .scale = 2}});
  const Picture both = showOnTwo(0);
  ASSERT_EQ(screenshot("both.ppm").status, 0);
  EXPECT_EQ(parse(read("both.ppm")), both);
}

/// Compositors send windows as parts of larger buffers.
TEST_F(WatchingWayland, AWindowIsCutFromItsBuffer) {
  begin({{.size = {90, 50}},
         {.size = kSize,
          .window = true,
          .placed = false,
          .buffer = Size{400, 300},
          .cropX = 7,
          .cropY = 9}});
  session_->show(1, viewOf(shown_), 0, 0);
  const Outcome outcome = screenshot("w.ppm", {"--window", "choose"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(parse(read("w.ppm")), shown_);
  EXPECT_FALSE(session_->portal().seen().multiple);
  EXPECT_TRUE(std::filesystem::exists(session_->stateFolder() / "espy/screen-window"));
}

TEST_F(WatchingWayland, ReportsEveryEventWithItsPlace) {
  begin();
  Running running = watching({"--exec", "touch {event}-{x}-{y}", "--fps", "200"});
  session_->show(0, viewOf(button_), 40, 50);
  waitFor("appears-40-50");
  session_->show(0, viewOf(button_), 140, 150);
  waitFor("count-40-50");
  session_->show(0, viewOf(cut(shown_, 40, 50, 20, 12)), 40, 50);
  waitFor("count-140-150");
  session_->show(0, viewOf(cut(shown_, 140, 150, 20, 12)), 140, 150);
  waitFor("vanishes--");
  running.send(SIGINT);
  const Outcome outcome = running.wait();
  EXPECT_EQ(outcome.status, 130) << outcome.err;
}

TEST_F(WatchingWayland, WhatCannotBeReadIsRefused) {
  begin();
  ScreenPortal::Behaviour behaviour = session_->behaviour();
  const auto refused = [&](const std::string& fact) {
    session_->portal().setBehaviour(behaviour);
    behaviour = session_->behaviour();
    return refuses(screenshot("no.ppm"), fact);
  };
  behaviour.denies = true;
  EXPECT_TRUE(refused("permission was denied"));
  behaviour.version = 0;
  EXPECT_TRUE(refused("no portal"));
  behaviour.pipeWire = "";
  EXPECT_TRUE(refused("PipeWire does not run"));
  behaviour.kinds = 1;
  session_->portal().setBehaviour(behaviour);
  EXPECT_TRUE(refuses(screenshot("no.ppm", {"--window", "choose"}), "single windows"));
  session_->portal().setSources({{.newNode = [] { return 9999U; }}});
  EXPECT_TRUE(refused("PipeWire"));
  around_.variables.push_back("DBUS_SESSION_BUS_ADDRESS=unix:path=/nowhere");
  EXPECT_TRUE(refuses(screenshot("no.ppm"), "session bus"));
  around_.variables.push_back("ESPY_MODULE_DIR=/nowhere");
  EXPECT_TRUE(refuses(screenshot("no.ppm"), "Wayland"));
  EXPECT_FALSE(std::filesystem::exists(path("no.ppm")));
}

TEST_F(WatchingWayland, FramesOnAGpuAreNotTaken) {
  begin({{.size = kSize, .graphics = true}});
  EXPECT_TRUE(refuses(screenshot("no.ppm"), "PipeWire"));
}

TEST_F(WatchingWayland, TheEndOfASessionIsAnError) {
  const auto ends = [&](const std::string& fact, const std::function<void()>& end) {
    begin();
    Running running = watching({"--exec", "touch seen"});
    session_->show(0, viewOf(button_), 10, 10);
    waitFor("seen");
    end();
    const Outcome outcome = running.wait();
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.err.find(fact), std::string::npos) << outcome.err;
    std::filesystem::remove(path("seen"));
  };
  ends("no longer shares it", [&] { session_->portal().endSessions(); });
  ends("PipeWire has ended", [&] { session_->endPipeWire(); });
  ends("another size", [&] { session_->resize(0, {300, 200}); });
}

TEST_F(WatchingWayland, CtrlCEndsSoon) {
  const auto endsSoon = [&](Running& running) {
    const auto start = Clock::now();
    running.send(SIGINT);
    const Outcome outcome = running.wait();
    // The requirement is 200 ms; the margin is for loaded machines.
    EXPECT_LT(std::chrono::duration<double>(Clock::now() - start).count(), 2.0);
    EXPECT_EQ(outcome.status, 130);
    EXPECT_EQ(outcome.err, "espy: cancelled\n");
  };
  begin();
  session_->show(0, viewOf(button_), 10, 10);
  Running running = watching({"--exec", "touch seen"});
  waitFor("seen");
  endsSoon(running);
  ScreenPortal::Behaviour behaviour = session_->behaviour();
  behaviour.silent = true;
  session_->portal().setBehaviour(behaviour);
  std::filesystem::remove_all(session_->stateFolder());
  const int questions = session_->portal().seen().questions;
  Running asking = watching({});
  for (int wait = 0; wait < 1000 && session_->portal().seen().questions == questions; ++wait) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  endsSoon(asking);
}

/// The library in a session: as variables of this process.
class ReadingWayland : public WatchingWayland {
 protected:
  void enter() {
    variables_.clear();
    for (const std::string& variable : session_->variables()) {
      const std::size_t end = variable.find('=');
      const auto place = variables_.try_emplace(variable.substr(0, end)).first;
      place->second =
          std::make_unique<ScopedVariable>(place->first.c_str(), variable.substr(end + 1));
    }
  }

  std::map<std::string, std::unique_ptr<ScopedVariable>> variables_;
};

TEST_F(ReadingWayland, EveryFrameIsTheScreen) {
  for (const bool damage : {true, false}) {
    begin({{.size = kSize, .damage = damage},
           {.size = {64, 64}, .x = 320},
           {.size = {64, 64}, .x = 320, .y = 64}});
    enter();
    Picture shown(384, 240, 3);
    paste(shown, shown_, 0, 0);
    ScreenOptions options;
    options.rate = 500;
    options.region = Area{5, 7, 360, 200};
    const std::unique_ptr<Stream> stream = openScreen(options);
    std::mt19937 random(3);
    for (int frame = 0; frame < 60; ++frame) {
      if (frame % 3 != 0) {
        const auto x = static_cast<int>(random() % 290);
        const auto y = static_cast<int>(random() % 220);
        const Picture patch = noise(30, 20, 3, static_cast<unsigned>(random()));
        session_->show(0, viewOf(patch), x, y);
        paste(shown, patch, x, y);
        const Picture small = noise(9, 9, 3, static_cast<unsigned>(random()));
        const std::size_t monitor = 1 + random() % 2;
        session_->show(monitor, viewOf(small), 3, 30);
        paste(shown, small, 323, monitor == 1 ? 30 : 94);
      }
      const Picture wanted = cut(shown, 5, 7, 360, 200);
      bool same = false;
      for (int wait = 0; wait < 200 && !same; ++wait) {
        ASSERT_TRUE(stream->next());
        same = samePixels(stream->picture(), viewOf(wanted));
      }
      ASSERT_TRUE(same) << frame;
    }
  }
}

/// What is not reported is not read, and with `useDamage` off everything is.
TEST_F(ReadingWayland, ReadsWhatIsReported) {
  begin();
  enter();
  const Picture secret = noise(16, 16, 3, 5);
  const auto reads = [&](bool useDamage) {
    session_->show(0, viewOf(shown_), 0, 0);
    ScreenOptions options;
    options.rate = 500;
    options.useDamage = useDamage;
    const std::unique_ptr<Stream> stream = openScreen(options);
    stream->next();
    session_->showSecretly(0, viewOf(secret), 100, 100);
    for (int i = 0; i < 50; ++i) stream->next();
    Picture changed = shown_;
    paste(changed, secret, 100, 100);
    if (samePixels(stream->picture(), viewOf(changed))) return true;
    EXPECT_TRUE(samePixels(stream->picture(), viewOf(shown_)));
    return false;
  };
  // Where a frame is lost, as on a loaded machine, everything is read.
  bool always = true;
  for (int i = 0; i < 20 && always; ++i) always = reads(true);
  EXPECT_FALSE(always);
  EXPECT_TRUE(reads(false));
}

TEST_F(ReadingWayland, AStopEndsTheQuestion) {
  begin();
  enter();
  ScreenPortal::Behaviour behaviour = session_->behaviour();
  behaviour.silent = true;
  session_->portal().setBehaviour(behaviour);
  const std::unique_ptr<Stream> stream = openScreen();
  std::stop_source stop;
  std::thread stopping([&] {
    while (session_->portal().seen().questions == 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    stop.request_stop();
  });
  try {
    stream->next(stop.get_token());
    ADD_FAILURE() << "a frame without permission";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::cancelled);
  }
  stopping.join();
  session_->portal().setBehaviour(session_->behaviour());
  EXPECT_TRUE(stream->next());  // asks again
}

}  // namespace
}  // namespace espy::test
