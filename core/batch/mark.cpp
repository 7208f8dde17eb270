// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "batch/mark.h"

namespace espy::batch {

Image marked(const BatchJob& job, const Registry& registry, const ImageView& scene,
             const Finding& finding, const Control& control) {
  const std::string& engine = finding.report.engine;
  const Image flags = registry.get<FlagMatches>(engine)(scene.size(), finding.matches, 2, control);
  return markedCopy(registry, engine, scene, flags, job.mark, control);
}

}  // namespace espy::batch
