// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "timing/chart.h"

namespace espy::desktop {

/// A part of a bar.
struct BarSegment {
  QString name;
  int series = -1;  ///< its look (chart_style.h)
  double value = 0;
};

/// One row of a bar chart: a line of text, and under it a bar, or a sentence why there is none.
struct BarRow {
  QString label;   ///< to the left over the bar
  QString detail;  ///< to the right over the bar
  QString refusal;
  std::vector<BarSegment> segments;
  std::optional<double> middle;  ///< where the whisker's middle is
  double spread = 0;             ///< half the whisker's length
  std::optional<double> apart;   ///< a value that is shown apart, by a mark of its own
  bool wrong = false;            ///< its detail is a warning
};

/// Horizontal stacked bars, with whiskers.
class BarChart : public Chart {
  Q_OBJECT

 public:
  explicit BarChart(QWidget* parent = nullptr);

  void setRows(std::vector<BarRow> rows);
  const std::vector<BarRow>& rows() const { return rows_; }
  void setScale(ChartAxis::Scale scale);
  /// What the axis counts ("milliseconds"), what the whisker is, and what the mark apart is.
  void setWords(const QString& axisTitle, const QString& middleName, const QString& apartName);

  ChartAxis axis() const;
  /// Where a segment lies in this widget; its width is to the axis' scale.
  QRectF segmentRect(int row, int segment) const;

  QString description() const override;
  QSize minimumSizeHint() const override;
  QSize sizeHint() const override;

 protected:
  bool event(QEvent* event) override;
  bool isEmpty() const override { return rows_.empty(); }
  void paintFigures(QPainter& painter, const QRectF& area) const override;

 private:
  struct Layout;
  Layout layOut(const QRectF& area) const;
  QRectF segmentIn(const Layout& layout, int row, int segment) const;
  std::vector<LegendEntry> legend() const;
  void paintAxis(QPainter& painter, const Layout& layout) const;
  void paintRow(QPainter& painter, const Layout& layout, int row) const;
  void paintSegment(QPainter& painter, const QRectF& place, const BarSegment& segment) const;
  void paintMiddle(QPainter& painter, const Layout& layout, int row) const;
  void paintApart(QPainter& painter, const Layout& layout, int row) const;

  std::vector<BarRow> rows_;
  ChartAxis::Scale scale_ = ChartAxis::Scale::linear;
  QString axisTitle_;
  QString middleName_;
  QString apartName_;
};

}  // namespace espy::desktop
