// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <memory>
#include <vector>

#include "canvas/marks.h"
#include "timing/timing_runner.h"

class QLabel;
class QProgressBar;

namespace espy::desktop {

class RaceView;

/// Dialog that measures the engines a few times and replays the runs as a race.
class RaceWindow : public QDialog {
  Q_OBJECT

 public:
  explicit RaceWindow(const Registry& registry, QWidget* parent = nullptr);

  /// Measures, then replays; `found` may be null.
  void run(PicturePtr scene, std::vector<NeedleItem> needles, SearchSettings settings,
           MarkSettings marks, std::shared_ptr<const Marks> found);
  /// Replays existing measurements.
  void show(const TimingResultPtr& result, std::shared_ptr<const Marks> found);
  using QDialog::show;

  RaceView& view() { return *view_; }

 private:
  void begin(const TimingResult& result);
  QString plainSentence() const;

  std::shared_ptr<const Marks> found_;
  bool plainLeftOut_ = false;  ///< the reference would have taken too long
  QLabel* about_ = nullptr;
  QProgressBar* progress_ = nullptr;
  RaceView* view_ = nullptr;
  TimingRunner runner_;  ///< last member: its thread ends before the others are destroyed
};

}  // namespace espy::desktop
