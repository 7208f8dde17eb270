// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDoubleSpinBox>

#include "charts/rolling_chart.h"
#include "desktop/live_stream.h"
#include "desktop/shots.h"
#include "live/live_view.h"
#include "live/source_menu.h"
#include "window/tool_window.h"
#include "window/tool_windows.h"

/// Screenshots of the view "Live" with a made stream.
namespace espy::desktop {

inline LiveView& liveOf(MainWindow& window, const std::shared_ptr<LiveStage>& stage) {
  window.actions().at(ActionId::live)->trigger();
  LiveView& view = window.tools().live();
  view.runner().setTools(toolsOf(stage));
  return view;
}

inline void showLiveEmpty(MainWindow& window) {
  liveOf(window, std::make_shared<LiveStage>());
}

/// A desktop on which two things are followed.
inline LiveView& runLive(MainWindow& window) {
  auto stage = std::make_shared<LiveStage>();
  stage->desktop = true;
  stage->badge = QPoint(260, 200);
  LiveView& view = liveOf(window, stage);
  LiveSource source;
  source.name = view.sources().wholeScreen().name;
  view.start(source);
  await("a frame is shown", [&] { return view.hasFrame(); });
  view.needles().cut(view.canvas().scene(), QRect(*stage->badge, LiveStage::kMessage), false);
  view.needles().cut(view.canvas().scene(), QRect(136, 526, 118, 36), false);
  const auto count = [&] {
    const auto& marks = view.canvas().marks();
    return marks ? marks->all().size() : 0;
  };
  await("both are found", [&] { return count() == 2; });
  for (int i = 0; i < 8; ++i) {
    stage->move(QPoint(300 + 40 * i, 260 + 10 * i));
    await("it is followed", [&] { return view.events().rowCount() > i + 2; });
  }
  stage->move({});
  await("it is gone", [&] { return count() == 1; });
  stage->move(QPoint(480, 300));
  await("it is back", [&] { return count() == 2; });
  await("the chart is full", [&] { return view.chart().count() > (brief ? 6 : 60); });
  return view;
}

inline void showLive(MainWindow& window) {
  runLive(window);
}

inline void showLiveFrozen(MainWindow& window) {
  LiveView& view = runLive(window);
  view.setFrozen(true);
  view.canvas().zoomTo(QRect(430, 280, 120, 70));
}

inline void showLiveLost(MainWindow& window) {
  auto stage = std::make_shared<LiveStage>();
  stage->desktop = true;
  LiveView& view = liveOf(window, stage);
  view.start(view.sources().wholeScreen());
  await("a frame is shown", [&] { return view.hasFrame(); });
  stage->lost = true;
  await("it is lost", [&] { return !view.isRunning(); });
}

inline constexpr State kLiveStates[] = {
    {"live-empty", showLiveEmpty},
    {"live", showLive},
    {"live-frozen", showLiveFrozen},
    {"live-lost", showLiveLost},
};

}  // namespace espy::desktop
