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
  int series = -1;  ///< its look (chart_style.h)
  double value = 0;
};

/// One row of a bar chart: a line of text, and under it a bar, or a sentence why there is none.
struct BarRow {
  QString label;   ///< to the left over the bar
  QString detail;  ///< to the right over the bar
  QString refusal;
  std::vector<BarSegment> segments;
  std::optional<double> middle;        ///< where the whisker's middle is
  double spread = 0;                   ///< half the whisker's length
  std::optional<double> apart;         ///< a value that is shown apart, by a mark of its own
  bool wrong = false;                  ///< its detail is a warning
  std::optional<ValueBand> band = {};  ///< in the place of a bar: what others tell of
};

/// Horizontal stacked bars, with whiskers.
class BarChart : public Chart {
  Q_OBJECT

 public:
  explicit BarChart(QWidget* parent = nullptr);

  void setRows(std::vector<BarRow> rows);
  const std::vector<BarRow>& rows() const { return rows_; }
  void setScale(ChartAxis::Scale scale);
  /// What the axis counts ("milliseconds"), what the whisker is, what the mark apart is, and what
  /// a band is.
  void setWords(const QString& axisTitle, const QString& middleName, const QString& apartName,
                const QString& bandName = {});

  ChartAxis axis() const;
  /// Where a segment lies in this widget; its width is to the axis' scale.
  QRectF segmentRect(int row, int segment) const;
  /// Where a row's band lies.
  QRectF bandRect(int row) const;

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
  void paintRowBand(QPainter& painter, const Layout& layout, int row) const;
  /// That a value lies beyond the axis.
  void paintBeyond(QPainter& painter, const QRectF& bar, const QString& text) const;

  std::vector<BarRow> rows_;
  ChartAxis::Scale scale_ = ChartAxis::Scale::linear;
  QString axisTitle_;
  QString middleName_;
  QString apartName_;
  QString bandName_;
};

}  // namespace espy::desktop
