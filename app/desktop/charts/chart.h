// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QWidget>
#include <vector>

#include "charts/chart_axis.h"

namespace espy::desktop {

/// A range of values published by others, shown for comparison.
struct ValueBand {
  double least = 0;
  double most = 0;
};

/// Base class of charts: paints into any rectangle, on screen or for files, and provides a text
/// description.
class Chart : public QWidget {
  Q_OBJECT

 public:
  explicit Chart(QWidget* parent = nullptr);

  /// The chart as on screen, with `ratio` times its resolution.
  QImage picture(double ratio) const;
  /// Paints into a rectangle of any painter.
  void paintInto(QPainter& painter, const QRectF& area) const;
  /// Text in the middle of an empty chart.
  void setEmptyText(const QString& text);
  /// The figures as text, for screen readers.
  virtual QString description() const = 0;
  /// The figure at a position in widget coordinates, or why it is missing, as text; empty: none.
  virtual QString textAt(const QPointF& /*position*/) const { return {}; }

 protected:
  virtual bool isEmpty() const = 0;
  /// Paints a non-empty chart. The caller restores the painter's state.
  virtual void paintFigures(QPainter& painter, const QRectF& area) const = 0;
  const QString& emptyText() const { return emptyText_; }
  /// Call after the figures changed.
  void figuresChanged();

  /// Colour of secondary text.
  QColor quietInk() const;
  QColor gridInk() const;

  /// Position of a value on a horizontal axis below `plot`.
  static double xOn(const ChartAxis& axis, const QRectF& plot, double value);
  void paintTicksBelow(QPainter& painter, const QRectF& plot, const ChartAxis& axis) const;

  struct LegendEntry {
    enum class Sign { box, line, published, ideal, apart, whisker, band, hollow, gap };
    QString name;
    int series = -1;
    Sign sign = Sign::box;
  };
  /// Height of a legend of this width.
  double legendHeight(const std::vector<LegendEntry>& entries, double width) const;
  void paintLegend(QPainter& painter, const QRectF& area,
                   const std::vector<LegendEntry>& entries) const;
  /// Published range: hatched, to distinguish it from measured ones.
  void paintBand(QPainter& painter, const QRectF& place) const;
  /// Mark of a value shown separately.
  void paintDiamond(QPainter& painter, const QPointF& at) const;
  /// A line from `left` to `right` with a cross line at `middle`.
  void paintWhisker(QPainter& painter, double left, double middle, double right, double y,
                    double cap) const;
  /// Marker of a data point; its shape depends on the series.
  void paintMarker(QPainter& painter, const QPointF& at, int series, const QColor& colour,
                   bool hollow = false) const;
  /// A dashed, empty bar: a published value.
  void paintHollow(QPainter& painter, const QRectF& place) const;
  /// A cross: a value that was not measured.
  void paintCross(QPainter& painter, const QPointF& at, const QColor& colour) const;

  /// Shows `textAt` as a tooltip.
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void paintSign(QPainter& painter, const QRectF& place, const LegendEntry& entry) const;
  /// Calls place(entry, rectangle) for each entry in reading order; returns the height.
  template <class Place>
  double layOutLegend(const std::vector<LegendEntry>& entries, double width,
                      const Place& place) const;

  QString emptyText_;
};

}  // namespace espy::desktop
