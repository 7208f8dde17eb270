// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/choose.h"

#include "base/parallel.h"
#include "identify/costs.h"

namespace espy::identify {
namespace {

/// Products of bytes, in millions.
double megaProducts(const RankTask& task) {
  std::size_t bytes = 0;
  for (const auto& query : task.queries) bytes += query.size();
  return static_cast<double>(task.shelf.references() * task.shelf.rows()) *
         static_cast<double>(bytes) / 1e6;
}

}  // namespace

Choice chooseRankEngine(const Registry& registry, const RankTask& task, const Control& control) {
  const double products = megaProducts(task);
  const double alone = products / costs::gigaProducts(bestScreenStrategy());
  const int threads = threadsFor(control);
  WorkCost cost{threads, alone >= kWorthThreads, alone / threads};
  cost.device = products / costs::kGpuGigaProducts;
  if (task.shelf.isKept(kDeviceEngine)) {
    cost.gain = 0;
  } else {
    cost.device += kDeviceStart + static_cast<double>(task.shelf.places() * task.shelf.rows()) *
                                      static_cast<double>(kFeatureBytes) / costs::kUploadBytes;
  }
  return chooseEngine(cost, [&] { return registry.refusal<RankReferences>(kDeviceEngine); });
}

Choice chooseOrbEngine(const Features& query, const Features& reference, const Control& control) {
  const double alone = static_cast<double>(query.count()) * static_cast<double>(reference.count()) /
                       costs::kOrbDistances;
  const int threads = threadsFor(control);
  const WorkCost cost{threads, alone >= kWorthThreads, alone / threads, alone / threads};
  return chooseEngine(cost, [] { return Message(); });
}

}  // namespace espy::identify
