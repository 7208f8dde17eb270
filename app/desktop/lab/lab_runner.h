// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>
#include <memory>
#include <thread>

#include "lab/lab_tools.h"

namespace espy::desktop {

using LabReportPtr = std::shared_ptr<const LabReport>;

/// Runs an experiment in a thread of its own and talks in signals, which all come in the window's
/// thread. Runs may end faster than anybody can look, and what is painted takes a core from what is
/// measured: several times a second is often enough.
class LabRunner : public QObject {
  Q_OBJECT

 public:
  explicit LabRunner(decltype(LabTools::run) run, QObject* parent = nullptr);
  ~LabRunner() override;

  /// Begins; does nothing while one is under way. `told` of the request is not called.
  void start(LabRequest request);
  /// Stops soon; `finished` then tells what there is.
  void cancel();
  bool running() const { return running_; }

 signals:
  void started();
  /// The done part, 0..1.
  void progressed(double part);
  void changed(const espy::desktop::LabReportPtr& soFar);
  /// The end, also of what was cancelled or failed: then `report` is what was told until then and
  /// may be null, and `failure` says why in a sentence.
  void finished(const espy::desktop::LabReportPtr& report, const QString& failure);

 private:
  struct News;
  void work(LabRequest request, const std::stop_token& stop);
  /// From the worker's thread: there is something to be fetched.
  void notify();
  void fetchSoon();
  void fetch();

  decltype(LabTools::run) run_;
  bool running_ = false;
  QTimer pause_;
  QElapsedTimer sinceFetch_;
  std::unique_ptr<News> news_;
  std::jthread thread_;  ///< last: ends before what it uses does
};

}  // namespace espy::desktop
