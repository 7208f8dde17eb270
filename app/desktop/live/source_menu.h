// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMenu>

#include "live/live_source.h"
#include "model/job.h"

namespace espy::desktop {

/// Menu of what can be watched. Monitors and windows are read in the background.
class SourceMenu : public QMenu {
  Q_OBJECT

 public:
  explicit SourceMenu(const LiveTools& tools, QWidget* parent = nullptr);

  /// The whole screen, at the display's rate.
  LiveSource wholeScreen() const;
  QMenu& windows() { return *windows_; }
  QMenu& cameras() { return *cameras_; }
  QAction& region() { return *region_; }
  QAction& stop() { return *stop_; }
  void askForVideo();

 signals:
  void chosen(const espy::desktop::LiveSource& source);

 private:
  void readMonitors();
  void readWindows();
  void listCameras();
  void askForAddress();
  void showMonitors(const std::vector<Area>& monitors);
  void showWindows(const std::vector<ScreenWindow>& windows);

  LiveTools tools_;
  QAction* region_;
  QAction* monitorsEnd_;  ///< monitors are inserted before it
  QList<QAction*> monitors_;
  QMenu* windows_;
  QMenu* cameras_;
  QAction* stop_;
  DiskJobs jobs_;  ///< an X server may not answer
};

}  // namespace espy::desktop
