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

/// Entry of pictures by drop, paste, file dialog and command line; keeps the list of recent files.
class PictureOpener : public QObject {
  Q_OBJECT

 public:
  PictureOpener(Workbench& bench, QWidget& window);

  void drop(const Dropped& what, DropZones::Zone zone);
  void paste();
  void pasteScene();
  /// Opens the picture `places` after the scene in its folder, cyclically.
  void step(int places);
  void readAgain();
  /// Opens a picture, a project or a recording.
  void openScene(const QString& path);
  /// Hides the window briefly and captures the screen.
  void capture();
  void chooseScene();
  void chooseNeedles();
  void chooseIndex();
  /// `espy-desktop [-e NEEDLE]... [IMAGE]...`: several images make a batch.
  void openFromCommandLine(const QStringList& files, const QStringList& needles);

  const QStringList& recent() const { return recent_; }
  void setRecent(const QStringList& files);

 signals:
  void batchWanted(const QStringList& files);  ///< several files for the scene
  void pictureWanted();                        ///< a picture or project is about to be shown
  void recentChanged();
  void projectWanted(const QString& file);
  void recordingsWanted(const QStringList& files);  ///< files that are recordings
  void changedOnDisk();                             ///< the scene's file

 private:
  void pasteOnto(DropZones::Zone zone);
  void openMany(const QStringList& files);
  void watchScene();
  PicturePtr pasted(const QImage& pixels);
  /// Name filter for file dialogs.
  static QString pictureFilter();

  Workbench& bench_;
  QWidget& window_;
  QStringList recent_;
  QString folder_;  ///< of the last file
  int pastes_ = 0;
  int captures_ = 0;
  QFileSystemWatcher watcher_;
  QTimer debounce_;  ///< debounces several changes by one writer
};

class PictureOpener;
class Workbench;

/// Menu of the most recent scenes.
class RecentMenu : public QMenu {
  Q_OBJECT

 public:
  RecentMenu(Workbench& bench, PictureOpener& opener, QWidget* parent);

 private:
  void fill();

  Workbench& bench_;
  PictureOpener& opener_;
};

}  // namespace espy::desktop
