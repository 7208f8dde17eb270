// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPixmap>
#include <QWidget>
#include <utility>
#include <vector>

#include "signal/lane_painter.h"
#include "signal/shown_recording.h"

namespace espy::desktop {

/// All of a recording, small: one of its lanes, where matches are, and what is seen of it. Click or
/// drag to move.
class OverviewStrip : public QWidget {
  Q_OBJECT

 public:
  using Part = std::pair<std::int64_t, std::int64_t>;

  explicit OverviewStrip(QWidget* parent = nullptr);

  void setLane(const ShownRecordingPtr& recording, int lane);
  void setWindow(const TimeWindow& window, double left);
  void setMarks(std::vector<Part> marks);
  void setMotif(Part motif);
  /// More is summed up.
  void refresh();
  /// Where what is seen lies in it.
  QRectF seen() const;

  QSize sizeHint() const override;

 signals:
  /// The left edge is wanted at this sample.
  void lookWanted(double sample);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void makeCurve();
  void look(double x);
  QRectF inner() const;
  double xOf(std::int64_t sample) const;

  ShownRecordingPtr recording_;
  int lane_ = 0;
  TimeWindow window_;
  double left_ = 0;  ///< where the lanes begin
  std::vector<Part> marks_;
  Part motif_{0, 0};
  QPixmap curve_;
};

}  // namespace espy::desktop
