// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMenu>
#include <QObject>
#include <QString>
#include <functional>
#include <memory>
#include <utility>

#include "model/job.h"
#include "results/expected_counts.h"
#include "results/exports.h"

namespace espy::desktop {

/// A report is HTML or PDF, depending on the extension.
enum class ExportKind { csv, json, picture, crops, sheet, report, mapCsv, mapPicture };

/// What to export, and where.
struct ExportRequest {
  ExportKind kind = ExportKind::csv;
  ExportedMatches matches;
  MarkSettings marks;            ///< for the picture
  QString path;                  ///< a file, or a folder for crops
  ExpectedCounts expected = {};  ///< for reports
};

/// Writes exports on a worker thread, one at a time. Each start() is followed by exactly one of the
/// last three signals.
class ExportJob : public QObject {
  Q_OBJECT

 public:
  explicit ExportJob(const Registry& registry, QObject* parent = nullptr)
      : QObject(parent), registry_(registry) {}

  /// Returns false and does nothing if another export is running.
  bool start(ExportRequest request);
  void cancel() { job_.stop(); }
  bool running() const { return job_.running(); }

 signals:
  void progressed(double part);
  void done(const QString& path);
  void failed(const QString& sentence);
  void cancelled();

 private:
  /// Runs on the worker.
  void write(const ExportRequest& request, const Control& control);

  const Registry& registry_;
  Job job_;
};

/// Export menu of the shown matches: asks for a path, writes in the background, and reports the
/// outcome.
class ExportMenu : public QMenu {
  Q_OBJECT

 public:
  explicit ExportMenu(MatchList& matches, QWidget* parent = nullptr);

  /// Required before exports are possible.
  void setRegistry(const Registry& registry);
  /// Style of the exported marked picture.
  void setMarkSettings(const MarkSettings& settings) { marks_ = settings; }

  /// Sets the source of the counts that reports compare with.
  void setExpected(std::function<ExpectedCounts()> expected) { expected_ = std::move(expected); }

  bool running() const { return job_ && job_->running(); }
  /// Opens a file dialog.
  void ask(ExportKind kind);
  /// Exports; the outcome, or why it could not start, is emitted by said().
  void exportTo(ExportKind kind, const QString& path);
  void cancel();

 signals:
  void started();
  void progressed(double part);
  void cancelling();  ///< encoding finishes first; its file is not kept
  void said(const QString& sentence, bool trouble);
  void ended();  ///< emitted after said()

 private:
  void addKind(ExportKind kind, const QString& text);
  void end(const QString& sentence, bool trouble);
  void refresh();

  MatchList& matches_;
  MarkSettings marks_;
  std::function<ExpectedCounts()> expected_;
  std::unique_ptr<ExportJob> job_;
};

}  // namespace espy::desktop
