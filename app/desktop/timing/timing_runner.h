// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>
#include <memory>
#include <stop_token>
#include <thread>
#include <vector>

#include "timing/timing_result.h"

namespace espy::desktop {

class TimingWork;

/// The numbers of threads that a sweep tries on a machine with so many: all of few, some of many,
/// and always 1 and all.
std::vector<int> sweepThreads(int most);

/// Measures in a thread of its own and talks in signals, which all come in the window's thread.
class TimingRunner : public QObject {
  Q_OBJECT

 public:
  explicit TimingRunner(const Registry& registry, QObject* parent = nullptr);
  ~TimingRunner() override;

  /// Begins; does nothing while one is under way or where the subject lacks a picture or needles.
  void start(TimingSubject subject, TimingOptions options);
  /// Stops soon; `finished` then tells what there is.
  void cancel();
  bool running() const { return running_; }

 signals:
  void started();
  /// So many runs of all are done; `engine` had the last one.
  void progressed(int done, int all, const QString& engine);
  /// What there is so far, after each run.
  void changed(const espy::desktop::TimingResultPtr& soFar);
  /// The end, also of a cancelled measurement.
  void finished(const espy::desktop::TimingResultPtr& result);

 private:
  class Job;

  const Registry& registry_;
  bool running_ = false;
  std::jthread thread_;  ///< last: ends before what it uses does
};

}  // namespace espy::desktop
