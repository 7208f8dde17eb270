// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Latencies of the window: start to usable window, drop to picture, end of selection to outlines;
// and the longest block of the GUI thread. A program to run by hand, not a test.
//
//     window_bench PICTURE X,Y,WIDTH,HEIGHT
#include <QApplication>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QFile>
#include <QMimeData>
#include <QSettings>
#include <QTest>
#include <QTimer>
#include <QUrl>
#include <algorithm>
#include <cstdio>

#include "canvas/canvas.h"
#include "desktop/animated_style.h"
#include "espy/engine/all.h"
#include "window/main_window.h"
#include "window/workbench.h"

namespace espy::desktop {
namespace {

/// Ticks every millisecond and records the longest interval.
class Watchdog {
 public:
  Watchdog() {
    timer_.setTimerType(Qt::PreciseTimer);
    QObject::connect(&timer_, &QTimer::timeout, [this] {
      longest_ = std::max(longest_, static_cast<double>(since_.nsecsElapsed()) / 1e6);
      since_.start();
    });
  }
  void start() {
    longest_ = 0;
    since_.start();
    timer_.start(1);
  }
  double stop() {
    timer_.stop();
    return longest_;
  }

 private:
  QTimer timer_;
  QElapsedTimer since_;
  double longest_ = 0;
};

double milliseconds(const QElapsedTimer& clock) {
  return static_cast<double>(clock.nsecsElapsed()) / 1e6;
}

/// Resident memory of this process in MB: total, and without mapped files.
std::pair<double, double> memory() {
  QFile status(QStringLiteral("/proc/self/status"));
  double all = 0;
  double own = 0;
  if (!status.open(QIODevice::ReadOnly)) return {all, own};
  for (const QByteArray& line : status.readAll().split('\n')) {
    const QList<QByteArray> words = line.simplified().split(' ');
    if (line.startsWith("VmRSS:")) all = words[1].toDouble() / 1024;
    if (line.startsWith("RssAnon:")) own = words[1].toDouble() / 1024;
  }
  return {all, own};
}

/// Waits for a frame after which `done` holds; returns its time.
template <class Done>
double awaitFrame(Canvas& canvas, const QElapsedTimer& clock, const Done& done) {
  double at = -1;
  const QMetaObject::Connection connection =
      QObject::connect(&canvas, &Canvas::framePainted, [&](double /*took*/) {
        if (at < 0 && done()) at = milliseconds(clock);
      });
  while (at < 0 && clock.elapsed() < 60000) QApplication::processEvents(QEventLoop::AllEvents, 5);
  QObject::disconnect(connection);
  return at;
}

void dropOn(MainWindow& window, const QString& file) {
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(file)});
  QDragEnterEvent enter({100, 300}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&window, &enter);
  QDropEvent drop({100, 300}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&window, &drop);
}

void run(const QString& file, const QRect& rectangle, const QElapsedTimer& sinceStart) {
  const Registry registry = makeRegistry();
  QSettings().setValue(QStringLiteral("search/automatic"), false);  // one search at a time
  MainWindow window(registry);
  window.resize(1280, 800);
  window.show();
  awaitFrame(window.canvas(), sinceStart, [] { return true; });
  std::printf("start to usable window            %7.1f ms\n", milliseconds(sinceStart));

  Watchdog dog;
  Canvas& canvas = window.canvas();
  QElapsedTimer clock;
  dog.start();
  clock.start();
  dropOn(window, file);
  const double shown = awaitFrame(canvas, clock, [&] { return canvas.scene() != nullptr; });
  std::printf("drop to first paint               %7.1f ms, deaf for %.1f ms at most\n", shown,
              dog.stop());
  QTest::qWait(1500);  // until all tiles are rendered

  canvas.actualSize();
  canvas.centreOn(rectangle);
  QTest::qWait(500);
  for (int time = 0; time < 3; ++time) {
    const auto at = [&](const QPoint& pixel) {
      return canvas.viewport().toWidget(QPointF(pixel)).toPoint();
    };
    QTest::mousePress(&canvas, Qt::LeftButton, {}, at(rectangle.topLeft()));
    QTest::mouseMove(&canvas, at(rectangle.center()));
    QTest::mouseMove(&canvas, at(rectangle.bottomRight()));
    dog.start();
    clock.start();
    QTest::mouseRelease(&canvas, Qt::LeftButton, {}, at(rectangle.bottomRight()));
    const double found =
        awaitFrame(canvas, clock, [&] { return canvas.marks() && !canvas.marks()->all().empty(); });
    std::printf("rectangle to outlines             %7.1f ms, deaf for %.1f ms at most; %zu found\n",
                found, dog.stop(), canvas.marks() ? canvas.marks()->all().size() : 0);
    window.bench().undo().undo();
    QTest::qWait(200);
  }
  const auto [all, own] = memory();
  const double picture = static_cast<double>(canvas.scene()->image.size().pixels() *
                                             canvas.scene()->image.format().bytesPerPixel()) /
                         1e6;
  std::printf(
      "memory                            %7.0f MB (%.0f MB without mapped files), picture %.0f "
      "MB\n",
      all, own, picture);
}

}  // namespace
}  // namespace espy::desktop

int main(int argc, char** argv) {
  QElapsedTimer sinceStart;
  sinceStart.start();
  QApplication application(argc, argv);
  QApplication::setStyle(new espy::desktop::AnimatedStyle(0));
  QApplication::setOrganizationName(QStringLiteral("espy-bench"));
  QRect rectangle;
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
  if (argc != 3 || std::sscanf(argv[2], "%d,%d,%d,%d", &x, &y, &width, &height) != 4) {  // NOLINT
    std::fprintf(stderr, "usage: window_bench PICTURE X,Y,WIDTH,HEIGHT\n");
    return 2;
  }
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  espy::desktop::run(QString::fromLocal8Bit(argv[1]), QRect(x, y, width, height), sinceStart);
  return 0;
}
