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

/// A match as drawn over the lanes.
struct LaneMark {
  struct Part {
    int lane = 0;
    std::int64_t from = 0;
    std::int64_t to = 0;
  };
  int number = 0;  ///< in the list, from 1
  std::vector<Part> parts;
};

/// A recording's channels as stacked lanes on a common time axis. A motif is selected by dragging;
/// matches are marked.
class LanesView : public QAbstractScrollArea {
  Q_OBJECT

 public:
  explicit LanesView(QWidget* parent = nullptr);

  void setRecording(const ShownRecordingPtr& recording);
  const ShownRecordingPtr& recording() const { return recording_; }
  /// The motif if it comes from this recording, else an empty span.
  void setMotif(const LaneSpan& motif);
  const LaneSpan& motif() const { return motif_; }
  void setMarks(std::vector<LaneMark> marks);
  const std::vector<LaneMark>& marks() const { return marks_; }
  /// The highlighted mark; -1: none.
  void setCurrentMark(int mark);
  /// Playback position, or where playback would begin, in samples.
  void setCursorPlace(std::optional<double> sample);
  std::optional<double> cursorPlace() const { return cursor_; }
  /// Call when more levels are available.
  void refresh();

  const TimeWindow& window() const { return window_; }
  void fit();
  void zoom(double times);
  void showPart(double from, double to);
  void revealPart(double from, double to);
  void setFrom(double sample);

  int currentLane() const { return lane_; }
  /// Visible lanes from top to bottom.
  const std::vector<int>& shownLanes() const { return arrangement_.rows; }
  /// Hides a lane, unless it is the only visible one.
  void hideLane(int lane);
  void showAllLanes();
  /// Moves a lane down by `by` rows.
  void moveLane(int lane, int by);
  const LaneScale& laneScale(int lane) const { return laneScales_[static_cast<std::size_t>(lane)]; }
  /// Multiplies a lane's vertical scale; the value at `y` (viewport) stays there.
  void scaleLane(int lane, double times, double y);
  /// Scales a lane to its visible part; if it has a scale of its own, resets it to the whole
  /// channel's range.
  void fitLane(int lane);
  /// Curve area of a lane, in viewport coordinates.
  QRectF laneRect(int lane) const;
  /// x of a sample in viewport coordinates.
  double xOf(double sample) const;
  int headerWidth() const;
  int rulerHeight() const;
  /// Data read for the last paint event.
  const ReadCount& lastRead() const { return lastRead_; }

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  /// During a drag or a move of the motif.
  void motifChanged(const espy::desktop::LaneSpan& motif);
  /// After the drag.
  void motifChosen();
  void markChosen(int mark);
  void placeChosen(double sample);
  void windowChanged();
  void laneChosen(int lane);
  void searchWanted();
  void playWanted();
  /// Requests the match `step` rows further down the list.
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
  /// How the lanes of a recording are arranged.
  struct Arrangement {
    std::vector<int> rows;
    std::map<int, LaneScale> scales;  ///< of lanes with a scale of their own
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
  /// The visible lanes between two, inclusive, sorted by number.
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
  Arrangement arrangement_;
  std::map<int, Arrangement> arrangements_;  ///< by id, of recordings that are not shown now
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
