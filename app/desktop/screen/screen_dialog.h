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

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace espy::desktop {

class ProgressRow;
class StatusLabel;

/// A screened copy of a picture.
struct Screened {
  PicturePtr picture;
  std::int64_t kept = 0;
};

/// Dialog of Tools > Screen by colour: the conditions of `espy screen`, and how the rest is marked.
/// Copies are made in the background, the latest conditions only; one that was previewed is the
/// result.
class ScreenDialog : public QDialog {
  Q_OBJECT

 public:
  explicit ScreenDialog(const Registry& registry, QWidget* parent = nullptr);

  /// The picture to screen; null: none. A copy that this dialog made stands for its original, so
  /// that other conditions replace the earlier ones.
  void setPicture(PicturePtr picture);
  /// Appends a colour to keep.
  void addColour(QColor colour);

 signals:
  /// A copy of the picture, marked.
  void screened(const espy::desktop::PicturePtr& picture);
  /// What `screened` would give; null: nothing.
  void previewed(const espy::desktop::PicturePtr& picture);
  void pickingChanged(bool on);

 private:
  void makeRows();
  /// The conditions; none if they are invalid: then the status shows the reason.
  std::optional<Screening> conditions();
  /// Forgets the copy, and makes another for the preview.
  void check();
  void apply();
  void make(const Screening& conditions);
  void stop();
  void take(const Outcome<Screened>& outcome);
  /// Replaces the picture by the copy.
  void commit();
  void refresh();

  const Registry& registry_;
  PicturePtr picture_;
  std::vector<std::weak_ptr<const Picture>> made_;  ///< copies of `picture_`
  Screened copy_;         ///< by the present conditions; no picture: not made yet
  bool applies_ = false;  ///< the copy that is being made becomes the picture
  QLineEdit* colours_;
  QPushButton* pick_;
  QSpinBox* tolerance_;
  QLineEdit* where_;
  QSpinBox* edges_;
  QComboBox* style_;
  QCheckBox* preview_;
  StatusLabel* status_;
  ProgressRow* progress_;
  QPushButton* apply_;
  Job job_;
};

}  // namespace espy::desktop
