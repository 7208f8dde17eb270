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
void paintLegend(QPainter& painter, const QRect& widget, const QPalette& palette,
                 const MarkSettings& settings, const QColor& outline);

}  // namespace espy::desktop
