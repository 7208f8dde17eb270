// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/lab_runner.h"

#include <utility>

namespace espy::desktop {

LabTools labTools(const Registry& registry) {
  return {labExperiments(),
          [&registry](const LabRequest& request, const Control& control) {
            return runLab(registry, request, control);
          },
          labCsv, labJson};
}

LabRunner::LabRunner(decltype(LabTools::run) run, QObject* parent)
    : QObject(parent), run_(std::move(run)) {
  // Throttle updates: painting takes a core from the measured runs.
  job_.setPace(std::chrono::milliseconds(150));
}

void LabRunner::start(LabRequest request) {
  if (running()) return;
  last_.reset();
  job_.start(
      [this, request = std::move(request)](const Job::Handle& handle) mutable {
        LabReportPtr report;
        double part = 0;
        const auto post = [&] {
          handle.postLatest([this, report, part] { showAll(report, part); });
        };
        request.onProgress = [&](const LabReport& soFar) {
          report = std::make_shared<const LabReport>(soFar);
          post();
        };
        Control control = handle.control();
        control.progress = [&](double done) {
          part = done;
          post();
        };
        return std::make_shared<const LabReport>(run_(request, control));
      },
      [this](const Outcome<LabReportPtr>& outcome) { end(outcome); });
  emit started();
}

void LabRunner::showAll(const LabReportPtr& report, double part) {
  emit progressed(part);
  if (report != last_) emit changed(last_ = report);
}

void LabRunner::end(const Outcome<LabReportPtr>& outcome) {
  if (outcome.value) return emit finished(*outcome.value, {});
  if (!outcome.failure.cancelled) return emit finished(last_, outcome.failure.sentence);
  if (!last_) return emit finished({}, {});
  auto cancelled = std::make_shared<LabReport>(*last_);
  cancelled->cancelled = true;
  emit finished(cancelled, {});
}

}  // namespace espy::desktop
