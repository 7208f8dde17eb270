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

/// Saves and opens projects, asks before unsaved work is dropped, and recovers work after a crash.
/// Files are read and written on worker threads.
class ProjectKeeper : public QObject {
  Q_OBJECT

 public:
  ProjectKeeper(Workbench& bench, QWidget& window);
  /// Waits for pending writes, but not for reads.
  ~ProjectKeeper() override;

  /// Asks first if unsaved work would be lost.
  void open();
  void open(const QString& path);
  /// Saves to the project's file; asks for one if there is none.
  void save() { saveThen({}); }
  void saveAs() { askThen({}); }
  void saveAs(const QString& path) { writeThen(path, {}); }

  /// File name of the project; empty if there is none.
  QString name() const;
  /// Whether closing would lose changes of a project that has a file, or needles that were cropped
  /// or pasted, or judges without a file.
  bool hasUnsavedWork() const;
  /// Asks whether to save, and calls `close` unless the user cancels.
  void askBeforeClosing(std::function<void()> close);

  /// Enables crash recovery: unsaved work is written to this folder after a period without changes.
  /// Emits foundUnsaved() if an earlier run left work there.
  void enableRecovery(const QString& folder);
  /// Sets that period.
  void setQuiet(std::chrono::milliseconds quiet);
  /// Restores the work of the crashed run.
  void restore();
  void forget();
  bool writing() const { return writer_.running(); }

 signals:
  void changed();  ///< name(), or perhaps hasUnsavedWork()
  void said(const QString& sentence, bool trouble);
  void restored();      ///< the work was restored
  void foundUnsaved();  ///< unsaved work of an earlier run can be restored
  void written();

 private:
  using Then = std::function<void()>;  ///< continuation after saving; may be empty

  void load(const QString& path);
  /// Shows the loaded project.
  void take(const QString& path, const std::shared_ptr<Project>& project);
  void show(const QString& path, Project project);
  void saveThen(const Then& then);
  void askThen(const Then& then);
  void writeThen(const QString& path, const Then& then);
  void touch();
  void setSaved(std::uint64_t changes);
  /// The first folder of a file dialog.
  QString startFolder() const;
  void write(const QString& path, Project project,
             const std::function<void(const QString& trouble)>& done);
  void writeUnsaved();
  QString unsavedPath() const;
  /// File of the crashed run's work until the user restores or drops it.
  QString rescuedPath() const;
  /// Where an older one is kept meanwhile.
  QString waitingPath() const;

  Workbench& bench_;
  QWidget& window_;
  QString path_;               ///< of the project; empty if none
  std::uint64_t changes_ = 0;  ///< counter
  std::uint64_t saved_ = 0;    ///< value of changes_ in the project's file
  std::uint64_t asked_ = 0;    ///< value of changes_ when a project was requested
  bool restored_ = false;      ///< the rescued work is loaded, and its file still exists
  QString folder_;             ///< for unsaved work; empty: disabled
  std::unique_ptr<QLockFile> lock_;
  QTimer quiet_;           ///< runs until a period without changes
  Job* reader_ = nullptr;  ///< reads the last requested project
  DiskJobs readers_;
  Job writer_;
};

}  // namespace espy::desktop
