// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QWidget>
#include <memory>

#include "batch/batch_form.h"
#include "batch/batch_queue.h"
#include "batch/batch_run.h"
#include "batch/batch_table.h"
#include "model/folder_scan.h"
#include "results/contact_sheet.h"
#include "results/export_menu.h"
#include "widgets/status_label.h"

namespace espy::desktop {

/// A match of a batch.
struct BatchMatch {
  QString image;   ///< path
  int needle = 0;  ///< id
  Match match;
  SearchSettings settings;  ///< of the batch
};

/// View of a batch: list of images, or contact sheet of its matches; output settings and progress.
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
  /// The matches of the sheet.
  const MatchList& found() const { return *found_; }
  BatchTable& table() { return *table_; }
  ContactSheet& sheet() { return *sheet_; }
  ExportMenu& exports() { return *exports_; }
  /// Text of the status line.
  QString message() const { return message_->sentence(); }
  bool inTrouble() const { return message_->tone() == StatusLabel::Tone::trouble; }

 signals:
  /// `markedPath` is empty if no marked picture was written.
  void openWanted(const QString& imagePath, const QString& markedPath);
  void matchWanted(const espy::desktop::BatchMatch& match);
  void ended();

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragLeaveEvent(QDragLeaveEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  struct Search {
    std::vector<NeedleItem> needles;
    SearchSettings settings;
  };

  QLayout* makeImageButtons();
  QLayout* makeFilters();
  QWidget* makeStateBox();
  QLayout* makeRunLine();
  void showListed();
  void connectParts();
  void chooseFiles();
  void chooseFolder();
  void removeSelected();
  void open(const QModelIndex& index);
  void openMatch(std::uint32_t match);
  /// Updates the sheet if it is shown.
  void showFound();
  void connectSheet();
  void sayUnreadable(const QString& sentence);
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
  Search search_;          ///< of the next start
  Search starting_;        ///< of the last start
  Search searched_;        ///< of the last one that was not refused
  bool outdated_ = false;  ///< found_ is not that of the queue
  QStringList unreadable_;
  QString outputFolder_;    ///< of the last run
  bool retryable_ = false;  ///< the list is that of the last run
  MatchList* found_;        ///< the matches of the sheet
  BatchTable* table_;
  ContactSheet* sheet_;
  QStackedWidget* pages_;  ///< table or sheet
  ExportMenu* exports_;
  BatchForm* form_;
  QWidget* filters_ = nullptr;
  QPushButton* exportSheet_ = nullptr;
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
