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
  double spread = 0;  ///< half-length of the error bar; 0: none
};

/// A value that is missing.
struct LineGap {
  double x = 0;
  QString reason;
};

struct LineSeries {
  QString name;
  int series = 0;  ///< determines colour and marker
  std::vector<LinePoint> points;
  bool ideal = false;      ///< reference line: dashed, without markers
  bool published = false;  ///< by others: dashed, with hollow markers
  bool joined = true;      ///< false: markers without a line
  std::vector<LineGap> gaps = {};
  /// Published range of y over the whole chart, instead of points.
  std::optional<ValueBand> band = {};
};

/// Line chart with markers and error bars.
class LineChart : public Chart {
  Q_OBJECT

 public:
  explicit LineChart(QWidget* parent = nullptr);

  void setSeries(std::vector<LineSeries> series);
  const std::vector<LineSeries>& series() const { return series_; }
  void setTitles(const QString& x, const QString& y);
  void setScales(ChartAxis::Scale x, ChartAxis::Scale y);
  /// Whether x values are integers.
  void setCounting(bool counting);

  ChartAxis xAxis() const { return axisOf(xScale_, true); }
  ChartAxis yAxis() const { return axisOf(yScale_, false); }
  /// Position of a point in widget coordinates.
  QPointF pointAt(int series, int point) const;
  /// Upper and lower end of a point's error bar.
  std::pair<QPointF, QPointF> spreadAt(int series, int point) const;
  /// Rectangle of a series' band.
  QRectF bandRect(int series) const;
  /// Position of the cross of a gap: above the x axis.
  QPointF gapAt(int series, int gap) const;
  QString textAt(const QPointF& position) const override;

  QString description() const override;
  QSize minimumSizeHint() const override;
  QSize sizeHint() const override;

 protected:
  bool isEmpty() const override { return series_.empty(); }
  void paintFigures(QPainter& painter, const QRectF& area) const override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Layout;
  Layout layOut(const QRectF& area) const;
  ChartAxis axisOf(ChartAxis::Scale scale, bool horizontal) const;
  std::vector<LegendEntry> legend() const;
  QRectF bandIn(const Layout& layout, const ValueBand& band) const;
  static std::pair<QPointF, QPointF> spreadIn(const Layout& layout, const LinePoint& point);
  QPointF gapIn(const Layout& layout, std::size_t series, double x) const;
  QString textOf(const LinePoint& point) const;
  QString textOf(const LineGap& gap) const;
  void paintAxes(QPainter& painter, const Layout& layout) const;
  void paintSeries(QPainter& painter, const Layout& layout, const LineSeries& series) const;
  void paintSpreads(QPainter& painter, const Layout& layout, const LineSeries& series) const;

  std::vector<LineSeries> series_;
  ChartAxis::Scale xScale_ = ChartAxis::Scale::linear;
  ChartAxis::Scale yScale_ = ChartAxis::Scale::linear;
  bool counting_ = false;
  QString xTitle_;
  QString yTitle_;
};

}  // namespace espy::desktop
