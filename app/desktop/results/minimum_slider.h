// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDoubleSpinBox>
#include <QSlider>
#include <QWidget>

#include "results/score_histogram.h"

namespace espy::desktop {

/// A score from 0 to 1 in thousandths, by slider and by number; behind the slider stands how many
/// matches have which score.
class MinimumSlider : public QWidget {
  Q_OBJECT

 public:
  explicit MinimumSlider(QWidget* parent = nullptr);

  double value() const { return value_; }
  /// Says nothing; a value between two steps shows as the lower one.
  void setValue(double value);
  void setHistogram(const ScoreCounts& counts);

 signals:
  void changed(double value);  ///< by somebody at the keyboard or the mouse

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void show(int thousandths);

  double value_ = 0;
  ScoreHistogram* histogram_;
  QSlider* slider_;
  QDoubleSpinBox* number_;
};

}  // namespace espy::desktop
