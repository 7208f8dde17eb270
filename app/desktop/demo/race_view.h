// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>
#include <memory>
#include <vector>

#include "demo/race_lane.h"
#include "model/picture.h"

class QCheckBox;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QSlider;

namespace espy::desktop {

class RaceLegend;

/// Replays measured runs side by side over thumbnails of the picture, to scale and in slow motion.
class RaceView : public QWidget {
  Q_OBJECT

 public:
  explicit RaceView(QWidget* parent = nullptr);

  /// Sets up the race and starts it unless motion is reduced. `marks` may be null.
  void start(const std::vector<MeasuredEngine>& measured, const PicturePtr& scene,
             const std::shared_ptr<const Marks>& marks);
  /// The same with other matches.
  void start(const std::vector<MeasuredEngine>& measured, const PicturePtr& scene,
             std::vector<RaceMatch> matches);

  /// Without motion the step button moves from stage to stage.
  void setReducedMotion(bool reduced);
  bool reducedMotion() const { return reduced_; }

  void play();
  void pause();
  void replay();
  /// Advances to the next end of a stage of any engine.
  void step();
  bool playing() const { return timer_.isActive(); }

  /// At speed 1 the slowest engine takes RacePlan::kSlowestSeconds.
  void setSpeed(double speed);
  double speed() const { return speed_; }

  /// The current time, in measured milliseconds.
  double time() const { return time_; }
  void setTime(double milliseconds);
  /// Advances by seconds on the screen.
  void advance(double seconds);

  const RacePlan& plan() const { return plan_; }
  const std::vector<RaceLane*>& lanes() const { return lanes_; }
  /// "1 s here is 0.07 ms in truth: 14,000 times slower than real".
  QString scaleText() const;
  /// "openmp wins: 12 times faster than the plain loop"; empty until all are done.
  QString verdict() const;

 signals:
  void finished();  ///< the last one is done
  void reducedMotionChanged(bool reduced);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  QWidget* makeControls();
  void makeLanes();
  void makePictures();
  void refresh();

  RacePlan plan_;
  PicturePtr scene_;
  std::vector<RaceMatch> matches_;
  QSize made_;  ///< size that the thumbnails were made for
  double time_ = 0;
  double speed_ = 1;
  bool reduced_ = false;
  QTimer timer_;
  QElapsedTimer sinceFrame_;

  std::vector<RaceLane*> lanes_;
  QHBoxLayout* track_ = nullptr;
  QLabel* nobody_ = nullptr;
  QLabel* clock_ = nullptr;
  QLabel* verdict_ = nullptr;
  RaceLegend* legend_ = nullptr;
  QPushButton* play_ = nullptr;
  QPushButton* step_ = nullptr;
  QPushButton* replay_ = nullptr;
  QSlider* slider_ = nullptr;
  QCheckBox* still_ = nullptr;
};

}  // namespace espy::desktop
