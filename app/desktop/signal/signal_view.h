// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>
#include <QWidget>
#include <optional>

#include "signal/found_view.h"
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
class QStackedWidget;
class QTabWidget;
class QToolButton;

namespace espy::desktop {

class LanesView;
class MotifForm;
class NoticeBar;
class OverviewStrip;
class SignalTimes;

/// Motif search in signals: shows recordings as lanes, selects a motif by dragging, and marks,
/// lists and compares the matches.
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
  /// Sets the motif: a part of the shown recording.
  void setMotif(const LaneSpan& span);
  const ChosenMotif& motif() const { return motif_; }
  void search();
  /// Cancels running work; finished results stay.
  void cancel();
  bool isBusy() const;
  /// Whether the shown matches belong to an earlier motif or earlier options.
  bool isStale() const { return stale_; }
  void chooseRecording(int row);
  bool hasRecording() const { return recordings_->rowCount() > 0; }
  bool hasMatches() const;
  bool canSearch() const;

  RecordingList& recordings() { return *recordings_; }
  LanesView& lanes() { return *lanes_; }
  FoundView& matches() { return *matches_; }
  OverviewStrip& overview() { return *overview_; }
  MotifForm& form() { return *form_; }
  SignalTimes& times() { return *times_; }
  NoticeBar& notice() { return *notice_; }
  SoundPlayer& player() { return player_; }

 signals:
  /// The set of available actions changed.
  void changed();

 private:
  /// Returns false if the data are no files.
  bool takeDrop(const QMimeData& data);
  QWidget* makeLeft();
  QWidget* makeRecordings();
  QWidget* makeSearch();
  QWidget* makeRight();
  QWidget* makeLanes();
  QWidget* makeTools();
  QMenu* makeExports();

  void connectLanes();
  void connectSearch();
  void askForRecordings();
  void openSample(const QString& name);
  void showRecording();
  void closeRecording();
  void motifChanged(const LaneSpan& span);
  /// Call after a change of the motif or the options.
  void criteriaChanged();
  void setStale(bool stale);
  void showResult(const SignalResultPtr& result);
  void showMarks();
  void showMotif();
  void showMatch();
  void useMatchAsMotif(const FoundMotif& found);
  void play();
  void complain(const QString& sentence);
  void refresh();
  const ShownRecordingPtr& shown() const;
  FoundTable& found() const { return matches_->found(); }

  SignalTools tools_;
  MotifRunner runner_;
  SoundPlayer player_;
  RecordingList* recordings_;
  ChosenMotif motif_;
  SignalRequest asked_;
  double lastMilliseconds_ = 0;
  bool stale_ = false;
  bool scrollsToMatch_ = true;  ///< choosing a match scrolls to it

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
  FoundView* matches_ = nullptr;
  SignalTimes* times_ = nullptr;
  QShortcut* escape_ = nullptr;
};

}  // namespace espy::desktop
