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
      [this, request = std::move(request)](const Job::Run& run) mutable {
        LabReportPtr report;
        double part = 0;
        const auto tell = [&] { run.tell([this, report, part] { tellAll(report, part); }); };
        request.told = [&](const LabReport& soFar) {
          report = std::make_shared<const LabReport>(soFar);
          tell();
        };
        Control control = run.control();
        control.progress = [&](double done) {
          part = done;
          tell();
        };
        return std::make_shared<const LabReport>(run_(request, control));
      },
      [this](const Outcome<LabReportPtr>& outcome) { end(outcome); });
  emit started();
}

void LabRunner::tellAll(const LabReportPtr& report, double part) {
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
