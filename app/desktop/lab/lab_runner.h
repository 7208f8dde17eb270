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

/// What the lab's view needs of the core. Tests bring their own, which measure nothing.
struct LabTools {
  std::vector<LabExperiment> experiments;
  std::function<LabReport(const LabRequest& request, const Control& control)> run;
  std::function<std::string(const LabReport& report)> csv;
  std::function<std::string(const LabReport& report)> json;
};

/// The core's own.
LabTools labTools(const Registry& registry);

using LabReportPtr = std::shared_ptr<const LabReport>;

/// Runs experiments on a worker thread.
class LabRunner : public QObject {
  Q_OBJECT

 public:
  explicit LabRunner(decltype(LabTools::run) run, QObject* parent = nullptr);

  /// Does nothing while one is running. `told` of the request is not called.
  void start(LabRequest request);
  /// `finished` follows, with what there is.
  void cancel() { job_.stop(); }
  bool running() const { return job_.running(); }

 signals:
  void started();
  /// The done part, 0..1.
  void progressed(double part);
  void changed(const espy::desktop::LabReportPtr& soFar);
  /// The end, also of what was cancelled or failed: then `report` is what was told until then and
  /// may be null, and `failure` says why in a sentence.
  void finished(const espy::desktop::LabReportPtr& report, const QString& failure);

 private:
  void tellAll(const LabReportPtr& report, double part);
  void end(const Outcome<LabReportPtr>& outcome);

  decltype(LabTools::run) run_;
  LabReportPtr last_;  ///< of the running experiment
  Job job_;
};

}  // namespace espy::desktop
