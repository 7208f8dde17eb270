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

/// Matches of a signal search: the list, the chosen match aligned with the motif, and exports.
class FoundView : public QWidget {
  Q_OBJECT

 public:
  /// Exports never overwrite the recordings in `open`.
  FoundView(SignalTools tools, const RecordingList& open, QWidget* parent = nullptr);
  ~FoundView() override;

  void setResult(const SignalResultPtr& result);
  /// The recording whose matches are exported as marks.
  void setRecording(ShownRecordingPtr recording) { recording_ = std::move(recording); }
  /// Sets the line above the list.
  void setStatus(const QString& text);
  QString status() const;

  FoundTable& found() { return *found_; }
  PathView& path() { return *path_; }

  /// `row`: of `found`, not of the sorted list.
  void choose(int row);
  int chosen() const;  ///< -1: none
  /// Chooses the match `step` rows further down the sorted list.
  void step(int step);
  /// Copies the selected matches or all to the clipboard.
  void copy(bool all);
  /// Requests all matches at most as distant as the chosen one.
  void findAllAlike();
  /// Requests a search with the chosen match as the motif.
  void useMatchAsMotif();
  /// Opens a file dialog for an export.
  void askWhere(bool marks);
  /// Writes the matches: as CSV or JSON by extension; with `marks` as EDF, ATR or CSV.
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
  QSortFilterProxyModel* sorted_;  ///< sorted as displayed
  QLabel* status_;
  QTableView* table_;
  PathView* path_;
  Job job_;  ///< computes the path of the chosen match
};

}  // namespace espy::desktop
