// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRegularExpression>
#include <QString>

namespace espy::desktop {

/// A text of a menu as people read it elsewhere: without the mark of its key, be it the "&" of
/// "&Open" or the "(&O)" that Chinese has instead.
inline QString withoutMnemonic(QString text) {
  static const QRegularExpression kApart(QStringLiteral("\\(&.\\)"));
  text.remove(kApart);
  return text.remove(QLatin1Char('&'));
}

}  // namespace espy::desktop
