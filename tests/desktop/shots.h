// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QApplication>
#include <QElapsedTimer>
#include <QTest>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "canvas/canvas.h"
#include "window/main_window.h"
#include "window/workbench.h"

/// Helpers for screenshots: waiting, dragging, navigating.
namespace espy::desktop {

/// A window state to capture.
struct State {
  const char* name;
  void (*show)(MainWindow& window);
};

inline bool brief = false;

inline constexpr int kPatience = 180000;  // in milliseconds, for slow machines

inline QString sample(const char* name) {
  return QStringLiteral(ESPY_SOURCE_DIR "/samples/") + QLatin1String(name);
}

template <class Condition>
void await(const char* what, Condition condition) {
  if (QTest::qWaitFor(condition, kPatience)) return;
  std::fprintf(stderr, "desktop_screenshots: waited in vain until %s\n", what);
  std::exit(1);
}

/// Waits until the canvas has stopped painting.
inline void settle(MainWindow& window) {
  const int quiet = brief ? 100 : 300;  // milliseconds without a new frame
  await("the search has ended", [&] { return !window.bench().search().running(); });
  QElapsedTimer sinceFrame;
  sinceFrame.start();
  QObject guard;
  QObject::connect(&window.canvas(), &Canvas::framePainted, &guard, [&] { sinceFrame.restart(); });
  await("the canvas rests", [&] { return sinceFrame.elapsed() > quiet; });
}

inline void awaitMatches(MainWindow& window) {
  await("something is found", [&] {
    const SearchResultPtr& result = window.bench().matches().result();
    return result && !result->finding.matches.empty();
  });
}

inline QPoint placeOf(const MainWindow& window, QPointF pixel) {
  return const_cast<MainWindow&>(window).canvas().viewport().toWidget(pixel).toPoint();  // NOLINT
}

/// Presses at the first pixel and moves over the others without release.
inline void pressAndMove(MainWindow& window, const std::vector<QPointF>& pixels) {
  Canvas& canvas = window.canvas();
  QTest::mousePress(&canvas, Qt::LeftButton, {}, placeOf(window, pixels.front()));
  for (const QPointF& pixel : pixels) {
    const QPointF place = placeOf(window, pixel);
    QMouseEvent move(QEvent::MouseMove, place, canvas.mapToGlobal(place), Qt::NoButton,
                     Qt::LeftButton, {});
    QApplication::sendEvent(&canvas, &move);
  }
}

inline void drag(MainWindow& window, const std::vector<QPointF>& pixels) {
  pressAndMove(window, pixels);
  QTest::mouseRelease(&window.canvas(), Qt::LeftButton, {}, placeOf(window, pixels.back()));
}

inline void centreOn(MainWindow& window, const QRect& pixels, double zoom) {
  settle(window);  // the picture has its final size now
  window.canvas().actualSize();
  window.canvas().zoomBy(zoom);
  window.canvas().centreOn(pixels);
}

}  // namespace espy::desktop
