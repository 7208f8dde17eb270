// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLockFile>
#include <QObject>
#include <QString>
#include <QTimer>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

#include "model/job.h"
#include "project/project.h"

namespace espy::desktop {

class Workbench;

/// Keeps work from being lost: saves and opens projects, asks before needles that were cut out are
/// gone, and restores what a crash has interrupted. Files are read and written on worker threads.
class ProjectKeeper : public QObject {
  Q_OBJECT

 public:
  ProjectKeeper(Workbench& bench, QWidget& window);
  /// Waits until all files are written, but not for those that are being read.
  ~ProjectKeeper() override;

  /// Asks first where something would be lost.
  void open();
  void open(const QString& path);
  /// Into the project's own file, where it has one; else asks for it.
  void save() { saveThen({}); }
  void saveAs() { askThen({}); }
  void saveAs(const QString& path) { writeThen(path, {}); }

  /// Would closing the window lose what somebody cut out or pasted?
  bool wouldLose() const;
  /// Asks what to do about that, and calls `close` unless it is not to be closed.
  void askBeforeClosing(std::function<void()> close);

  /// From now on what is not saved lies in this folder as well, for the next time if this one ends
  /// in a crash. Tells of what the last time left behind. It is written when nothing has changed
  /// for a while.
  void keepUnsaved(const QString& folder);
  /// For so long.
  void setQuiet(std::chrono::milliseconds quiet);
  /// Goes on with what the last time left behind.
  void restore();
  void forget();
  bool writing() const { return writer_.running(); }

 signals:
  void said(const QString& sentence, bool trouble);
  void restored();      ///< what the last time left is here again
  void foundUnsaved();  ///< something can be restored
  void written();

 private:
  using Then = std::function<void()>;  ///< what is done once all is saved, or nothing

  void load(const QString& path);
  /// Shows what was read.
  void take(const QString& path, const std::shared_ptr<Project>& project);
  void show(const QString& path, Project project);
  void saveThen(const Then& then);
  void askThen(const Then& then);
  void writeThen(const QString& path, const Then& then);
  void touch();
  void write(const QString& path, Project project,
             const std::function<void(const QString& trouble)>& done);
  void writeUnsaved();
  QString unsavedPath() const;
  /// What the last time left, until somebody says what becomes of it.
  QString rescuedPath() const;
  /// Where that waits if there is another one.
  QString waitingPath() const;

  Workbench& bench_;
  QWidget& window_;
  QString path_;               ///< of the project, empty where it has none
  std::uint64_t changes_ = 0;  ///< counted
  std::uint64_t saved_ = 0;    ///< as many changes as the project's file has
  std::uint64_t asked_ = 0;    ///< as many changes as there were when a project was asked for
  bool restored_ = false;      ///< what was rescued is here, and its file still lies there
  QString folder_;             ///< for what is not saved; empty: nowhere
  std::unique_ptr<QLockFile> lock_;
  QTimer quiet_;           ///< runs until nothing has changed for a while
  Job* reader_ = nullptr;  ///< of the project that was asked for last
  DiskJobs readers_;
  Job writer_;
};

}  // namespace espy::desktop
