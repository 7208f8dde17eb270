// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSettings>
#include <QStringList>
#include <QWidget>

#include "live/event_table.h"
#include "live/live_needles.h"
#include "live/live_runner.h"
#include "live/region_picker.h"

class QDoubleSpinBox;
class QLabel;
class QTableView;
class QToolButton;

namespace espy::desktop {

class Canvas;
class MinimumSlider;
class NoticeBar;
class OptionsPanel;
class RollingChart;
class SourceMenu;
class TrayView;

/// Stores method, minimum score and engine of a live view between sessions.
void remember(const SearchSettings& settings, QSettings& store);
/// `usual`, with the valid ones of the stored values.
SearchSettings recalledLiveSettings(const QSettings& store, const SearchSettings& usual);

/// Search in a stream: a screen, a region or a window of it, a camera or a video. Shows the frames
/// with their matches, what each stage takes, and the events.
class LiveView : public QWidget {
  Q_OBJECT

 public:
  LiveView(const Registry& registry, LiveTools tools, QWidget* parent = nullptr);
  ~LiveView() override;

  void start(const LiveSource& source);
  /// Ends the stream; the last frame stays.
  void stop();
  bool isRunning() const { return runner_.isRunning(); }
  /// Lets the user drag a region over the screen or, where that is not possible, in the view.
  void pickRegion();
  /// Stops taking frames; the last one stays and can be searched and cut.
  void setFrozen(bool frozen);
  bool isFrozen() const { return frozen_ != nullptr; }
  bool hasFrame() const { return frame_ != nullptr; }
  /// The frame that is shown, or null.
  const LiveFramePtr& frame() const { return frame_; }

  /// Plays a video; pictures become needles.
  void open(const QStringList& files);
  void paste();
  void removeNeedle();
  bool hasNeedles() const { return needles_.hasAny(); }
  bool canUndo() const { return needles_.canUndo(); }
  bool canRedo() const { return needles_.canRedo(); }
  SearchSettings settings() const { return settings_; }
  void setSettings(const SearchSettings& settings);
  /// Until `stopVideo`; refuses a name that is no video's with a notice.
  void recordVideo(const QString& path);
  void recordEvents(const QString& path);
  void askForEvents();

  LiveNeedles& needles() { return needles_; }
  LiveRunner& runner() { return runner_; }
  EventTable& events() { return *events_; }
  Canvas& canvas() { return *canvas_; }
  RollingChart& chart() { return *chart_; }
  NoticeBar& notice() { return *notice_; }
  OptionsPanel& options() { return *options_; }
  TrayView& tray() { return *tray_; }
  SourceMenu& sources() { return *sources_; }
  RegionPicker& picker() { return picker_; }
  QToolButton& freezeButton() { return *freeze_; }
  QToolButton& videoButton() { return *video_; }
  QToolButton& eventsButton() { return *eventFile_; }
  QDoubleSpinBox& still() { return *still_; }
  QString status() const;

 signals:
  void changed();  ///< the set of available actions
  /// The frame is to be opened in the main window.
  void pictureWanted(const espy::desktop::PicturePtr& picture);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  QWidget* makeTools();
  QWidget* makeCentre();
  QWidget* makeInvitation();
  QWidget* makePanel(const Registry& registry);
  QWidget* makeEvents();
  void connectParts();
  void takeFrame();
  void showFrame(const LiveFramePtr& frame);
  void showStatus();
  void cut(const QRect& rectangle);
  void updateSearch();
  void openFrame();
  void askForVideo();
  void takeScreens();
  void useRegion(const QRect& region);
  void streamEnded(const QString& failure);
  void complain(const QString& sentence);
  void refresh();
  bool takeDrop(const QMimeData& data);

  LiveTools tools_;
  LiveNeedles needles_;
  RegionPicker picker_;
  SearchSettings settings_;
  MarkSettings marks_;
  std::optional<LiveSource> source_;
  LiveFramePtr frame_;
  PicturePtr frozen_;
  int picks_ = 0;             ///< a region that was asked for before a stop is not drawn
  bool picksRegion_ = false;  ///< the next rectangle is a region
  bool movesCut_ = false;     ///< the selection is that of the last needle
  bool refuses_ = false;      ///< the notice is about what cannot be searched
  double paint_ = 0;          ///< milliseconds of the last paint event
  QString engine_;            ///< that searched last

  SourceMenu* sources_ = nullptr;
  QToolButton* watch_ = nullptr;
  QToolButton* freeze_ = nullptr;
  QToolButton* eventFile_ = nullptr;
  QToolButton* video_ = nullptr;
  QToolButton* openFrame_ = nullptr;
  TrayView* tray_ = nullptr;
  Canvas* canvas_ = nullptr;
  NoticeBar* notice_ = nullptr;
  QWidget* invitation_ = nullptr;
  QLabel* status_ = nullptr;
  RollingChart* chart_ = nullptr;
  OptionsPanel* options_ = nullptr;
  MinimumSlider* minimum_ = nullptr;
  QWidget* minimumRow_ = nullptr;
  EventTable* events_ = nullptr;
  QTableView* eventList_ = nullptr;
  QDoubleSpinBox* still_ = nullptr;
  DiskJobs disk_;
  LiveRunner runner_;
};

}  // namespace espy::desktop
