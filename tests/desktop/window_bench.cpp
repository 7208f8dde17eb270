// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Latencies of the window: start to usable window, drop to picture, end of selection to outlines;
// and the longest block of the GUI thread. A program to run by hand, not a test.
//
//     window_bench PICTURE X,Y,WIDTH,HEIGHT
//     window_bench PICTURE --needles N       automatic search for N needles of the picture
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
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string_view>

#include "canvas/canvas.h"
#include "desktop/animated_style.h"
#include "espy/engine/all.h"
#include "window/main_window.h"
#include "window/workbench.h"

namespace espy::desktop {
namespace {

/// Ticks every millisecond and records the longest interval, and the most processor time of this
/// thread in one: what counts on a machine with other work.
class Watchdog {
 public:
  Watchdog() {
    timer_.setTimerType(Qt::PreciseTimer);
    QObject::connect(&timer_, &QTimer::timeout, [this] {
      longest_ = std::max(longest_, static_cast<double>(since_.nsecsElapsed()) / 1e6);
      busiest_ = std::max(busiest_, processorTime() - atTick_);
      atTick_ = processorTime();
      since_.start();
    });
  }
  void start() {
    longest_ = 0;
    busiest_ = 0;
    atTick_ = processorTime();
    since_.start();
    timer_.start(1);
  }
  double busiest() const { return busiest_; }
  double stop() {
    timer_.stop();
    return longest_;
  }

 private:
  static double processorTime() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
  }

  QTimer timer_;
  QElapsedTimer since_;
  double longest_ = 0;
  double busiest_ = 0;
  double atTick_ = 0;
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
  const QWidget& canvas = window.canvas();
  const QPoint place = canvas.mapTo(&window, canvas.rect().center());
  QDragEnterEvent enter(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&window, &enter);
  QDropEvent drop(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&window, &drop);
}

/// Cuts the rectangle with the mouse; returns the time from its release to the first outlines.
double cutWithMouse(MainWindow& window, const QRect& rectangle, Watchdog& dog) {
  Canvas& canvas = window.canvas();
  const auto at = [&canvas](const QPoint& pixel) {
    return canvas.viewport().toWidget(QPointF(pixel)).toPoint();
  };
  QTest::mousePress(&canvas, Qt::LeftButton, {}, at(rectangle.topLeft()));
  QTest::mouseMove(&canvas, at(rectangle.center()));
  QTest::mouseMove(&canvas, at(rectangle.bottomRight()));
  dog.start();
  QElapsedTimer clock;
  clock.start();
  QTest::mouseRelease(&canvas, Qt::LeftButton, {}, at(rectangle.bottomRight()));
  return awaitFrame(canvas, clock,
                    [&] { return canvas.marks() && !canvas.marks()->all().empty(); });
}

/// All kinds of automatic search, one after another.
void runAutomatic(MainWindow& window, const QRect& rectangle, Watchdog& dog) {
  SearchSettings settings = window.bench().settings();
  settings.automatic = true;
  window.bench().setSettings(settings);
  const Explorer& explorer = window.bench().explorer();
  QElapsedTimer clock;
  bool ended = false;
  QObject::connect(&explorer, &Explorer::arrived, &window, [&](VariantKind kind) {
    const FoundVariant* found = explorer.found(kind);
    std::printf("  kind %d after %.0f ms: %s%zu found, %zu weaker\n", static_cast<int>(kind),
                milliseconds(clock), found->result ? "" : "out of time, ", found->count,
                found->weaker);
  });
  QObject::connect(&explorer, &Explorer::ended, &window, [&] { ended = true; });
  clock.start();
  std::printf("automatic: to outlines            %7.1f ms\n", cutWithMouse(window, rectangle, dog));
  while (!ended && clock.elapsed() < 60000) QTest::qWait(5);
  std::printf("automatic: to the last chip       %7.1f ms, deaf for %.1f ms at most\n",
              milliseconds(clock), dog.stop());
}

/// Adds needles one after another, as files are read, and waits for all chips.
void runNeedles(const QString& file, int count) {
  const Registry registry = makeRegistry();
  QSettings().setValue(QStringLiteral("search/automatic"), true);
  MainWindow window(registry);
  window.resize(1280, 800);
  window.show();
  Workbench& bench = window.bench();
  bench.openScene(file);
  while (!bench.scene()) QTest::qWait(5);
  QTest::qWait(500);
  constexpr int kSide = 24;
  const Size size = bench.scene()->image.size();
  Watchdog dog;
  dog.start();
  QElapsedTimer clock;
  clock.start();
  bool ended = false;
  const Explorer& explorer = bench.explorer();
  QObject::connect(&explorer, &Explorer::ended, &window, [&] { ended = true; });
  std::uint32_t place = 1;
  const auto next = [&place](std::int64_t below) {
    place = place * 1664525 + 1013904223;
    return static_cast<int>((place >> 8) % static_cast<std::uint32_t>(below));
  };
  for (int i = 0; i < count; ++i) {
    auto picture = std::make_shared<Picture>();
    const QPoint corner(next(size.width - kSide), next(size.height - kSide));
    picture->image = cutOut(bench.scene()->image, QRect(corner, QSize(kSide, kSide)));
    picture->name = QStringLiteral("needle %1").arg(i);
    bench.addNeedle(picture);
    QApplication::processEvents();
  }
  std::printf("%d needles added in %.0f ms, deaf for %.1f ms at most, busy for %.1f ms\n", count,
              milliseconds(clock), dog.stop(), dog.busiest());
  QObject::connect(&explorer, &Explorer::arrived, &window, [&](VariantKind kind) {
    const FoundVariant* found = explorer.found(kind);
    std::printf("  kind %d after %.0f ms: %s%zu found, %zu weaker; %.0f MB\n",
                static_cast<int>(kind), milliseconds(clock), found->result ? "" : "out of time, ",
                found->count, found->weaker, memory().first);
  });
  ended = false;
  clock.start();
  dog.start();
  bench.searchNow();
  while (!ended && clock.elapsed() < 120000) QTest::qWait(5);
  std::printf("to the last chip %.0f ms, deaf for %.1f ms at most, busy for %.1f ms, %.0f MB\n",
              milliseconds(clock), dog.stop(), dog.busiest(), memory().first);
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
    const double found = cutWithMouse(window, rectangle, dog);
    std::printf("rectangle to outlines             %7.1f ms, deaf for %.1f ms at most; %zu found\n",
                found, dog.stop(), canvas.marks() ? canvas.marks()->all().size() : 0);
    window.bench().undo().undo();
    QTest::qWait(200);
  }
  runAutomatic(window, rectangle, dog);
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
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  if (argc == 4 && std::string_view(argv[2]) == "--needles") {
    espy::desktop::runNeedles(QString::fromLocal8Bit(argv[1]), std::atoi(argv[3]));  // NOLINT
    return 0;
  }
  if (argc != 3 || std::sscanf(argv[2], "%d,%d,%d,%d", &x, &y, &width, &height) != 4) {  // NOLINT
    std::fprintf(stderr, "usage: window_bench PICTURE X,Y,WIDTH,HEIGHT\n");
    return 2;
  }
  espy::desktop::run(QString::fromLocal8Bit(argv[1]), QRect(x, y, width, height), sinceStart);
  return 0;
}
