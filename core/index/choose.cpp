// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "index/choose.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "espy/engine/needle_index.h"
#include "index/costs.h"
#include "index/needle_index_state.h"

namespace espy::index {

Choice chooseIndexEngine(const Registry& registry, const Scene& scene,
                         const NeedleIndex::State& state, const Control& control) {
  const auto pixels = static_cast<double>(scene.size().pixels());
  double alone = 0;   // milliseconds on one thread
  double device = 0;  // the same on a GPU
  bool isKept = true;
  for (const auto& open : state.segments) {
    const NeedleSegment& segment = open.segment;
    for (std::size_t step = 0; step < kColumnSteps.size(); ++step) {
      const auto keys = static_cast<double>(segment.table(step).entries.size());
      if (keys == 0) continue;
      const double probes = pixels / static_cast<double>(kColumnSteps.at(step)) / 1e6;
      const double far = std::pow(std::max(1.0, keys / costs::kNearKeys), costs::kGrowth);
      alone += probes * costs::kProbe * far;
      device += probes * costs::kGpuProbe * far;
    }
    if (segment.kept().has(kDeviceEngine)) continue;
    isKept = false;
    device += static_cast<double>(segment.file().bytes()) / costs::kTableBytes;
  }
  const int threads = threadsFor(control);
  WorkCost cost{threads, alone >= kWorthThreads, alone / threads, device};
  cost.device += pixels * scene.format().bytesPerPixel() / costs::kUploadBytes;
  if (isKept) {
    cost.gain = 0;
  } else {
    cost.device += kDeviceStart;
  }
  return chooseEngine(cost, [&] { return registry.refusal<FindIndexed>(kDeviceEngine); });
}

}  // namespace espy::index
