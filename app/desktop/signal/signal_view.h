// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>
#include <QWidget>
#include <memory>
#include <optional>

#include "model/job.h"
#include "signal/motif_runner.h"
#include "signal/recording_list.h"
#include "signal/signal_tools.h"
#include "signal/sound_player.h"

class QLabel;
class QListView;
class QMenu;
class QProgressBar;
class QPushButton;
class QShortcut;
class QSortFilterProxyModel;
class QSplitter;
class QStackedWidget;
class QTableView;
class QTabWidget;
class QToolButton;

namespace espy::desktop {

class DropVeil;
class FoundTable;
class LanesView;
class MotifForm;
class NoticeBar;
class OverviewStrip;
class PathView;
class SignalTimes;
struct ShownPath;

/// Where in these recordings does this piece occur? Recordings are opened and looked at as lanes, a
/// motif is dragged out, and what is found is marked, listed and held against it.
class SignalView : public QWidget {
  Q_OBJECT

 public:
  explicit SignalView(SignalTools tools, QWidget* parent = nullptr,
                      std::optional<PlayerProgram> player = SoundPlayer::installed());
  ~SignalView() override;

  SignalSettings settings() const;
  void setSettings(const SignalSettings& settings);

  void open(const QStringList& paths);
  void add(Recording recording, const QString& name);
  /// What is looked for: a part of the recording that is shown.
  void setMotif(const LaneSpan& span);
  const ChosenMotif& motif() const { return motif_; }
  void search();
  /// Stops what is under way; what was done stays.
  void cancel();
  bool isBusy() const;
  /// What is marked is not the answer to what is asked now.
  bool isStale() const { return stale_; }
  void chooseRecording(int row);
  void chooseMatch(int row);
  int chosenMatch() const;  ///< -1: none
  /// So many further down the list, as it is sorted.
  void stepMatch(int step);
  /// The matches that are selected in the list, or all of them, go to the clipboard.
  void copyMatches(bool all);
  /// Looks for all that are at least as alike as the chosen match.
  void findAllAlike();
  /// The chosen match is looked for now.
  void takeMatch();
  /// Asks where to write what was found.
  void askWhere(bool marks);
  bool hasRecording() const;
  bool hasMatches() const;
  bool canSearch() const;
  /// Writes what was found; the ending chooses: csv, json, or marks as edf and atr. Marks as CSV
  /// are asked for.
  void exportTo(const QString& path, bool marks);

  RecordingList& recordings() { return *recordings_; }
  LanesView& lanes() { return *lanes_; }
  OverviewStrip& overview() { return *overview_; }
  FoundTable& found() { return *found_; }
  PathView& path() { return *path_; }
  MotifForm& form() { return *form_; }
  SignalTimes& times() { return *times_; }
  NoticeBar& notice() { return *notice_; }
  SoundPlayer& player() { return player_; }
  /// What the line over the list says.
  QString status() const;

 signals:
  /// What can be done has changed.
  void changed();

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragLeaveEvent(QDragLeaveEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  // signal_layout.cpp
  QWidget* makeLeft();
  QWidget* makeRecordings();
  QWidget* makeSearch();
  QWidget* makeRight();
  QWidget* makeInvitation();
  QWidget* makeLanes();
  QWidget* makeTools();
  QWidget* makeFound();
  QMenu* makeExports();

  void connectLanes();
  void connectSearch();
  void connectSound();
  void askForRecordings();
  void openSample(const QString& name);
  void showRecording();
  void closeRecording();
  void motifChanged(const LaneSpan& span);
  /// The motif or the options are others now.
  void askAgain();
  void setStale(bool stale);
  void showResult(const SignalResultPtr& result);
  void showMarks();
  void showMotif();
  void showMatch();
  void play();
  void makeMatchMenu();
  std::vector<int> selectedMatches() const;
  void complain(const QString& sentence);
  void refresh();
  const ShownRecordingPtr& shown() const;
  std::vector<ShownRecordingPtr> searched() const;

  SignalTools tools_;
  MotifRunner runner_;
  SoundPlayer player_;
  RecordingList* recordings_;
  FoundTable* found_;
  ChosenMotif motif_;
  SignalRequest asked_;
  double lastMilliseconds_ = 0;
  bool stale_ = false;
  bool goes_ = true;  ///< to a match that is chosen

  QListView* list_ = nullptr;
  QPushButton* close_ = nullptr;
  QLabel* motifWords_ = nullptr;
  MotifForm* form_ = nullptr;
  QPushButton* search_ = nullptr;
  QPushButton* stop_ = nullptr;
  QProgressBar* progress_ = nullptr;
  NoticeBar* notice_ = nullptr;
  QStackedWidget* stack_ = nullptr;
  LanesView* lanes_ = nullptr;
  OverviewStrip* overview_ = nullptr;
  QToolButton* fit_ = nullptr;
  QToolButton* toMotif_ = nullptr;
  QToolButton* play_ = nullptr;
  QToolButton* export_ = nullptr;
  QTabWidget* tabs_ = nullptr;
  QLabel* status_ = nullptr;
  QTableView* table_ = nullptr;
  QSortFilterProxyModel* sorted_ = nullptr;  ///< the list as it is shown
  PathView* path_ = nullptr;
  SignalTimes* times_ = nullptr;
  DropVeil* veil_ = nullptr;
  QShortcut* escape_ = nullptr;
  Job pathJob_;
};

/// The paths of a match's channels, for those that there is room for.
std::vector<ShownPath> shownPathsOf(const SignalTools& tools, const SignalResult& result,
                                    const FoundMotif& found, const std::stop_token& stop);

}  // namespace espy::desktop
