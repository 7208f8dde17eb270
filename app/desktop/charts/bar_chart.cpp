// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "charts/bar_chart.h"

#include <QPainter>
#include <QPolygonF>
#include <algorithm>
#include <limits>

#include "charts/chart_style.h"
#include "widgets/contrast.h"

namespace espy::desktop {
namespace {

/// Maximum factor by which a separate mark may extend a linear axis; beyond, an arrow is drawn.
constexpr double kMostStretch = 1.6;

double lengthOf(const BarRow& row) {
  double sum = 0;
  for (const BarSegment& segment : row.segments) sum += segment.value;
  return sum;
}

/// Values that the axis need not reach: separate mark and band.
double farOf(const BarRow& row) {
  return std::max(row.apart.value_or(0), row.band ? row.band->most : 0);
}

}  // namespace

/// Geometry of the chart for a rectangle, font and rows.
struct BarChart::Layout {
  explicit Layout(ChartAxis its) : axis(std::move(its)) {}

  double xOf(double value) const { return xOn(axis, plot, value); }
  QRectF headOf(int row) const {
    return {plot.left(), plot.top() + row * rowHeight, plot.width(), em * 1.2};
  }
  QRectF barOf(int row) const {
    return {plot.left(), headOf(row).bottom() + em * 0.15, plot.width(), barHeight};
  }

