// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/escape_key.h"

#include <QShortcut>
#include <QTimer>

#include "search/search_controller.h"
#include "window/main_window.h"

namespace espy::desktop {

void addEscape(MainWindow& window, SearchController& search) {
  // While there is nothing to end the key belongs to who has the focus; so it does during a search
  // that nobody notices.
  auto* escape = new QShortcut(Qt::Key_Escape, &window);
  auto* noticed = new QTimer(escape);
  noticed->setSingleShot(true);
  noticed->setInterval(static_cast<int>(SearchController::kQuickMilliseconds));
  const auto arm = [&window, &search, escape] {
    escape->setEnabled(search.running() || window.isFullScreen());
  };
  QObject::connect(escape, &QShortcut::activated, &window, [&window, &search] {
    if (search.running()) return search.cancel();
    if (window.isFullScreen()) {
      window.setWindowState(window.windowState() & ~Qt::WindowFullScreen);
    }
  });
  QObject::connect(&search, &SearchController::started, noticed, qOverload<>(&QTimer::start));
  QObject::connect(noticed, &QTimer::timeout, escape, arm);
  QObject::connect(&search, &SearchController::finished, escape, arm);
  QObject::connect(&search, &SearchController::failed, escape, arm);
  QObject::connect(&search, &SearchController::stopped, escape, arm);
  QObject::connect(&window, &MainWindow::fullScreenChanged, escape, arm);
  arm();
}

}  // namespace espy::desktop
