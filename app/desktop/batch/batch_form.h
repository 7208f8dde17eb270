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

/// What a batch looks for and where its results go.
class BatchForm : public QWidget {
  Q_OBJECT

 public:
  explicit BatchForm(QWidget* parent = nullptr);

  void setNeedles(const std::vector<NeedleItem>& needles);
  void setSettings(const SearchSettings& search, const MarkSettings& marks);
  /// A folder for the results beside these pictures, unless somebody chose one.
  void suggestFolder(const QString& firstImage);

  QString folder() const { return folder_->text().trimmed(); }
  void setFolder(const QString& folder);
  void setNaming(const QString& naming) { naming_->setText(naming); }
  void setSummary(const QString& summary) { summary_->setText(summary); }
  void setOverwrite(bool overwrite) { overwrite_->setChecked(overwrite); }

  /// The path of the summary, empty where none is wanted.
  QString summaryPath() const;
  /// What cannot be told from these fields, in a sentence, or nothing.
  QString complaint() const;
  /// The job but for its images and needles.
  BatchJob job() const;

 private:
  void addFolderRow(QFormLayout& form);
  void browse();

  SearchSettings search_;
  MarkSettings marks_;
  QColor colour_;
  QString suggested_;  ///< the folder that nobody chose
  QLabel* needles_;
  QLabel* options_;
  QLineEdit* folder_;
  QLineEdit* naming_;
  QLineEdit* summary_;
  QCheckBox* overwrite_;
};

}  // namespace espy::desktop
