// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "widgets/drop_frame.h"

#include <QPainter>
#include <QWidget>

namespace espy::desktop {

void paintDropFrame(QPainter& painter, const QWidget& widget, const QRect& frame,
                    const DropFrame& what) {
  const QPalette& palette = widget.palette();
  const QColor accent = palette.color(QPalette::Highlight);
  QColor ground = what.lit ? accent : palette.color(QPalette::Base);
  ground.setAlpha(what.lit ? 235 : 120);
  painter.setPen(QPen(accent, what.lit ? 4 : 2, what.lit ? Qt::SolidLine : Qt::DashLine));
  painter.setBrush(ground);
  painter.drawRoundedRect(frame, 14, 14);
  painter.setPen(palette.color(what.lit ? QPalette::HighlightedText : QPalette::WindowText));
  QFont large = widget.font();
  large.setBold(true);
  constexpr int kRoomy = 300;  // pixels
  if (frame.width() > kRoomy) large.setPointSizeF(large.pointSizeF() * 1.9);
  const QRect upper(frame.left() + 8, frame.top(), frame.width() - 16, frame.height() / 2);
  const QRect lower(upper.left(), upper.bottom() + 8, upper.width(), frame.height() / 2);
  painter.setFont(large);
  painter.drawText(upper, Qt::AlignHCenter | Qt::AlignBottom | Qt::TextWordWrap, what.title);
  painter.setFont(widget.font());
  painter.drawText(lower, Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, what.hint);
}

}  // namespace espy::desktop
