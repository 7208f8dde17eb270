// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <deque>
#include <vector>

#include "charts/chart.h"

namespace espy::desktop {

/// Stacked bars of the latest values, the newest on the right.
class RollingChart : public Chart {
  Q_OBJECT

 public:
  /// Bars that are kept; fewer are shown where there is less space.
  static constexpr std::size_t kMost = 600;
  struct Series {
    QString name;
    int series = -1;  ///< see seriesStyle()
  };

  explicit RollingChart(QWidget* parent = nullptr);

  /// `unit`: above the axis.
  void setSeries(std::vector<Series> series, const QString& unit);
  /// Appends a bar: a value for each series.
  void add(std::vector<double> values);
  void clear();
  std::size_t count() const { return bars_.size(); }
  const std::deque<std::vector<double>>& bars() const { return bars_; }

  QString description() const override;
  QSize minimumSizeHint() const override;
  QSize sizeHint() const override;

 protected:
  bool isEmpty() const override { return bars_.empty(); }
  void paintFigures(QPainter& painter, const QRectF& area) const override;

 private:
  std::vector<LegendEntry> legend() const;
  /// What the axis has to cover: single high bars are cut off.
  double mostOf(std::size_t shown) const;
  void paintTicks(QPainter& painter, const QRectF& plot, const ChartAxis& axis) const;

  std::vector<Series> series_;
  QString unit_;
  std::deque<std::vector<double>> bars_;
  QElapsedTimer described_;
};

}  // namespace espy::desktop
