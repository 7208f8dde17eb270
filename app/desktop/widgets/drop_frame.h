// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRect>
#include <QString>

class QPainter;
class QWidget;

namespace espy::desktop {

/// A place where something can be dropped, and what becomes of it there.
struct DropFrame {
  QString title;
  QString hint;
  bool lit = false;  ///< the pointer is over it
};

/// Paints one over a widget, in its colours.
void paintDropFrame(QPainter& painter, const QWidget& widget, const QRect& frame,
                    const DropFrame& what);

}  // namespace espy::desktop
