// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSettings>
#include <QString>
#include <QStringList>

namespace espy::desktop {

/// Settings of the view that persist between sessions.
struct IdentifyChoice {
  QString library;     ///< opened last, reopened at start
  QStringList recent;  ///< libraries, most recent first
  QString engine = QStringLiteral("auto");
};

void remember(const IdentifyChoice& choice, QSettings& settings);
IdentifyChoice recalledIdentifyChoice(const QSettings& settings);

}  // namespace espy::desktop
