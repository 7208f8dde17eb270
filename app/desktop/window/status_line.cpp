// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/status_line.h"

#include <QLocale>
#include <QStringList>

#include "canvas/canvas.h"
#include "window/workbench.h"

namespace espy::desktop {

StatusLine::StatusLine(QStatusBar& bar, Workbench& bench, Canvas& canvas)
    : QObject(&bar),
      bench_(bench),
      canvas_(canvas),
      pixel_(new QLabel(&bar)),
      zoom_(new QLabel(&bar)) {
  pixel_->setAccessibleName(tr("Pixel under the pointer"));
  zoom_->setAccessibleName(tr("Zoom"));
  bar.addWidget(pixel_, 1);
  bar.addPermanentWidget(zoom_);
  connect(&canvas, &Canvas::probed, this, &StatusLine::probe);
  connect(&canvas, &Canvas::viewChanged, this, &StatusLine::showZoom);
  connect(&canvas, &Canvas::selectionChanging, this, [this](const QRect& now) {
    pixel_->setText(
        tr("%1 x %2 at %3, %4").arg(now.width()).arg(now.height()).arg(now.x()).arg(now.y()));
  });
  showZoom();
}

void StatusLine::probe(const QPoint& pixel) {
  if (!bench_.scene() || pixel.x() < 0) {
    pixel_->clear();
    return;
  }
  const ImageView& view = bench_.scene()->image;
  QStringList values;
  for (int c = 0; c < view.format().channels; ++c) {
    values.push_back(QString::number(sampleAt(view, pixel.x(), pixel.y(), c)));
  }
  pixel_->setText(
      tr("%1, %2: %3").arg(pixel.x()).arg(pixel.y()).arg(values.join(QStringLiteral(" "))));
}

void StatusLine::showZoom() {
  const double percent = canvas_.viewport().zoom() * 100;
  zoom_->setText(tr("%1 %").arg(QLocale().toString(percent, 'f', percent < 10 ? 1 : 0)));
}

}  // namespace espy::desktop
