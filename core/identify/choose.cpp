// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/choose.h"

#include "base/parallel.h"
#include "base/phrase.h"
#include "identify/costs.h"

namespace espy::identify {
namespace {

constexpr const char* kCard = "cuda";

double megaProducts(const RankTask& task) {
  std::size_t bytes = 0;
  for (const auto& query : task.queries) bytes += query.size();
  return static_cast<double>(task.shelf.references() * task.shelf.rows()) *
         static_cast<double>(bytes) / 1e6;
}

}  // namespace

Choice chooseEngine(const Registry& registry, const RankTask& task, const Control& control) {
  const double products = megaProducts(task);
  const double alone = products / costs::gigaProducts(bestScreenWay());
  const int threads = threadsFor(control);
  if (threads == 1) return {"sequential", phrase("there is one thread"), ""};
  if (alone < costs::kWorthThreads) {
    return {"sequential", phrase("so few references are counted before threads have started"), ""};
  }
  const double together = alone / threads;
  const std::string here = timeInWords(together);
  const bool kept = task.shelf.isKept(kCard);
  const double upload = static_cast<double>(task.shelf.places() * task.shelf.rows()) *
                        static_cast<double>(kFeatureBytes) / costs::kUploadBytes;
  const double there =
      products / costs::kCardGigaProducts + (kept ? 0 : upload + costs::kCardStart);
  if (together - there > (kept ? 0 : costs::kCardGain)) {
    const Message objection = registry.refusal<RankReferences>(kCard);
    if (objection.empty()) {
      return {kCard,
              phrase("{} references: about {} on the processor", task.shelf.references(), here),
              "openmp"};
    }
    return {"openmp", phrase("about {} on the processor; a card: {}", here, objection), ""};
  }
  return {"openmp", phrase("about {} on {} threads", here, threads), ""};
}

}  // namespace espy::identify
