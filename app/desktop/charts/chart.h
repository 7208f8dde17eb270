// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QWidget>
#include <vector>

#include "charts/chart_axis.h"

namespace espy::desktop {

/// A range of values that others tell of, to be shown beside ours.
struct ValueBand {
  double least = 0;
  double most = 0;
};

/// What all charts share: they paint themselves into any rectangle, on the screen or for a file,
/// and say in words what they show.
class Chart : public QWidget {
  Q_OBJECT

 public:
  explicit Chart(QWidget* parent = nullptr);

  /// The chart as it is on the screen, at so many pixels for each of the screen's.
  QImage picture(double ratio) const;
  /// Paints into a rectangle of a painter that somebody else owns.
  void paintInto(QPainter& painter, const QRectF& area) const;
  /// What the middle of an empty chart says.
  void setEmptyText(const QString& text);
  /// The figures in words, for those who hear them.
  virtual QString description() const = 0;

 protected:
  virtual bool isEmpty() const = 0;
  /// Paints what is there when the chart is not empty; the painter is put back as it was behind it.
  virtual void paintFigures(QPainter& painter, const QRectF& area) const = 0;
  const QString& emptyText() const { return emptyText_; }
  /// To be called when the figures have changed.
  void figuresChanged();

  /// Text that is less important than other text.
  QColor quietInk() const;
  QColor gridInk() const;

  struct LegendEntry {
    enum class Sign { box, line, ideal, apart, whisker, band };
    QString name;
    int series = -1;
    Sign sign = Sign::box;
  };
  /// The height that a legend of this width takes.
  double legendHeight(const std::vector<LegendEntry>& entries, double width) const;
  void paintLegend(QPainter& painter, const QRectF& area,
                   const std::vector<LegendEntry>& entries) const;
  /// A range that somebody else tells of: hatched, so that nobody takes it for a measured one.
  void paintBand(QPainter& painter, const QRectF& place) const;
  /// The sign of a value that is shown apart.
  void paintDiamond(QPainter& painter, const QPointF& at) const;
  /// From `left` to `right`, with a line across at `middle`.
  void paintWhisker(QPainter& painter, double left, double middle, double right, double y,
                    double cap) const;
  /// A marker of a line's point; its shape is the series' own.
  void paintMarker(QPainter& painter, const QPointF& at, int series, const QColor& colour) const;

  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void paintSign(QPainter& painter, const QRectF& place, const LegendEntry& entry) const;
  /// Calls place(entry, rectangle) for each entry, from left to right and top to bottom; returns
  /// the height.
  template <class Place>
  double layOutLegend(const std::vector<LegendEntry>& entries, double width,
                      const Place& place) const;

  QString emptyText_;
};

}  // namespace espy::desktop
