// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/legend.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <algorithm>
#include <vector>

#include "canvas/overlay.h"

namespace espy::desktop {
namespace {

constexpr double kMargin = 10;
constexpr double kSwatch = 12;

struct Entry {
  QColor colour;
  QString words;
};

/// Translation context of this file.
struct LegendWords {
  Q_DECLARE_TR_FUNCTIONS(Legend)
};

QString titleOf(int pass) {
  if (pass == 1) return LegendWords::tr("Pass 1: where matches start");
  if (pass == 2) return LegendWords::tr("Pass 2: the pixels inside matches");
  return LegendWords::tr("Pass 3: the marking");
}

std::vector<Entry> entriesOf(const MarkSettings& settings, const QColor& outline) {
  const Entry base{QColor(kBaseColour), LegendWords::tr("a match starts here")};
  const Entry rest{QColor(Qt::black), LegendWords::tr("outside all matches (darkened)")};
  if (settings.pass == 1) return {base, rest};
  if (settings.pass == 2)
    return {base, {QColor(kInsideColour), LegendWords::tr("inside a match")}, rest};
  switch (settings.style) {
    case MarkStyle::outline:
      return {{outline, LegendWords::tr("around matches, %1 px thick").arg(settings.thickness)}};
    case MarkStyle::whiteout:
      return {{QColor(Qt::white), LegendWords::tr("outside all matches")}};
    case MarkStyle::dim:
      return {rest};
    case MarkStyle::lighten:
      return {{QColor(Qt::white), LegendWords::tr("outside all matches (lightened)")}};
    case MarkStyle::none:
      break;
  }
  return {};
}

}  // namespace

QRectF legendPlace(QSizeF size, const QRect& widget, const QRect& taken) {
  QRectF box(QPointF(0, 0), size);
  box.moveBottomLeft(QPointF(kMargin, widget.height() - kMargin));
  if (!taken.isEmpty() && box.adjusted(0, 0, kMargin, 0).intersects(taken)) {
    box.moveBottom(taken.top() - kMargin);
  }
  return box;
}

void paintLegend(QPainter& painter, const QRect& widget, const QRect& taken,
                 const QPalette& palette, const MarkSettings& settings, const QColor& outline) {
  const QString title = titleOf(settings.pass);
  const std::vector<Entry> entries = entriesOf(settings, outline);
  const QFontMetricsF metrics(painter.font());
  const double line = std::max(metrics.height(), kSwatch) + 4;
  double width = metrics.horizontalAdvance(title);
  for (const Entry& entry : entries) {
    width = std::max(width, metrics.horizontalAdvance(entry.words) + kSwatch + 8);
  }
  const QRectF box = legendPlace(
      {width + 2 * kMargin, line * static_cast<double>(entries.size() + 1) + 2 * kMargin - 4},
      widget, taken);

  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(palette.color(QPalette::Mid));
  painter.setBrush(palette.color(QPalette::Base));
  painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
  QRectF row(box.left() + kMargin, box.top() + kMargin - 2, width, line);
  painter.setPen(palette.color(QPalette::Text));
  painter.drawText(row, Qt::AlignVCenter, title);
  for (const Entry& entry : entries) {
    row.translate(0, line);
    QRectF swatch(row.left(), 0, kSwatch, kSwatch);
    swatch.moveCenter(QPointF(swatch.center().x(), row.center().y()));
    painter.setPen(palette.color(QPalette::Text));
    painter.setBrush(entry.colour);
    painter.drawRect(swatch.adjusted(0.5, 0.5, -0.5, -0.5));
    painter.drawText(row.adjusted(kSwatch + 8, 0, 0, 0), Qt::AlignVCenter, entry.words);
  }
  painter.setBrush(Qt::NoBrush);
  painter.setRenderHint(QPainter::Antialiasing, false);
}

void paintMessage(QPainter& painter, const QRect& widget, const QRect& taken,
                  const QPalette& palette, const QString& text, bool low) {
  constexpr double kAround = 16;
  QFont large = painter.font();
  large.setPointSizeF(large.pointSizeF() * 1.25);
  painter.setFont(large);
  const double widest = std::max(widget.width() * 0.7, 100.0) - 2 * kAround;
  const QRectF words = painter.boundingRect(QRectF(0, 0, widest, widget.height()),
                                            Qt::AlignCenter | Qt::TextWordWrap, text);
  QRectF ground = words.adjusted(-kAround, -kAround, kAround, kAround);
  ground.moveCenter(QRectF(widget).center());
  if (low) ground.moveBottom(widget.height() - kAround);
  if (ground.intersects(taken)) ground.moveBottom(taken.top() - kAround);
  QColor soft = palette.color(QPalette::Base);
  soft.setAlphaF(0.9F);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(soft);
  painter.drawRoundedRect(ground, kAround, kAround);
  painter.setPen(palette.color(QPalette::Text));
  painter.drawText(ground.adjusted(kAround, kAround, -kAround, -kAround),
                   Qt::AlignCenter | Qt::TextWordWrap, text);
}

}  // namespace espy::desktop
