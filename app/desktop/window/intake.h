// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFileSystemWatcher>
#include <QMenu>
#include <QObject>
#include <QStringList>
#include <QTimer>

#include "model/picture.h"
#include "window/drop_zones.h"

namespace espy::desktop {

class Workbench;

/// All ways in which pictures come into the window: dropped, pasted, opened, from the command line;
/// and which of them was opened last.
class Intake : public QObject {
  Q_OBJECT

 public:
  Intake(Workbench& bench, QWidget& window);

  void drop(const Dropped& what, DropZones::Zone zone);
  void paste();
  void pasteScene();
  /// The picture that comes so many places behind the scene's in its folder; round the end.
  void step(int places);
  void readAgain();
  /// Hides the window for a moment and takes the screen.
  void capture();
  void chooseScene();
  void chooseNeedles();
  /// `espy-desktop [-e NEEDLE]... [IMAGE]...`: many images make a batch.
  void openFromCommandLine(const QStringList& files, const QStringList& needles);

  const QStringList& recent() const { return recent_; }
  void setRecent(const QStringList& files);

 signals:
  void batchWanted(const QStringList& files);  ///< many files for the scene
  void recentChanged();
  void projectWanted(const QString& file);
  void recordingsWanted(const QStringList& files);  ///< they are no pictures
  void changedOnDisk();                             ///< the scene's file

 private:
  void pasteOnto(DropZones::Zone zone);
  void watchScene();
  void openScene(const QString& path);
  PicturePtr pasted(const QImage& pixels);
  /// The ending filter of file dialogs.
  static QString pictureFilter();

  Workbench& bench_;
  QWidget& window_;
  QStringList recent_;
  QString folder_;  ///< where the last file was
  int pastes_ = 0;
  int captures_ = 0;
  QFileSystemWatcher watcher_;
  QTimer settled_;  ///< who writes a file changes it several times
};

class Intake;
class Workbench;

/// The scenes that were open last.
class RecentMenu : public QMenu {
  Q_OBJECT

 public:
  RecentMenu(Workbench& bench, Intake& intake, QWidget* parent);

 private:
  void fill();

  Workbench& bench_;
  Intake& intake_;
};

}  // namespace espy::desktop
