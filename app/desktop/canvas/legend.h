// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPainter>
#include <QPalette>
#include <QRect>

#include "model/settings.h"

namespace espy::desktop {

/// Says in the lower left corner what the colours of a flag plane mean; `outline` is the colour
/// of the first mark.
/// and `taken` what must stay free.
void paintLegend(QPainter& painter, const QRect& widget, const QRect& taken,
                 const QPalette& palette, const MarkSettings& settings, const QColor& outline);

/// Where a legend of this size stands in the lower left corner of a widget: beside what is taken
/// in the lower right one, or above it where both have no room.
QRectF legendPlace(QSizeF size, const QRect& widget, const QRect& taken);

}  // namespace espy::desktop
