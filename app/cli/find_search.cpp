// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find_search.h"

namespace espy::cli {

Finding searched(const FindRequest& request, const Registry& registry, const ImageView& scene,
                 std::span<const Needle> needles, const Control& control) {
  Finding finding = search(registry, request.engine, scene, needles, request.method, control);
  if (request.method.nearest && finding.matches.empty() && finding.best) {
    finding.matches.push_back(*finding.best);
  }
  return finding;
}

SubPixels refinedAll(const FindRequest& request, const ImageView& scene,
                     std::span<const Needle> needles, const Finding& finding,
                     const Control& control) {
  SubPixels subPixels;
  const ScoreOptions score = request.method.forScored();
  subPixels.matches = refined(scene, needles, finding.matches, score, control);
  if (finding.best) subPixels.best = refined(scene, needles, *finding.best, score);
  return subPixels;
}

}  // namespace espy::cli
