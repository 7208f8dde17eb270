// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>

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

}  // namespace espy::desktop
