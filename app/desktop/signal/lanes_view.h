// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractScrollArea>
#include <map>
#include <optional>
#include <vector>

#include "signal/lane_painter.h"
#include "signal/shown_recording.h"
#include "signal/time_scale.h"
#include "signal/time_window.h"

namespace espy::desktop {

/// A match as it lies over the lanes.
struct LaneMark {
  struct Part {
    int lane = 0;
    std::int64_t from = 0;
    std::int64_t to = 0;
  };
  int number = 0;  ///< as the list has it, from 1 on
  std::vector<Part> parts;
};

/// A recording's channels as lanes over each other, on one axis of time. A part of it is dragged
/// out to be looked for; what was found is marked.
class LanesView : public QAbstractScrollArea {
  Q_OBJECT

 public:
  explicit LanesView(QWidget* parent = nullptr);

  void setRecording(const ShownRecordingPtr& recording);
  const ShownRecordingPtr& recording() const { return recording_; }
  /// The motif, if it was taken from this recording.
  void setMotif(const LaneSpan& motif);
  const LaneSpan& motif() const { return motif_; }
  void setMarks(std::vector<LaneMark> marks);
  const std::vector<LaneMark>& marks() const { return marks_; }
  /// The mark that stands out; -1: none.
  void setCurrentMark(int mark);
  /// Where sound is heard now, or would begin.
  void setCursorPlace(std::optional<double> sample);
  std::optional<double> cursorPlace() const { return cursor_; }
  /// More is summed up.
  void refresh();

  const TimeWindow& window() const { return window_; }
  void fit();
  void zoom(double times);
  void showPart(double from, double to);
  void revealPart(double from, double to);
  void lookFrom(double sample);

  int currentLane() const { return lane_; }
  /// Lanes as they lie below each other; those that are hidden are not among them.
  const std::vector<int>& shownLanes() const { return look_.rows; }
  /// Hides a lane; the last one stays.
  void hideLane(int lane);
  void showAllLanes();
  /// By so many places down.
  void moveLane(int lane, int by);
  const LaneScale& laneScale(int lane) const { return laneScales_[static_cast<std::size_t>(lane)]; }
  /// So many times as high; what is at `y`, in the viewport, stays there.
  void scaleLane(int lane, double times, double y);
  /// To what is seen of it; a lane that has a scale of its own gets that of the whole channel back.
  void fitLane(int lane);
  /// Where a lane's curve is painted, in the viewport.
  QRectF laneRect(int lane) const;
  /// The x of a sample in the viewport.
  double xOf(double sample) const;
  int headerWidth() const;
  int rulerHeight() const;
  /// What the last picture read.
  const ReadCount& lastRead() const { return lastRead_; }

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  /// While it is dragged out or moved.
  void motifChanged(const espy::desktop::LaneSpan& motif);
  /// It will stay so for now.
  void motifChosen();
  void markChosen(int mark);
  void placeChosen(double sample);
  void windowChanged();
  void laneChosen(int lane);
  void searchWanted();
  void playWanted();
  /// To the match so many further down the list.
  void stepWanted(int step);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;
  void changeEvent(QEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  enum class Drag { none, motif, begin, end, pan };
  /// How the lanes of a recording were arranged.
  struct Look {
    std::vector<int> rows;
    std::map<int, LaneScale> scales;  ///< of lanes that have one of their own
  };

  // lanes_paint.cpp
  void paintRuler(QPainter& painter, const std::vector<TimeScale::Tick>& ticks) const;
  void paintGround(QPainter& painter, int lane, const std::vector<TimeScale::Tick>& ticks) const;
  void paintHeader(QPainter& painter, int lane) const;
  void paintMotif(QPainter& painter, int lane) const;
  void paintMarks(QPainter& painter, int lane) const;
  void paintMark(QPainter& painter, int mark, const LaneMark::Part& part) const;
  void paintRecordingMarks(QPainter& painter, int lane) const;
  QRectF spanRect(int lane, double from, double to) const;

  // lanes_input.cpp
  Drag dragAt(const QPointF& place) const;
  int laneAt(double y) const;
  int markAt(const QPointF& place) const;
  void dragMotif(const QPointF& place);
  void changeMotif(const LaneSpan& motif);
  bool moveMotif(const QKeyEvent& event);
  bool pressed(const QKeyEvent& event);
  bool walk(int key);
  void toggleLane(int lane);
  void beginMotif();
  void chooseLane(int lane);

  // lanes_arrange.cpp
  int rowOf(int lane) const;
  void arranged();
  void stepLane(int by);
  bool arrangeBy(const QKeyEvent& event);
  /// The lanes between two, as they lie, in order of their numbers.
  std::vector<int> lanesBetween(int one, int other) const;

  void windowMoved();
  int lanes() const { return recording_ ? recording_->lanes() : 0; }
  int laneHeight() const;
  int visibleHeight() const;
  void arrange();
  void describe();
  std::int64_t sampleAt(double x) const;

  ShownRecordingPtr recording_;
  TimeScale scale_;
  TimeWindow window_;
  LaneSpan motif_;
  std::vector<LaneMark> marks_;
  std::vector<LaneScale> laneScales_;
  Look look_;
  std::map<int, Look> looks_;  ///< of recordings that are not shown now, by their ids
  int currentMark_ = -1;
  int lane_ = 0;
  std::optional<double> cursor_;
  ReadCount lastRead_;

  Drag drag_ = Drag::none;
  QPointF pressedAt_;
  QPointF lastAt_;
  bool moved_ = false;
};

}  // namespace espy::desktop

Q_DECLARE_METATYPE(espy::desktop::LaneSpan)
