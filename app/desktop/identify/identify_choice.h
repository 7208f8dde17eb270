// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSettings>
#include <QString>
#include <QStringList>

namespace espy::desktop {

/// What is kept from one day to the next.
struct IdentifyChoice {
  QString library;     ///< the last one, to be opened again
  QStringList recent;  ///< libraries, the last first
  QString engine = QStringLiteral("auto");
};

void remember(const IdentifyChoice& choice, QSettings& settings);
IdentifyChoice recalledIdentifyChoice(const QSettings& settings);

}  // namespace espy::desktop
