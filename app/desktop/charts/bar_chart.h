// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "charts/chart.h"

namespace espy::desktop {

/// A part of a bar.
struct BarSegment {
  QString name;
  int series = -1;  ///< see seriesStyle()
  double value = 0;
};

/// One row of a bar chart: a line of text above a bar, or a message instead of a bar.
struct BarRow {
  QString label;   ///< above the bar, left
  QString detail;  ///< above the bar, right
  QString refusal;
  std::vector<BarSegment> segments;
  std::optional<double> middle;        ///< centre of the whisker
  double spread = 0;                   ///< half-length of the whisker
  std::optional<double> apart;         ///< a value with a separate mark
  bool wrong = false;                  ///< `detail` is a warning
  std::optional<ValueBand> band = {};  ///< published range, replaces the bar
  /// Published value: a bar of its own above the other.
  std::optional<double> published = {};
};

/// Horizontal stacked bar chart with whiskers.
class BarChart : public Chart {
  Q_OBJECT

 public:
  explicit BarChart(QWidget* parent = nullptr);

  void setRows(std::vector<BarRow> rows);
  const std::vector<BarRow>& rows() const { return rows_; }
  void setScale(ChartAxis::Scale scale);
  /// Sets the axis title ("milliseconds") and the legend's texts for `middle`, `apart`, and `band`
  /// or `published` of a `BarRow`.
  void setWords(const QString& axisTitle, const QString& middleName, const QString& apartName,
                const QString& bandName = {});

  ChartAxis axis() const;
  /// Rectangle of a segment in widget coordinates.
  QRectF segmentRect(int row, int segment) const;
  /// Rectangle of a row's band.
  QRectF bandRect(int row) const;
  /// Rectangle of a row's published value.
  QRectF publishedRect(int row) const;
  QString textAt(const QPointF& position) const override;

  QString description() const override;
  QSize minimumSizeHint() const override;
  QSize sizeHint() const override;

 protected:
  bool isEmpty() const override { return rows_.empty(); }
  void paintFigures(QPainter& painter, const QRectF& area) const override;

 private:
  struct Layout;
  Layout layOut(const QRectF& area) const;
  /// Where the row's stages or message are: without its published value.
  QRectF barIn(const Layout& layout, int row) const;
  QRectF segmentIn(const Layout& layout, int row, int segment) const;
  QRectF publishedIn(const Layout& layout, int row) const;
  double leastRowHeight() const;
  std::vector<LegendEntry> legend() const;
  void paintAxis(QPainter& painter, const Layout& layout) const;
  void paintRow(QPainter& painter, const Layout& layout, int row) const;
  void paintHead(QPainter& painter, const Layout& layout, int row) const;
  void paintSegment(QPainter& painter, const QRectF& place, const BarSegment& segment) const;
  void paintMiddle(QPainter& painter, const Layout& layout, int row) const;
  void paintApart(QPainter& painter, const Layout& layout, int row) const;
  void paintRowBand(QPainter& painter, const Layout& layout, int row) const;
  /// Paints an arrow for a value beyond the axis.
  void paintBeyond(QPainter& painter, const QRectF& bar, const QString& text) const;

  std::vector<BarRow> rows_;
  ChartAxis::Scale scale_ = ChartAxis::Scale::linear;
  QString axisTitle_;
  QString middleName_;
  QString apartName_;
  QString bandName_;
};

}  // namespace espy::desktop
