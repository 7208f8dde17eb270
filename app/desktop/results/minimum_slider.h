// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDoubleSpinBox>
#include <QSlider>
#include <QWidget>

namespace espy::desktop {

/// A score from 0 to 1 in thousandths, by slider and by number.
class MinimumSlider : public QWidget {
  Q_OBJECT

 public:
  explicit MinimumSlider(QWidget* parent = nullptr);

  double value() const { return value_; }
  /// Says nothing; a value between two steps shows as the lower one.
  void setValue(double value);

 signals:
  void changed(double value);  ///< by somebody at the keyboard or the mouse

 private:
  void show(int thousandths);

  double value_ = 0;
  QSlider* slider_;
  QDoubleSpinBox* number_;
};

}  // namespace espy::desktop
