// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>
#include <thread>

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

/// Writes exports in a thread of its own, one at a time. All signals come in the thread that this
/// lives in, and one of the last three for each start.
class ExportJob : public QObject {
  Q_OBJECT

 public:
  explicit ExportJob(const Registry& registry, QObject* parent = nullptr);
  /// Cancels, and waits until the thread has seen it.
  ~ExportJob() override;

  /// False, and nothing happens, while another one is being written.
  bool start(ExportRequest request);
  void cancel();
  bool running() const { return running_; }

 signals:
  void progressed(double part);
  void done(const QString& path);
  void failed(const QString& sentence);
  void cancelled();

 private:
  void run(const ExportRequest& request, const std::stop_token& stop);
  void write(const ExportRequest& request, const Control& control);
  /// Ends the run and tells it, in the thread of this object.
  template <class Tell>
  void finish(Tell tell);

  const Registry& registry_;
  bool running_ = false;
  std::jthread thread_;  ///< last: ends before what it uses does
};

}  // namespace espy::desktop
