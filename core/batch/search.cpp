// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "batch/search.h"

namespace espy::batch {

Image marked(const BatchJob& job, const Registry& registry, const ImageView& scene,
             const Finding& finding, const Control& control) {
  const std::string& engine = finding.report.engine;
  const Image flags = registry.get<FlagMatches>(engine)(scene.size(), finding.matches, 2, control);
  return markedCopy(registry, engine, scene, flags, job.mark, control);
}

void checkOptions(const BatchJob& job, const Registry& registry) {
  if (job.engine != "auto" && job.scored) registry.get<FindScored>(job.engine);
  if (job.engine != "auto" && !job.scored) registry.get<FindExact>(job.engine);
  // The rooms know best what they refuse, so they are asked, with next to nothing to do.
  const Image scene({1, 1}, {1, Depth::u8});
  const Finding nothing = search(registry, job.engine, scene, {}, job);
  if (!job.outputFolder.empty()) marked(job, registry, scene, nothing, {});
}

}  // namespace espy::batch
