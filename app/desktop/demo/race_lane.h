// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <memory>

#include "demo/race_pictures.h"
#include "demo/race_plan.h"

namespace espy::desktop {

/// "openmp, 4 threads", or "plain loop".
QString nameOf(const RaceRunner& runner);

/// One engine's lane: its thumbnail, over which the line of the stage at work moves, and under it
/// the stages to scale and its clock.
class RaceLane : public QWidget {
  Q_OBJECT

 public:
  /// `whole` is the race's length, to which the strip of stages is drawn.
  RaceLane(RaceRunner runner, double whole, QWidget* parent = nullptr);

  /// The same pictures for all lanes.
  void setPictures(std::shared_ptr<const RacePictures> pictures);
  void setTime(double milliseconds);
  /// It arrives before all others.
  void setWinner(bool winner) { winner_ = winner; }
  const RaceMoment& moment() const { return moment_; }
  const RaceRunner& runner() const { return runner_; }

  /// What this lane says in words at this moment.
  QString status() const;
  /// Where the thumbnail goes; its longer side decides how large thumbnails are made.
  QRect pictureRect() const;
  /// Where a stage lies in the strip; its width is to the race's scale.
  QRectF stripRect(int stage) const;

  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void paintPicture(QPainter& painter) const;
  void paintStrip(QPainter& painter) const;
  void paintWords(QPainter& painter) const;

  RaceRunner runner_;
  double whole_;
  bool winner_ = false;
  RaceMoment moment_;
  std::shared_ptr<const RacePictures> pictures_;
};

}  // namespace espy::desktop
