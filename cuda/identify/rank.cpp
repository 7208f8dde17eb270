// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/identify/engines.h"
#include "cuda/identify/shared_scan.h"

namespace espy::cuda {

std::vector<Ranking> rankOnGpu(const RankTask& task, const Control& control, RunReport& report) {
  control.check();
  report.engine = "cuda";
  report.threads = 1;
  const auto scan = std::static_pointer_cast<SharedScan>(
      task.shelf.kept("cuda", [] { return std::make_shared<SharedScan>(); }));
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
