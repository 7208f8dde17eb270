// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "widgets/window_style.h"

#include <QPainter>
#include <QStyleOption>

#include "widgets/contrast.h"

namespace espy::desktop {

void WindowStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option,
                                QPainter* painter, const QWidget* widget) const {
  GridStyle::drawPrimitive(element, option, painter, widget);
  if (element != PE_IndicatorCheckBox && element != PE_IndicatorItemViewItemCheck) return;
  if (baseStyle()->name() != QLatin1String("fusion")) return;
  if (inkOn(option->palette.color(QPalette::Window)) != Qt::white) return;
  painter->save();
  painter->setPen(option->palette.color(QPalette::PlaceholderText));
  painter->setBrush(Qt::NoBrush);
  painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
  painter->restore();
}

}  // namespace espy::desktop
