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

/// Overview of a whole recording: one lane, the matches, and the visible part. A click or a drag
/// moves the view.
class OverviewStrip : public QWidget {
  Q_OBJECT

 public:
  using Part = std::pair<std::int64_t, std::int64_t>;

  explicit OverviewStrip(QWidget* parent = nullptr);

  void setLane(const ShownRecordingPtr& recording, int lane);
  void setWindow(const TimeWindow& window, double left);
  void setMarks(std::vector<Part> marks);
  void setMotif(Part motif);
  /// Call when more levels are available.
  void refresh();
  /// Rectangle of the visible part.
  QRectF seen() const;

  QSize sizeHint() const override;

 signals:
  /// Requests this sample at the left edge of the view.
  void viewWanted(double sample);

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
  double left_ = 0;  ///< left edge of the lanes
  std::vector<Part> marks_;
  Part motif_{0, 0};
  QPixmap curve_;
};

}  // namespace espy::desktop
