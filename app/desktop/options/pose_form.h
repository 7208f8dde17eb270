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

namespace espy::desktop {

class SaidLabel;

/// In which poses needles are looked for: one of a few choices, and below it, for ranges of one's
/// own, what they are. Ranges that make no sense are refused here, in the core's words, and nothing
/// is told of them.
class PoseForm : public QWidget {
  Q_OBJECT

 public:
  explicit PoseForm(QWidget* parent = nullptr);

  /// Shows these, for this method, without telling of a change.
  void show(Method method, const PoseOptions& pose);
  /// The row of the choice, to be aligned with other forms.
  QComboBox& choice() { return *choice_; }

 signals:
  void changed(const espy::PoseOptions& pose);

 private:
  /// From, to, in steps of.
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
  bool showing_ = false;  ///< values come from the program, not from the user
  QFormLayout* row_ = nullptr;
  QComboBox* choice_ = nullptr;
  QWidget* own_ = nullptr;
  Fields angle_{};
  Fields scale_{};
  QCheckBox* quarterTurns_ = nullptr;
  QCheckBox* flip_ = nullptr;
  QCheckBox* inverted_ = nullptr;
  QCheckBox* complete_ = nullptr;
  SaidLabel* trouble_ = nullptr;
};

}  // namespace espy::desktop
