// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QImage>
#include <QWidget>
#include <memory>
#include <vector>

#include "canvas/marks.h"
#include "demo/race_plan.h"

namespace espy::desktop {

/// A match to draw in the race.
struct RaceMatch {
  QRect window;  ///< in pixels of the scene
  QColor colour;
};

std::vector<RaceMatch> raceMatchesOf(const Marks& marks);

/// Thumbnails of the scene before and after each pass, prepared so that a frame only copies.
struct RacePictures {
  RacePictures() = default;
  /// `scene` is a thumbnail; `whole` is the size of the full picture.
  RacePictures(const QImage& scene, QSize whole, const std::vector<RaceMatch>& matches);

  QImage scene;
  QImage flagged;  ///< after pass 1: base pixels
  QImage inside;   ///< after pass 2: windows
  QImage marked;   ///< after pass 3: outlines
};

/// "openmp, 4 threads", or "plain loop".
QString nameOf(const RaceRunner& runner);

/// Lane of one engine: a thumbnail over which the current stage's line moves, and below it the
/// stages to scale and a clock.
class RaceLane : public QWidget {
  Q_OBJECT

 public:
  /// `whole` is the length of the race in milliseconds, the scale of the strip of stages.
  RaceLane(RaceRunner runner, double whole, QWidget* parent = nullptr);

  /// Sets the pictures that all lanes share.
  void setPictures(std::shared_ptr<const RacePictures> pictures);
  void setTime(double milliseconds);
  /// Marks the lane that finishes first.
  void setWinner(bool winner);
  const RaceMoment& moment() const { return moment_; }
  const RaceRunner& runner() const { return runner_; }

  /// Text of the current stage and time, for assistive technology.
  QString status() const;
  /// Rectangle of the thumbnail; its longer side determines the thumbnails' size.
  QRect pictureRect() const;
  /// Rectangle of a stage in the strip, to the scale of the race.
  QRectF stripRect(int stage) const;
  /// Rectangle of the name above.
  QRect headRect() const;
  /// Rectangle of the text below, high enough for the status at arrival.
  QRect footRect() const;

  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void paintPicture(QPainter& painter) const;
  void paintStrip(QPainter& painter) const;
  void paintWords(QPainter& painter) const;
  void measureWords();

  RaceRunner runner_;
  double whole_;
  bool winner_ = false;
  int headHeight_ = 0;
  int footHeight_ = 0;
  RaceMoment moment_;
  std::shared_ptr<const RacePictures> pictures_;
};

}  // namespace espy::desktop
