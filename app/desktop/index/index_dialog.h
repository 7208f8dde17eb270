// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <QStringList>

#include "model/folder_scan.h"
#include "model/job.h"

class QCheckBox;
class QLineEdit;
class QPushButton;

namespace espy::desktop {

class ProgressRow;
class StatusLabel;

/// Dialog of Tools > Make an index: a folder of pictures, and where the index is to be.
class IndexDialog : public QDialog {
  Q_OBJECT

 public:
  explicit IndexDialog(QWidget* parent = nullptr);

  /// Also suggests a path for the index, unless the user set one.
  void setFolder(const QString& folder);
  void setIndex(const QString& path);
  void make();
  void stop();
  bool running() const { return scan_.running() || job_.running(); }
  /// Text of the status line.
  QString message() const;

 signals:
  void made(const QString& index);  ///< path of a finished index
  void ended();                     ///< made, failed or stopped

 private:
  void makeRows();
  void chooseFolder();
  void chooseIndex();
  void build(const QStringList& files);
  void end(const QString& sentence, bool trouble);
  void refresh();

  QLineEdit* folder_;
  QLineEdit* index_;
  QString suggested_;  ///< path of the index that was suggested last
  QCheckBox* recursive_;
  StatusLabel* status_;
  ProgressRow* progress_;
  QPushButton* make_ = nullptr;
  FolderScan scan_;
  Job job_;
};

}  // namespace espy::desktop
