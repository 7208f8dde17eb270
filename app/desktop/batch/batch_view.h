// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QWidget>
#include <memory>

#include "batch/batch_form.h"
#include "batch/batch_queue.h"
#include "batch/batch_run.h"
#include "batch/batch_table.h"
#include "model/folder_scan.h"
#include "widgets/status_label.h"

namespace espy::desktop {

/// View of a batch: list of images, output settings and progress.
class BatchView : public QWidget {
  Q_OBJECT

 public:
  explicit BatchView(const Registry& registry, QWidget* parent = nullptr);
  /// With another runner, for tests.
  explicit BatchView(std::unique_ptr<BatchRunner> runner, QWidget* parent = nullptr);

  /// Sets the needles of the next start.
  void setNeedles(std::vector<NeedleItem> needles);
  void setSettings(const SearchSettings& search, const MarkSettings& marks);
  /// Replaces the list by these files and the pictures in these folders.
  void setImages(const QStringList& paths);
  /// Appends instead.
  void addImages(const QStringList& paths);

  void start();
  void cancel();
  bool running() const { return run_->running(); }

  const BatchQueue& queue() const { return *queue_; }
  BatchForm& form() { return *form_; }
  /// Text of the status line.
  QString message() const { return message_->sentence(); }
  bool inTrouble() const { return message_->tone() == StatusLabel::Tone::trouble; }

 signals:
  /// `markedPath` is empty if no marked picture was written.
  void openWanted(const QString& imagePath, const QString& markedPath);
  void ended();

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragLeaveEvent(QDragLeaveEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  QLayout* makeImageButtons();
  QLayout* makeFilters();
  QLayout* makeRunLine();
  void showListed();
  void connectParts();
  void chooseFiles();
  void chooseFolder();
  void removeSelected();
  void open(const QModelIndex& index);
  void showProgress(double part, double secondsLeft);
  void finish(const QString& trouble);
  void say(const QString& sentence, StatusLabel::Tone tone = StatusLabel::Tone::plain);
  void refresh();
  void retry();
  /// Why the batch cannot start; empty if it can.
  QString obstacle() const;
  void openFolder();

  BatchQueue* queue_;
  BatchRun* run_;
  FolderScan* scan_;
  std::vector<NeedleItem> needles_;
  QString outputFolder_;    ///< of the last run
  bool retryable_ = false;  ///< the list is that of the last run
  SearchSettings search_;
  BatchTable* table_;
  BatchForm* form_;
  QCheckBox* recursive_;
  QPushButton* addFiles_;
  QPushButton* addFolder_;
  QPushButton* remove_;
  QPushButton* start_;
  QPushButton* cancel_;
  QPushButton* retry_;
  QPushButton* openFolder_;
  QLabel* obstacle_;
  QProgressBar* progress_;
  QLabel* timeLeft_;
  QLabel* listed_;
  StatusLabel* message_;
};

}  // namespace espy::desktop
