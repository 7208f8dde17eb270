// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "timing/timing_export.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLocale>
#include <QPainter>
#include <cmath>

#include "timing/chart.h"
#include "timing/timing_figures.h"

namespace espy::desktop {
namespace {

/// Gives the words of this file their context.
struct TimingExportWords {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::TimingExport)
};

}  // namespace

QImage timingPicture(const TimingResult& result, const Chart& chart, double ratio) {
  const QImage inner = chart.picture(ratio);
  const QFont& plain = chart.font();
  QFont bold = plain;
  bold.setBold(true);
  const double em = QFontMetricsF(plain).height();
  const double width = inner.width() / ratio;
  QStringList below{sentenceOf(result.machine)};
  if (const QString devices = devicesOf(result); !devices.isEmpty()) below += devices;
  below += TimingExportWords::tr(
               "%1; medians of up to %2 runs with median absolute deviations, the first run apart")
               .arg(QLocale().toString(result.date, QLocale::ShortFormat))
               .arg(result.options.runs);
  if (!result.note.isEmpty()) below += result.note;
  const double head = em * 2.2;
  const double foot = em * (1.25 * static_cast<double>(below.size()) + 0.8);

  QImage image(
      QSize(inner.width(), static_cast<int>(std::ceil((head + foot) * ratio)) + inner.height()),
      QImage::Format_RGB32);
  image.setDevicePixelRatio(ratio);
  image.fill(chart.palette().color(QPalette::Base));
  QPainter painter(&image);
  painter.setPen(chart.palette().color(QPalette::Text));
  painter.setFont(bold);
  painter.drawText(QRectF(em, em * 0.5, width - 2 * em, em * 1.4), Qt::AlignLeft | Qt::AlignVCenter,
                   sentenceOf(result.subject));
  painter.drawImage(QPointF(0, head), inner);
  QFont small = plain;
  small.setPointSizeF(plain.pointSizeF() * 0.85);
  painter.setFont(small);
  double y = head + inner.height() / ratio + em * 0.2;
  for (const QString& line : below) {
    const QRectF place(em, y, width - 2 * em, em * 1.2);
    painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(small).elidedText(line, Qt::ElideRight, place.width()));
    y += em * 1.25;
  }
  return image;
}

}  // namespace espy::desktop
