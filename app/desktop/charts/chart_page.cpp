// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "charts/chart_page.h"

#include <QBuffer>
#include <QPainter>
#include <QSvgGenerator>
#include <cmath>

#include "charts/chart.h"

namespace espy::desktop {
namespace {

/// Geometry of a page in logical pixels. Wraps long lines.
class PageLayout {
 public:
  PageLayout(const ChartPage& page, const Chart& chart)
      : page_(page),
        chart_(chart),
        bold_(chart.font()),
        small_(chart.font()),
        inner_(chart.size().expandedTo(chart.minimumSizeHint())) {
    bold_.setBold(true);
    if (small_.pointSizeF() > 0) small_.setPointSizeF(small_.pointSizeF() * 0.85);
    const double em = QFontMetricsF(chart.font()).height();
    const double width = inner_.width() - 2 * em;
    head_ = {em, em * 0.5, width, heightOf(bold_, page.title, width)};
    double y = head_.bottom() + em * 0.3 + inner_.height();
    for (const QString& line : page.below) {
      feet_.emplace_back(em, y, width, heightOf(small_, line, width));
      y = feet_.back().bottom() + em * 0.15;
    }
    height_ = std::ceil(y + em * 0.6);
  }

  QSizeF size() const { return {inner_.width(), height_}; }

  void paint(QPainter& painter) const {
    painter.fillRect(QRectF({0, 0}, size()), chart_.palette().color(QPalette::Base));
    painter.setPen(chart_.palette().color(QPalette::Text));
    painter.setFont(bold_);
    painter.drawText(head_, kFlags, page_.title);
    painter.setFont(small_);
    for (std::size_t i = 0; i < feet_.size(); ++i) {
      painter.drawText(feet_[i], kFlags, page_.below[static_cast<qsizetype>(i)]);
    }
    painter.setFont(chart_.font());
    const double top = head_.bottom() + QFontMetricsF(chart_.font()).height() * 0.3;
    chart_.paintInto(painter, QRectF(QPointF(0, top), inner_));
  }

 private:
  static constexpr int kFlags = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;

  static double heightOf(const QFont& font, const QString& text, double width) {
    return QFontMetricsF(font).boundingRect(QRectF(0, 0, width, 1e6), kFlags, text).height();
  }

  const ChartPage& page_;
  const Chart& chart_;
  QFont bold_;
  QFont small_;
  QSizeF inner_;
  QRectF head_;
  std::vector<QRectF> feet_;
  double height_ = 0;
};

}  // namespace

QImage pagePicture(const ChartPage& page, const Chart& chart, double ratio) {
  const PageLayout layout(page, chart);
  const QSizeF size = layout.size() * ratio;
  QImage image(
      QSize(static_cast<int>(std::ceil(size.width())), static_cast<int>(std::ceil(size.height()))),
      QImage::Format_RGB32);
  image.setDevicePixelRatio(ratio);
  image.fill(chart.palette().color(QPalette::Base));
  QPainter painter(&image);
  layout.paint(painter);
  return image;
}

QByteArray pageSvg(const ChartPage& page, const Chart& chart) {
  const PageLayout layout(page, chart);
  QByteArray bytes;
  QBuffer buffer(&bytes);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setTitle(page.title);
  generator.setDescription(chart.description());
  // One SVG unit per logical pixel, else text would not have its layout size.
  generator.setResolution(chart.logicalDpiX());
  generator.setSize(layout.size().toSize());
  generator.setViewBox(QRectF({0, 0}, layout.size()));
  QPainter painter(&generator);
  layout.paint(painter);
  painter.end();
  return bytes;
}

}  // namespace espy::desktop
