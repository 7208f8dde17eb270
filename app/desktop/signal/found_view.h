// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "model/job.h"
#include "signal/recording_list.h"
#include "signal/signal_tools.h"

class QLabel;
class QSortFilterProxyModel;
class QTableView;

namespace espy::desktop {

class FoundTable;
class PathView;

/// The matches of a search in signals: a list, the chosen match beside the motif, and exports.
class FoundView : public QWidget {
  Q_OBJECT

 public:
  /// `open` are the recordings that no export may overwrite.
  FoundView(SignalTools tools, const RecordingList& open, QWidget* parent = nullptr);
  ~FoundView() override;

  void setResult(const SignalResultPtr& result);
  /// Marks are exported of this one.
  void setRecording(ShownRecordingPtr recording) { recording_ = std::move(recording); }
  /// The line over the list.
  void setStatus(const QString& text);
  QString status() const;

  FoundTable& found() { return *found_; }
  PathView& path() { return *path_; }

  /// Rows are those of `found`, in any order of the list.
  void choose(int row);
  int chosen() const;  ///< -1: none
  /// Chooses the match `step` lines further down the list.
  void step(int step);
  /// Copies the selected matches, or all.
  void copy(bool all);
  /// Wants all that are at least as similar as the chosen match.
  void findAllAlike();
  /// Wants the chosen match as the motif.
  void takeMatch();
  /// Asks where to write the matches.
  void askWhere(bool marks);
  /// Writes the matches, by the ending as csv or json; as marks edf, atr or csv.
  void exportTo(const QString& path, bool marks);

 signals:
  void chosenChanged();
  void allWanted(double distance);
  void motifWanted(const espy::desktop::FoundMotif& found);
  void failed(const QString& sentence);
  void exported(const QString& sentence);

 private:
  void makeMenu();
  std::vector<int> selected() const;
  void showPath();

  SignalTools tools_;
  const RecordingList& open_;
  ShownRecordingPtr recording_;
  FoundTable* found_;
  QSortFilterProxyModel* sorted_;  ///< the list as it is shown
  QLabel* status_;
  QTableView* table_;
  PathView* path_;
  Job job_;  ///< the path of the chosen match
};

}  // namespace espy::desktop
