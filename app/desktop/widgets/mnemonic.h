// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRegularExpression>
#include <QString>

namespace espy::desktop {

/// Removes the mnemonic of a menu text, "&Open" or the Chinese "(&O)".
inline QString withoutMnemonic(QString text) {
  static const QRegularExpression kApart(QStringLiteral("\\(&.\\)"));
  text.remove(kApart);
  return text.remove(QLatin1Char('&'));
}

}  // namespace espy::desktop
