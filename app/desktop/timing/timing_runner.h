// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>
#include <string>
#include <vector>

#include "model/job.h"
#include "timing/timing_result.h"

namespace espy::desktop {

/// One measured run, the same work as `espy find`: reads the picture from its file, if it has one,
/// searches it, flags the matches and marks a copy. Stages have the names that engines report.
class TimingWork {
 public:
  TimingWork(const Registry& registry, TimingSubject subject);

  /// Why this engine cannot run here, or empty.
  Message refusalOf(const std::string& engine) const;
  /// Caveat about the figures, or empty.
  const QString& note() const { return note_; }

  /// Returns a hash of the matches, to compare results. Throws what the engine throws.
  std::string run(const std::string& engine, const Control& control, RunReport& report) const;

 private:
  const Registry& registry_;
  TimingSubject subject_;
  std::vector<Needle> needles_;
  std::string file_;  ///< read in every run; empty: the picture is in memory
  QString note_;
};

/// Numbers of threads of a sweep up to `most`: 1, every small number, some large ones, `most`.
std::vector<int> sweepThreads(int most);

/// Measures engines on a worker thread.
class TimingRunner : public QObject {
  Q_OBJECT

 public:
  explicit TimingRunner(const Registry& registry, QObject* parent = nullptr)
      : QObject(parent), registry_(registry) {}

  /// No-op while one is running, or if the subject is not complete.
  void start(TimingSubject subject, TimingOptions options);
  /// `finished` follows, with the results so far.
  void cancel() { job_.stop(); }
  bool running() const { return job_.running(); }

 signals:
  void started();
  /// `done` of `all` runs are done; `engine` ran last.
  void progressed(int done, int all, const QString& engine);
  /// Results so far, after each run.
  void changed(const espy::desktop::TimingResultPtr& soFar);
  /// Emitted once per start, also after cancelling.
  void finished(const espy::desktop::TimingResultPtr& result);

 private:
  class Measurement;

  const Registry& registry_;
  Job job_;
};

}  // namespace espy::desktop
