// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <memory>
#include <optional>
#include <vector>

#include "espy/engine/mark.h"
#include "model/job.h"
#include "model/picture.h"

class QComboBox;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace espy::desktop {

class StatusLabel;

/// Dialog of Tools > Screen by colour: the conditions of `espy screen`, and how the rest is marked.
class ScreenDialog : public QDialog {
  Q_OBJECT

 public:
  explicit ScreenDialog(const Registry& registry, QWidget* parent = nullptr);

  /// The picture to screen; null: none. A copy that this dialog made stands for its original, so
  /// that other conditions replace the earlier ones.
  void setPicture(PicturePtr picture);
  /// Appends a colour to keep.
  void addColour(QColor colour);
  /// While this is on, a click in the picture is to call `addColour`.
  bool isPicking() const;

 signals:
  /// A copy of the picture, marked.
  void screened(const espy::desktop::PicturePtr& picture);
  void pickingChanged(bool on);

 private:
  void makeRows();
  /// The conditions; none if they are invalid: then the status shows the reason.
  std::optional<Screening> conditions();
  void check();
  void apply();
  void refresh();

  const Registry& registry_;
  PicturePtr picture_;
  std::vector<std::weak_ptr<const Picture>> made_;  ///< copies of `picture_`
  QLineEdit* colours_;
  QPushButton* pick_;
  QSpinBox* tolerance_;
  QLineEdit* where_;
  QSpinBox* edges_;
  QComboBox* style_;
  StatusLabel* status_;
  QPushButton* apply_;
  Job job_;
};

}  // namespace espy::desktop
