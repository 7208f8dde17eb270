// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The window with a log line on standard output for each change, for scripts that use a real mouse.
#include <QApplication>
#include <cstdio>

#include "canvas/canvas.h"
#include "desktop/animated_style.h"
#include "espy/engine/all.h"
#include "window/drop_zones.h"
#include "window/main_window.h"
#include "window/workbench.h"

namespace espy::desktop {
namespace {

void say(const QString& line) {
  std::printf("%s\n", qPrintable(line));
  std::fflush(stdout);
}

/// Logs the highlighted zone at each paint event.
class ZoneLogger : public QObject {
 public:
  using QObject::QObject;

  bool eventFilter(QObject* object, QEvent* event) override {
    if (event->type() == QEvent::Paint) {
      const auto lit = static_cast<DropZones*>(object)->lit();  // NOLINT: filters only these
      if (lit == DropZones::Zone::scene) say(QStringLiteral("lit scene"));
      if (lit == DropZones::Zone::needles) say(QStringLiteral("lit needles"));
    }
    return false;
  }
};

void logEvents(MainWindow& window) {
  Workbench& bench = window.bench();
  QObject::connect(&bench, &Workbench::sceneChanged, &window, [&] {
    const QPoint corner = window.canvas().mapToGlobal(QPoint());
    const QSize size = window.canvas().size();
    say(QStringLiteral("scene %1").arg(bench.scene()->name));
    say(QStringLiteral("canvas %1 %2 %3 %4")
            .arg(corner.x())
            .arg(corner.y())
            .arg(size.width())
            .arg(size.height()));
  });
  QObject::connect(&bench.tray(), &NeedleTray::changed, &window,
                   [&] { say(QStringLiteral("needles %1").arg(bench.tray().rowCount())); });
  QObject::connect(&bench, &Workbench::cutChanged, &window, [&] {
    if (bench.cutRectangle()) say(QStringLiteral("cut"));
  });
  QObject::connect(&bench, &Workbench::resultChanged, &window, [&] {
    if (const SearchResultPtr& result = bench.matches().result()) {
      say(QStringLiteral("needles %1 matches %2")
              .arg(result->needles.size())
              .arg(result->finding.matches.size()));
    }
  });
  for (const auto message : {&Workbench::complained, &Workbench::noted}) {
    QObject::connect(&bench, message, &window,
                     [](const QString& sentence) { say(QStringLiteral("said ") + sentence); });
  }
  QObject::connect(window.findChild<DropZones*>(), &DropZones::dropped, &window,
                   [](const Dropped& what, DropZones::Zone zone) {
                     say(QStringLiteral("dropped %1 files, %2 pixels, zone %3")
                             .arg(what.files.size())
                             .arg(what.pixels.width())
                             .arg(static_cast<int>(zone)));
                   });
  window.findChild<DropZones*>()->installEventFilter(new ZoneLogger(&window));
}

}  // namespace
}  // namespace espy::desktop

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  QApplication::setStyle(new espy::desktop::AnimatedStyle(0));
  QApplication::setApplicationName(QStringLiteral("espy-told"));
  QApplication::setOrganizationName(QStringLiteral("espy"));
  const espy::Registry registry = espy::makeRegistry();
  espy::desktop::MainWindow window(registry);
  espy::desktop::logEvents(window);
  window.show();
  return QApplication::exec();
}
