// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSettings>

#include "canvas/spotlight.h"
#include "demo/find_panel.h"
#include "desktop/shots.h"
#include "judge/judge_bar.h"
#include "window/night_link.h"
#include "window/traveller_link.h"

/// Screenshots of the games "Find the traveller", by day and at night.
namespace espy::desktop {

inline void showAsks(MainWindow& window) {
  // A large crowd takes seconds and looks the same when zoomed out.
  if (brief) window.traveller().setCrowdSize(kLargeCrowd / 4);
  window.actions().at(ActionId::traveller)->trigger();
  await("the crowd is drawn",
        [&] { return window.traveller().game().state() == FindGame::State::asking; });
}

inline void showRevealed(MainWindow& window) {
  // Skip the animation.
  if (brief) QSettings().setValue(QStringLiteral("race/reducedMotion"), true);
  showAsks(window);
  emit window.traveller().game().panel().showWanted();
  await("he is found", [&] { return window.traveller().game().spotlight().depth() >= 1; });
  constexpr int kFlight = 3000;  // milliseconds
  if (!brief) QTest::qWait(kFlight);
}

inline void showNight(MainWindow& window) {
  // Skip the animations.
  QSettings().setValue(QStringLiteral("race/reducedMotion"), true);
  window.actions().at(ActionId::night)->trigger();
  await("they are found",
        [&] { return window.night().game().state() == FindGame::State::guiding; });
}

inline void letEspyClick(MainWindow& window) {
  JudgeController& controller = window.bench().judging();
  const int before = controller.state().no;
  emit window.night().game().panel().clicksWanted();
  await("it has clicked", [&] {
    return controller.state().no > before && controller.state().enough() &&
           !window.night().clicking();
  });
}

inline void showMarked(MainWindow& window) {
  showNight(window);
  letEspyClick(window);
  window.night().game().stop();
  window.canvas().zoomBy(2);
}

inline void learn(MainWindow& window) {
  JudgeController& controller = window.bench().judging();
  controller.setFading(std::chrono::milliseconds(0));
  controller.learn();
  // The game continues a moment later than the controller.
  const FindGame& game = window.night().game();
  await("it has learned",
        [&] { return !controller.busy() && game.state() != FindGame::State::waiting; });
}

inline void showJudged(MainWindow& window) {
  showMarked(window);
  learn(window);
  window.bench().judging().setRejectedShown(true);
}

inline void showSure(MainWindow& window) {
  showMarked(window);
  learn(window);
  emit window.findChild<JudgeBar*>()->curveWanted();
  QTest::qWait(200);
}

inline void showNightRevealed(MainWindow& window) {
  showNight(window);
  FindGame& game = window.night().game();
  constexpr int kMostRounds = 6;
  for (int round = 0; round < kMostRounds && game.state() == FindGame::State::guiding; ++round) {
    letEspyClick(window);
    learn(window);
  }
  await("he is found", [&] { return game.state() == FindGame::State::revealed; });
}

inline constexpr State kDemoStates[] = {
    {"asks", showAsks},
    {"told", showRevealed},
    {"night", showNight},
    {"marked", showMarked},
    {"judged", showJudged},
    {"sure", showSure},
    {"night-told", showNightRevealed},
};

}  // namespace espy::desktop
