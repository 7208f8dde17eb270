// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "charts/chart.h"

namespace espy::desktop {

struct LinePoint {
  double x = 0;
  double y = 0;
  double spread = 0;  ///< half the error bar's length; 0: none is drawn
};

struct LineSeries {
  QString name;
  int series = 0;  ///< its look: colour and the shape of its markers
  std::vector<LinePoint> points;
  bool ideal = false;  ///< dashed, without markers: what one would wish for
  /// Across the whole chart, in the place of points: a range of y that others tell of.
  std::optional<ValueBand> band = {};
};

/// Lines with points and error bars over two axes.
class LineChart : public Chart {
  Q_OBJECT

 public:
  explicit LineChart(QWidget* parent = nullptr);

  void setSeries(std::vector<LineSeries> series);
  const std::vector<LineSeries>& series() const { return series_; }
  void setTitles(const QString& x, const QString& y);
  void setScales(ChartAxis::Scale x, ChartAxis::Scale y);
  /// Whether the x axis counts things, of which there are no halves.
  void setCounting(bool counting);

  ChartAxis xAxis() const { return axisOf(xScale_, true); }
  ChartAxis yAxis() const { return axisOf(yScale_, false); }
  /// Where a point lies in this widget.
  QPointF pointAt(int series, int point) const;
  /// Where a point's error bar ends, above and below.
  std::pair<QPointF, QPointF> spreadAt(int series, int point) const;
  /// Where a series' band lies.
  QRectF bandRect(int series) const;

  QString description() const override;
  QSize minimumSizeHint() const override;
  QSize sizeHint() const override;

 protected:
  bool isEmpty() const override { return series_.empty(); }
  void paintFigures(QPainter& painter, const QRectF& area) const override;

 private:
  struct Layout;
  Layout layOut(const QRectF& area) const;
  ChartAxis axisOf(ChartAxis::Scale scale, bool horizontal) const;
  std::vector<LegendEntry> legend() const;
  QRectF bandIn(const Layout& layout, const ValueBand& band) const;
  static std::pair<QPointF, QPointF> spreadIn(const Layout& layout, const LinePoint& point);
  void paintAxes(QPainter& painter, const Layout& layout) const;
  void paintSeries(QPainter& painter, const Layout& layout, const LineSeries& series) const;

  std::vector<LineSeries> series_;
  ChartAxis::Scale xScale_ = ChartAxis::Scale::linear;
  ChartAxis::Scale yScale_ = ChartAxis::Scale::linear;
  bool counting_ = false;
  QString xTitle_;
  QString yTitle_;
};

}  // namespace espy::desktop
