// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/recent_menu.h"

#include <QFileInfo>

#include "window/intake.h"
#include "window/main_window.h"
#include "window/workbench.h"

namespace espy::desktop {

RecentMenu::RecentMenu(Workbench& bench, Intake& intake, QWidget* parent)
    : QMenu(MainWindow::tr("&Recent scenes"), parent), bench_(bench), intake_(intake) {
  connect(&intake, &Intake::recentChanged, this, &RecentMenu::fill);
  fill();
}

void RecentMenu::fill() {
  clear();
  for (const QString& path : intake_.recent()) {
    // A name's own "&" is no key.
    QAction* action =
        addAction(QFileInfo(path).fileName().replace(QLatin1Char('&'), QStringLiteral("&&")));
    action->setStatusTip(path);
    connect(action, &QAction::triggered, &bench_, [this, path] { bench_.openScene(path); });
  }
  setEnabled(!intake_.recent().isEmpty());
}

}  // namespace espy::desktop
