// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "espy/control.h"
#include "espy/engine/lab.h"
#include "model/job.h"

namespace espy::desktop {

/// Functions of the core that the view calls. Tests replace them and measure nothing.
struct LabTools {
  std::vector<LabExperiment> experiments;
  std::function<LabReport(const LabRequest& request, const Control& control)> run;
  std::function<std::string(const LabReport& report)> csv;
  std::function<std::string(const LabReport& report)> json;
};

/// The tools that call the core.
LabTools labTools(const Registry& registry);

using LabReportPtr = std::shared_ptr<const LabReport>;

/// Runs lab experiments on a worker thread.
class LabRunner : public QObject {
  Q_OBJECT

 public:
  explicit LabRunner(decltype(LabTools::run) run, QObject* parent = nullptr);

  /// Does nothing while an experiment is running. Replaces the request's `onProgress`.
  void start(LabRequest request);
  /// `finished` follows, with the results so far.
  void cancel() { job_.stop(); }
  bool running() const { return job_.running(); }

 signals:
  void started();
  /// `part` is the completed fraction, 0..1.
  void progressed(double part);
  void changed(const espy::desktop::LabReportPtr& soFar);
  /// Emitted once per start, also after cancelling or a failure. Then `report` has the results so
  /// far and may be null, and `failure` is an error sentence, empty if cancelled.
  void finished(const espy::desktop::LabReportPtr& report, const QString& failure);

 private:
  void showAll(const LabReportPtr& report, double part);
  void end(const Outcome<LabReportPtr>& outcome);

  decltype(LabTools::run) run_;
  LabReportPtr last_;  ///< latest report of the running experiment
  Job job_;
};

}  // namespace espy::desktop
