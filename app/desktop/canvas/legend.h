// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPainter>
#include <QPalette>
#include <QRect>

#include "model/settings.h"

namespace espy::desktop {

/// Paints the colour legend of a flag plane into the lower-left corner. `outline` is the colour of
/// the first mark; `taken` is left free.
void paintLegend(QPainter& painter, const QRect& widget, const QRect& taken,
                 const QPalette& palette, const MarkSettings& settings, const QColor& outline);

/// Rectangle of a legend of this size in the lower-left corner of a widget: left of `taken`, or
/// above it if both do not fit side by side.
QRectF legendPlace(QSizeF size, const QRect& widget, const QRect& taken);

/// Paints a message into the middle of a widget, or at its lower edge if `low`; above `taken` if it
/// would intersect it.
void paintMessage(QPainter& painter, const QRect& widget, const QRect& taken,
                  const QPalette& palette, const QString& text, bool low);

}  // namespace espy::desktop
