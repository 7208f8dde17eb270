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

/// A report is HTML or PDF, by the ending of its name.
enum class ExportKind { csv, json, picture, crops, report };

/// What to write where.
struct ExportRequest {
  ExportKind kind = ExportKind::csv;
  ExportedMatches matches;
  MarkSettings marks;            ///< of the picture
  QString path;                  ///< a file; for crops a folder
  ExpectedCounts expected = {};  ///< for the report
};

/// Writes exports on a worker thread, one at a time. Each start ends with one of the last three
/// signals.
class ExportJob : public QObject {
  Q_OBJECT

 public:
  explicit ExportJob(const Registry& registry, QObject* parent = nullptr)
      : QObject(parent), registry_(registry) {}

  /// False, and nothing happens, while another one is being written.
  bool start(ExportRequest request);
  void cancel() { job_.stop(); }
  bool running() const { return job_.running(); }

 signals:
  void progressed(double part);
  void done(const QString& path);
  void failed(const QString& sentence);
  void cancelled();

 private:
  /// On the worker.
  void write(const ExportRequest& request, const Control& control);

  const Registry& registry_;
  Job job_;
};

/// The ways out for the matches that are shown: asks for a file or a folder, writes in the
/// background, and says how it went.
class ExportMenu : public QMenu {
  Q_OBJECT

 public:
  explicit ExportMenu(MatchList& matches, QWidget* parent = nullptr);

  /// Without one nothing can be exported.
  void setRegistry(const Registry& registry);
  /// What the marked picture looks like.
  void setMarkSettings(const MarkSettings& settings) { marks_ = settings; }

  /// What reports compare the counts with.
  void setExpected(std::function<ExpectedCounts()> expected) { expected_ = std::move(expected); }

  bool running() const { return job_ && job_->running(); }
  /// Opens a dialog for the path.
  void ask(ExportKind kind);
  /// Says what came of it with `said`, also where it cannot begin.
  void exportTo(ExportKind kind, const QString& path);
  void cancel();

 signals:
  void started();
  void progressed(double part);
  void cancelling();  ///< a picture that is being encoded is waited for, and not kept
  void said(const QString& sentence, bool trouble);
  void ended();  ///< after `said`

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
