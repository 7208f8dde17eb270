// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <memory>
#include <optional>
#include <vector>

#include "denoise/denoise_preview.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QPushButton;
class QSlider;

namespace espy::desktop {

class ProgressRow;
class StatusLabel;

/// Dialog of Tools > Denoise: model and strength, with a preview that follows the slider. The copy
/// that was previewed is the result.
class DenoiseDialog : public QDialog {
  Q_OBJECT

 public:
  explicit DenoiseDialog(const Registry& registry, QWidget* parent = nullptr);

  /// The picture to denoise; null: none. A copy that this dialog made stands for its original, so
  /// that another strength replaces the earlier one.
  void setPicture(PicturePtr picture);
  /// What searches use now, see `searchWanted`.
  void setSearch(double strength);

 signals:
  /// A denoised copy, to replace the picture.
  void denoised(const espy::desktop::PicturePtr& picture);
  /// A copy, which may be smaller, to show over the picture; null: nothing.
  void previewed(const espy::desktop::PicturePtr& picture);
  void curtainWanted(bool on);
  /// Searches are to denoise scene and needles of this strength first; 0: not (`FindOptions`).
  void searchWanted(double strength);

 private:
  void makeRows();
  DenoiseModel model() const;
  /// Sets the range of the strength, and a usual one.
  void takeModel();
  void setStrength(double strength);
  /// Forgets the copy, and makes another.
  void check();
  void apply();
  void stop();
  void take(const DenoisedCopy& copy);
  void tellSearch();
  void refresh();

  std::vector<std::weak_ptr<const Picture>> made_;  ///< copies of the picture
  PicturePtr copy_;  ///< of all pixels, by the present options; null: not made yet
  std::optional<double> noise_;
  bool chosen_ = false;   ///< the user has chosen the strength
  bool applies_ = false;  ///< the copy that is being made becomes the picture
  QComboBox* model_;
  QSlider* slider_;
  QDoubleSpinBox* strength_;
  QPushButton* estimate_;
  QCheckBox* preview_;
  QCheckBox* curtain_;
  QCheckBox* search_;
  StatusLabel* status_;
  ProgressRow* progress_;
  QPushButton* apply_;
  DenoisePreview work_;
};

}  // namespace espy::desktop
