// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPainter>
#include <QPalette>
#include <QRect>

#include "model/settings.h"

namespace espy::desktop {

/// Paints into the lower left corner what the colours of a flag plane mean. `outline` is the colour
/// of the first mark; `taken` stays free.
void paintLegend(QPainter& painter, const QRect& widget, const QRect& taken,
                 const QPalette& palette, const MarkSettings& settings, const QColor& outline);

/// Where a legend of this size lies in the lower left corner of a widget: beside what is taken in
/// the lower right one, or above it where there is no room for both.
QRectF legendPlace(QSizeF size, const QRect& widget, const QRect& taken);

/// Paints a message into the middle of a widget, or at its lower edge.
void paintMessage(QPainter& painter, const QRect& widget, const QPalette& palette,
                  const QString& text, bool low);

}  // namespace espy::desktop
