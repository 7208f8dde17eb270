// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <array>

#include "model/poses.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QGridLayout;
class QLabel;

namespace espy::desktop {

class StatusLabel;

/// Form for the poses to search: a few presets, or custom ranges. Invalid ranges are not emitted;
/// the core's error message is shown.
class PoseForm : public QWidget {
  Q_OBJECT

 public:
  explicit PoseForm(QWidget* parent = nullptr);

  /// Shows these settings without emitting signals.
  void show(Method method, const PoseOptions& pose);
  /// Combo box of the first row, to align labels with other forms.
  QComboBox& choice() { return *choice_; }

 signals:
  void changed(const espy::PoseOptions& pose);

 private:
  /// First, last, step.
  using Fields = std::array<QDoubleSpinBox*, 3>;

  void makeChoice();
  void makeOwn();
  Fields addRange(QGridLayout& grid, int row, const QString& label, const QString& tip,
                  const std::array<QString, 3>& names, double least, double most);
  void choose();
  void read();
  void enable();
  bool isOwn() const;

  Method method_ = Method::exact;
  PoseOptions pose_;
  bool showing_ = false;  ///< fields are set by the program, not by the user
  QFormLayout* row_ = nullptr;
  QComboBox* choice_ = nullptr;
  QLabel* title_ = nullptr;
  QWidget* own_ = nullptr;
  QWidget* ranges_ = nullptr;  ///< of angles and sizes
  Fields angle_{};
  Fields scale_{};
  QCheckBox* quarterTurns_ = nullptr;
  QCheckBox* flip_ = nullptr;
  QCheckBox* inverted_ = nullptr;
  QCheckBox* complete_ = nullptr;
  StatusLabel* trouble_ = nullptr;
};

}  // namespace espy::desktop
