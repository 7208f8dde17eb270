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

/// One run of what is measured, the whole way that the command `espy find` goes: the picture is
/// read from its file, if it has one, searched, its matches are flagged, and a copy is marked. Each
/// stage is named as the engines name it.
class TimingWork {
 public:
  TimingWork(const Registry& registry, TimingSubject subject);

  /// Why this engine cannot do it here, or empty.
  Message refusalOf(const std::string& engine) const;
  /// What must be known about the figures, or empty.
  const QString& note() const { return note_; }

  /// Throws what the engine throws. Returns something to tell other answers from this one by.
  std::string run(const std::string& engine, const Control& control, RunReport& report) const;

 private:
  const Registry& registry_;
  TimingSubject subject_;
  std::vector<Needle> needles_;
  std::string file_;  ///< read in every run; empty: the picture is in memory already
  QString note_;
};

/// The numbers of threads that a sweep tries up to `most`: each of the small ones, some of the
/// large ones, and always 1 and `most`.
std::vector<int> sweepThreads(int most);

/// Measures on a worker thread.
class TimingRunner : public QObject {
  Q_OBJECT

 public:
  explicit TimingRunner(const Registry& registry, QObject* parent = nullptr)
      : QObject(parent), registry_(registry) {}

  /// Does nothing while one is running, or where the subject lacks a picture or needles.
  void start(TimingSubject subject, TimingOptions options);
  /// `finished` follows, with what there is.
  void cancel() { job_.stop(); }
  bool running() const { return job_.running(); }

 signals:
  void started();
  /// `done` of `all` runs are done; `engine` had the last one.
  void progressed(int done, int all, const QString& engine);
  /// What there is so far, after each run.
  void changed(const espy::desktop::TimingResultPtr& soFar);
  /// The end, also of a cancelled measurement.
  void finished(const espy::desktop::TimingResultPtr& result);

 private:
  class Measurement;

  const Registry& registry_;
  Job job_;
};

}  // namespace espy::desktop
