// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractItemView>
#include <QString>
#include <QWidget>

namespace espy::desktop {

inline QString classAndName(const QWidget& widget) {
  return QStringLiteral("%1 %2").arg(QString::fromLatin1(widget.metaObject()->className()),
                                     widget.accessibleName());
}

/// The first descendant that is not inside its parent, in depth-first order; scroll areas are
/// exempt.
inline const QWidget* cutOff(const QWidget& in) {
  for (const QObject* child : in.children()) {
    const auto* widget = qobject_cast<const QWidget*>(child);
    if (widget == nullptr || !widget->isVisible() || widget->isWindow()) continue;
    if (qobject_cast<const QAbstractItemView*>(widget) != nullptr) continue;
    if (widget->x() < 0 || widget->geometry().right() >= in.width()) return widget;
    if (const QWidget* deeper = cutOff(*widget)) return deeper;
  }
  return nullptr;
}

}  // namespace espy::desktop