  ChartAxis axis;
  double em = 0;  ///< line height
  QRectF plot;
  QRectF legend;
  double rowHeight = 0;
  double barHeight = 0;
};

BarChart::BarChart(QWidget* parent) : Chart(parent) {
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  setSizePolicy(policy);
}

void BarChart::setRows(std::vector<BarRow> rows) {
  rows_ = std::move(rows);
  figuresChanged();
}

void BarChart::setScale(ChartAxis::Scale scale) {
  scale_ = scale;
  figuresChanged();
}

void BarChart::setWords(const QString& axisTitle, const QString& middleName,
                        const QString& apartName, const QString& bandName) {
  bandName_ = bandName;
  axisTitle_ = axisTitle;
  middleName_ = middleName;
  apartName_ = apartName;
  figuresChanged();
}

ChartAxis BarChart::axis() const {
  double most = 0;
  double least = std::numeric_limits<double>::max();
  const auto seen = [&least](double value) {
    if (value > 0) least = std::min(least, value);
  };
  for (const BarRow& row : rows_) {
    most = std::max({most, lengthOf(row), row.middle.value_or(0) + row.spread});
    seen(row.apart.value_or(0));
    // Log axis: show the first segment, but a tiny one must not extend the axis.
    if (!row.segments.empty()) seen(std::max(row.segments[0].value, lengthOf(row) / 10));
    seen(row.middle.value_or(0));
    if (row.band) seen(row.band->least);
    most = std::max(most, row.published.value_or(0));
    seen(row.published.value_or(0));
  }
  if (scale_ == ChartAxis::Scale::logarithmic) {
    for (const BarRow& row : rows_) most = std::max(most, farOf(row));
    return ChartAxis::logarithmic(std::min(least, most) * 0.9, most);
  }
  double apart = 0;
  for (const BarRow& row : rows_) {
    const double value = farOf(row);
    if (most == 0 || value <= most * kMostStretch) apart = std::max(apart, value);
  }
  most = std::max(most, apart);
  const double em = QFontMetricsF(font()).height();
  return ChartAxis::linear(most, std::clamp(static_cast<int>(width() / (em * 6)), 2, 10));
}

std::vector<Chart::LegendEntry> BarChart::legend() const {
  std::vector<LegendEntry> entries;
  for (const BarRow& row : rows_) {
    for (const BarSegment& segment : row.segments) {
      const bool known = std::any_of(entries.begin(), entries.end(), [&](const LegendEntry& entry) {
        return entry.name == segment.name;
      });
      if (!known) entries.push_back({segment.name, segment.series});
    }
  }
  // The remainder comes last.
  std::stable_partition(entries.begin(), entries.end(),
                        [](const LegendEntry& entry) { return entry.series >= 0; });
  const auto some = [this](const auto& has) {
    return std::any_of(rows_.begin(), rows_.end(), has);
  };
  if (some([](const BarRow& row) { return row.middle.has_value(); })) {
    entries.push_back({middleName_, -1, LegendEntry::Sign::whisker});
  }
  if (some([](const BarRow& row) { return row.apart.has_value(); })) {
    entries.push_back({apartName_, -1, LegendEntry::Sign::apart});
  }
  if (some([](const BarRow& row) { return row.band.has_value(); })) {
    entries.push_back({bandName_, -1, LegendEntry::Sign::band});
  }
  if (some([](const BarRow& row) { return row.published.has_value(); })) {
    entries.push_back({bandName_, -1, LegendEntry::Sign::hollow});
  }
  return entries;
}

BarChart::Layout BarChart::layOut(const QRectF& area) const {
  Layout layout(axis());
  const double em = QFontMetricsF(font()).height();
  layout.em = em;
  const QRectF inner = area.adjusted(em, em * 0.6, -em * 1.4, -em * 0.6);
  const double legend = legendHeight(this->legend(), inner.width());
  const bool note = scale_ == ChartAxis::Scale::logarithmic;
  const double below = em * 2.9 + legend + (note ? em * 1.3 : 0);
  const double rows = static_cast<double>(std::max<std::size_t>(rows_.size(), 1));
  layout.rowHeight = std::clamp((inner.height() - below) / rows, leastRowHeight(), em * 5.5);
  layout.barHeight = std::min(layout.rowHeight - em * 1.75, em * 2.6);
  layout.plot = QRectF(inner.left(), inner.top(), inner.width(), rows * layout.rowHeight);
  layout.legend = QRectF(inner.left(), layout.plot.bottom() + em * 2.9, inner.width(), legend);
  return layout;
}

double BarChart::leastRowHeight() const {
  const bool pairs =
      std::any_of(rows_.begin(), rows_.end(), [](const BarRow& row) { return row.published; });
  return QFontMetricsF(font()).height() * (pairs ? 4.3 : 2.9);
}

QRectF BarChart::barIn(const Layout& layout, int row) const {
  QRectF bar = layout.barOf(row);
  if (rows_[static_cast<std::size_t>(row)].published) bar.setTop(bar.center().y() + 1);
  return bar;
}

QRectF BarChart::publishedIn(const Layout& layout, int row) const {
  QRectF bar = layout.barOf(row);
  bar.setBottom(bar.center().y() - 1);
  bar.setRight(layout.xOf(rows_[static_cast<std::size_t>(row)].published.value_or(0)));
  return bar;
}

QRectF BarChart::publishedRect(int row) const {
  return publishedIn(layOut(QRectF(rect())), row);
}

QRectF BarChart::segmentIn(const Layout& layout, int row, int segment) const {
  const BarRow& asked = rows_[static_cast<std::size_t>(row)];
  double begin = 0;
  for (int i = 0; i < segment; ++i) begin += asked.segments[static_cast<std::size_t>(i)].value;
  const double end = begin + asked.segments[static_cast<std::size_t>(segment)].value;
  QRectF place = barIn(layout, row);
  place.setLeft(layout.xOf(begin));
  place.setRight(layout.xOf(end));
  return place;
}

QRectF BarChart::segmentRect(int row, int segment) const {
  return segmentIn(layOut(QRectF(rect())), row, segment);
}

void BarChart::paintFigures(QPainter& painter, const QRectF& area) const {
  const Layout layout = layOut(area);
  paintAxis(painter, layout);
  for (int row = 0; row < static_cast<int>(rows_.size()); ++row) paintRow(painter, layout, row);
  paintLegend(painter, layout.legend, legend());
  if (scale_ == ChartAxis::Scale::logarithmic) {
    painter.setPen(quietInk());
    painter.drawText(
        QRectF(layout.legend.left(), layout.legend.bottom(), layout.plot.width(), layout.em * 1.3),
        Qt::AlignLeft | Qt::AlignBottom,
        tr("On a logarithmic axis, compare only the ends of bars, not the lengths of their "
           "parts."));
  }
}

void BarChart::paintAxis(QPainter& painter, const Layout& layout) const {
  const QRectF& plot = layout.plot;
  paintTicksBelow(painter, plot, layout.axis);
  painter.setPen(QPen(quietInk(), 1));
  painter.drawLine(plot.bottomLeft(), plot.bottomRight());
  painter.drawText(
      QRectF(plot.left(), plot.bottom() + layout.em * 1.25, plot.width(), layout.em * 1.2),
      Qt::AlignRight | Qt::AlignVCenter, axisTitle_);
}

void BarChart::paintHead(QPainter& painter, const Layout& layout, int row) const {
  const BarRow& asked = rows_[static_cast<std::size_t>(row)];
  const QRectF head = layout.headOf(row);
  const QFont plain = painter.font();
  QFont bold = plain;
  bold.setBold(true);
  painter.setFont(bold);
  painter.setPen(palette().color(QPalette::Text));
  painter.drawText(head, Qt::AlignLeft | Qt::AlignVCenter, asked.label);
  const double used = QFontMetricsF(bold).horizontalAdvance(asked.label) + layout.em;
  if (!asked.wrong) painter.setFont(plain);
  const QRectF rest = head.adjusted(used, 0, 0, 0);
  painter.drawText(
      rest, Qt::AlignRight | Qt::AlignVCenter,
      QFontMetricsF(painter.font()).elidedText(asked.detail, Qt::ElideRight, rest.width()));
  painter.setFont(plain);
}

void BarChart::paintRow(QPainter& painter, const Layout& layout, int row) const {
  const BarRow& asked = rows_[static_cast<std::size_t>(row)];
  paintHead(painter, layout, row);
  if (asked.published) paintHollow(painter, publishedIn(layout, row));
  const QRectF bar = barIn(layout, row);
  if (!asked.refusal.isEmpty()) {
    painter.setPen(QPen(quietInk(), 1, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(bar);
    painter.setPen(palette().color(QPalette::Text));
    const QRectF text = bar.adjusted(layout.em * 0.5, 0, -layout.em * 0.5, 0);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(font()).elidedText(asked.refusal, Qt::ElideRight, text.width()));
    return;
  }
  for (int i = 0; i < static_cast<int>(asked.segments.size()); ++i) {
    paintSegment(painter, segmentIn(layout, row, i), asked.segments[static_cast<std::size_t>(i)]);
  }
  if (asked.band) paintRowBand(painter, layout, row);
  if (asked.middle) paintMiddle(painter, layout, row);
  if (asked.apart) paintApart(painter, layout, row);
}

void BarChart::paintSegment(QPainter& painter, const QRectF& place,
                            const BarSegment& segment) const {
  const SeriesStyle style = seriesStyle(segment.series, palette());
  fillSeries(painter, place, style);
  painter.setPen(QPen(palette().color(QPalette::Base), 1));
  painter.drawLine(place.topRight(), place.bottomRight());
  const QFontMetricsF metrics(font());
  // The whisker is in the middle, so names are in the upper part.
  const double wide = metrics.horizontalAdvance(segment.name) + metrics.height() * 0.6;
  if (wide > place.width() || metrics.height() > place.height()) return;
  QRectF label(place.left() + 3, place.top() + 2, wide, metrics.height());
  painter.fillRect(label, style.colour);
  painter.setPen(inkOn(style.colour));
  painter.drawText(label, Qt::AlignCenter, segment.name);
}

void BarChart::paintMiddle(QPainter& painter, const Layout& layout, int row) const {
  const BarRow& asked = rows_[static_cast<std::size_t>(row)];
  const QRectF bar = barIn(layout, row);
  paintWhisker(painter, layout.xOf(std::max(0.0, *asked.middle - asked.spread)),
               layout.xOf(*asked.middle), layout.xOf(*asked.middle + asked.spread),
               bar.bottom() - bar.height() * 0.25, bar.height() * 0.16);
}

void BarChart::paintApart(QPainter& painter, const Layout& layout, int row) const {
  const double value = *rows_[static_cast<std::size_t>(row)].apart;
  const QRectF bar = layout.barOf(row);
  if (value <= layout.axis.to() * (1 + 1e-9)) {
    paintDiamond(painter, {layout.xOf(value), bar.top() + bar.height() * 0.35});
    return;
  }
  paintBeyond(painter, bar, QStringLiteral("%1 %2").arg(apartName_, figureText(value)));
}

QRectF BarChart::bandRect(int row) const {
  const Layout layout = layOut(QRectF(rect()));
  const ValueBand band = rows_[static_cast<std::size_t>(row)].band.value_or(ValueBand());
  QRectF place = layout.barOf(row);
  place.setLeft(layout.xOf(band.least));
  place.setRight(layout.xOf(band.most));
  return place;
}

void BarChart::paintRowBand(QPainter& painter, const Layout& layout, int row) const {
  const ValueBand band = *rows_[static_cast<std::size_t>(row)].band;
  QRectF place = layout.barOf(row);
  if (band.most > layout.axis.to() * (1 + 1e-9)) {
    const QString most = figureText(band.most);
    return paintBeyond(painter, place, QStringLiteral("%1 %2").arg(bandName_, most));
  }
  place.setLeft(layout.xOf(band.least));
  place.setRight(layout.xOf(band.most));
  paintBand(painter, place);
}

void BarChart::paintBeyond(QPainter& painter, const QRectF& bar, const QString& text) const {
  const double em = QFontMetricsF(font()).height();
  const double radius = em * 0.32;
  const double x = bar.right();
  const double y = bar.center().y();
  painter.setPen(palette().color(QPalette::Text));
  painter.setBrush(palette().color(QPalette::Text));
  painter.drawPolygon(QPolygonF({{x, y - radius}, {x + radius * 1.5, y}, {x, y + radius}}));
  const double wide = QFontMetricsF(font()).horizontalAdvance(text) + 6;
  const QRectF label(x - wide - 4, y - em * 0.55, wide, em * 1.1);
  painter.setPen(Qt::NoPen);
  painter.setBrush(palette().color(QPalette::Base));
  painter.drawRect(label);
  painter.setPen(palette().color(QPalette::Text));
  painter.drawText(label, Qt::AlignCenter, text);
}

QString BarChart::description() const {
  if (rows_.empty()) return emptyText();
  QStringList sentences;
  for (const BarRow& row : rows_) {
    if (!row.refusal.isEmpty()) {
      sentences += QStringLiteral("%1: %2").arg(row.label, row.refusal);
      if (!row.detail.isEmpty()) sentences.back() += QStringLiteral("; ") + row.detail;
      continue;
    }
    QStringList parts;
    for (const BarSegment& segment : row.segments) {
      parts += QStringLiteral("%1 %2").arg(segment.name, figureText(segment.value));
    }
    QString sentence = QStringLiteral("%1: ").arg(row.label);
    if (row.middle) {
      sentence += tr("%1 %2, plus or minus %3")
                      .arg(figureText(*row.middle), axisTitle_, figureText(row.spread));
    }
    if (!parts.isEmpty()) sentence += tr(", of which %1").arg(parts.join(QStringLiteral(", ")));
    if (row.band) {
      sentence +=
          QStringLiteral("%1 %2 – %3 %4")
              .arg(bandName_, figureText(row.band->least), figureText(row.band->most), axisTitle_);
    }
    if (row.apart) sentence += QStringLiteral("; %1 %2").arg(apartName_, figureText(*row.apart));
    if (!row.detail.isEmpty()) sentence += QStringLiteral("; %1").arg(row.detail);
    sentences += sentence;
  }
  return sentences.join(QStringLiteral(". ")) + QLatin1Char('.');
}

QSize BarChart::minimumSizeHint() const {
  const double em = QFontMetricsF(font()).height();
  const double rows = static_cast<double>(std::max<std::size_t>(rows_.size(), 3));
  return {static_cast<int>(em * 26), static_cast<int>(em * 7.5 + rows * leastRowHeight())};
}

QSize BarChart::sizeHint() const {
  const double em = QFontMetricsF(font()).height();
  const double rows = static_cast<double>(std::max<std::size_t>(rows_.size(), 5));
  return {static_cast<int>(em * 46),
          static_cast<int>(em * 7.5 + rows * (leastRowHeight() + em * 0.7))};
}

QString BarChart::textAt(const QPointF& position) const {
  const Layout layout = layOut(QRectF(rect()));
  const auto textOf = [this](const QString& name, double value) {
    return QStringLiteral("%1: %2 %3").arg(name, figureText(value), axisTitle_);
  };
  for (int row = 0; row < static_cast<int>(rows_.size()); ++row) {
    const BarRow& asked = rows_[static_cast<std::size_t>(row)];
    if (asked.published && publishedIn(layout, row).contains(position)) {
      return textOf(bandName_, *asked.published);
    }
    if (!asked.refusal.isEmpty() && barIn(layout, row).contains(position)) return asked.refusal;
    for (int i = 0; i < static_cast<int>(asked.segments.size()); ++i) {
      if (!segmentIn(layout, row, i).contains(position)) continue;
      const BarSegment& segment = asked.segments[static_cast<std::size_t>(i)];
      return textOf(segment.name, segment.value);
    }
  }
  return {};
}

}  // namespace espy::desktop
