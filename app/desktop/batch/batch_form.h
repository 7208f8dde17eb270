// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCheckBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QWidget>

#include "espy/engine/batch.h"
#include "model/needle_tray.h"
#include "model/settings.h"

namespace espy::desktop {

/// Form of a batch: needles, options, output folder, naming and summary.
class BatchForm : public QWidget {
  Q_OBJECT

 public:
  explicit BatchForm(QWidget* parent = nullptr);

  void setNeedles(const std::vector<NeedleItem>& needles);
  void setSettings(const SearchSettings& search, const MarkSettings& marks);
  /// Suggests the folder "marked" in that of the first image, unless the user set another one.
  void suggestFolder(const QString& firstImage);

  QString folder() const { return folder_->text().trimmed(); }
  void setFolder(const QString& folder);
  void setNaming(const QString& naming) { naming_->setText(naming); }
  void setSummary(const QString& summary) { summary_->setText(summary); }
  void setOverwrite(bool overwrite) { overwrite_->setChecked(overwrite); }

  /// Path of the summary; empty for none.
  QString summaryPath() const;
  /// Why the fields are invalid, as a sentence; empty if they are valid.
  QString complaint() const;
  /// The job, without images and needles.
  BatchJob job() const;

 private:
  void addFolderRow(QFormLayout& form);
  void browse();

  SearchSettings search_;
  MarkSettings marks_;
  QColor colour_;
  QString suggested_;  ///< folder that was suggested last
  QLabel* needles_;
  QLabel* options_;
  QLineEdit* folder_;
  QLineEdit* naming_;
  QLineEdit* summary_;
  QCheckBox* overwrite_;
};

}  // namespace espy::desktop
