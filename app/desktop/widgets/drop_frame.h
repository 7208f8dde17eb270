// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRect>
#include <QString>

class QPainter;
class QWidget;

namespace espy::desktop {

/// A drop zone: what dropping does there.
struct DropFrame {
  QString title;
  QString hint;
  bool lit = false;  ///< the pointer is over it
};

/// Paints a drop zone over a widget, in the colours of its palette.
void paintDropFrame(QPainter& painter, const QWidget& widget, const QRect& frame,
                    const DropFrame& what);

}  // namespace espy::desktop
