// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/identify/engines.h"

#include "cuda/base/device.h"
#include "cuda/base/gpu.h"
#include "cuda/identify/shared_scan.h"

namespace espy::cuda {

std::vector<Ranking> rankOnGpu(const RankTask& task, const Control& control, RunReport& report) {
  control.check();
  report.engine = currentEngine();
  report.threads = 1;
  Gpu::ofProcess(report.timeline);  // the scan has a stream
  const auto scan = std::static_pointer_cast<SharedScan>(
      task.shelf.kept(currentEngine(), [] { return std::make_shared<SharedScan>(); }));
  Timeline whole;
  std::vector<Ranking> rankings;
  {
    const StageTimer timer(whole, "count");
    rankings = scan->rank(task, control, report);
  }
  // Other stages are reported separately.
  report.timeline.add("count", whole.totalMilliseconds() - report.timeline.totalMilliseconds());
  return rankings;
}

}  // namespace espy::cuda
