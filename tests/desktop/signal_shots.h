// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDragEnterEvent>
#include <QMimeData>
#include <QPushButton>
#include <QTabWidget>
#include <QUrl>

#include "desktop/shots.h"
#include "signal/found_table.h"
#include "signal/lanes_view.h"
#include "signal/motif_form.h"
#include "signal/path_view.h"
#include "signal/signal_times.h"
#include "signal/signal_view.h"
#include "window/tool_windows.h"

/// Screenshots of the view "Signals" with the sample recordings.
namespace espy::desktop {

inline SignalView& signalsOf(MainWindow& window) {
  window.actions().at(ActionId::signalLanes)->trigger();
  return window.tools().signalLanes();
}

inline SignalView& openSignals(MainWindow& window, const char* name) {
  SignalView& view = signalsOf(window);
  const int before = view.recordings().rowCount();
  view.open({sample(name)});
  await("the recording is read", [&] { return view.recordings().rowCount() > before; });
  await("its lanes are summed up",
        [&] { return view.recordings().all().back()->levels.back()->filled(); });
  return view;
}

inline void lookFor(SignalView& view, const LaneSpan& motif) {
  view.setMotif(motif);
  view.search();
  await("the search has ended", [&] { return !view.isBusy(); });
  await("a path is drawn", [&] { return !view.matches().path().paths().empty(); });
}

inline void showSignalsEmpty(MainWindow& window) {
  signalsOf(window);
}

inline void showSignalsZone(MainWindow& window) {
  SignalView& view = signalsOf(window);
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(sample("walk.csv"))});
  QDragEnterEvent enter(view.rect().center(), Qt::CopyAction, &data, Qt::LeftButton, {});
  QCoreApplication::sendEvent(&view, &enter);
}

/// The search for an unusual beat, with four further matches.
inline void showSignalsHeart(MainWindow& window) {
  SignalView& view = openSignals(window, "heart.csv");
  SignalSettings settings = view.settings();
  settings.options.top = 5;
  settings.options.stretch = {0.9, 1.1, 0.1};
  view.setSettings(settings);
  lookFor(view, {980, 1110, {1}});
}

/// A search with lagging, swapped and missing channels.
inline void showSignalsWalk(MainWindow& window) {
  SignalView& view = openSignals(window, "walk.csv");
  SignalSettings settings = view.settings();
  settings.options.top = 5;
  settings.options.lag = 20;
  settings.options.reach = 2;
  settings.options.missing = 1;
  settings.options.bandShare = 0.15;
  view.setSettings(settings);
  lookFor(view, {500, 640, {0, 1, 2}});
}

inline void showSignalsNear(MainWindow& window) {
  showSignalsHeart(window);
  SignalView& view = window.tools().signalLanes();
  view.lanes().showPart(1040, 1100);
}

inline void showSignalsTimes(MainWindow& window) {
  showSignalsHeart(window);
  SignalView& view = window.tools().signalLanes();
  view.findChild<QTabWidget*>()->setCurrentWidget(&view.times());
  view.times().compare();
  await("engines are compared", [&] { return !view.times().comparing(); });
}

inline constexpr State kSignalStates[] = {
    {"signals-empty", showSignalsEmpty}, {"signals-zone", showSignalsZone},
    {"signals-heart", showSignalsHeart}, {"signals-walk", showSignalsWalk},
    {"signals-near", showSignalsNear},   {"signals-times", showSignalsTimes},
};

}  // namespace espy::desktop
