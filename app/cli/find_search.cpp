// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find_search.h"

namespace espy::cli {

Finding searched(const FindRequest& request, const Registry& registry, const ImageView& scene,
                 std::span<const Needle> needles, const Control& control) {
  const MethodOptions& method = request.method;
  if (!method.isScored()) {
    return findExact(registry, request.engine, scene, needles, method.exact, request.select,
                     control);
  }
  Finding finding =
      findScored(registry, request.engine, scene, needles, method.score, request.select, control);
  if (method.nearest && finding.matches.empty() && finding.best) {
    finding.matches.push_back(*finding.best);
  }
  return finding;
}

SubPixels refinedAll(const FindRequest& request, const ImageView& scene,
                     std::span<const Needle> needles, const Finding& finding,
                     const Control& control) {
  const auto between = [&](const Match& match) {
    control.check();
    return refined(scene, needles, match, request.method.score);
  };
  SubPixels subPixels;
  for (const Match& match : finding.matches) subPixels.matches.push_back(between(match));
  if (finding.best) subPixels.best = between(*finding.best);
  return subPixels;
}

}  // namespace espy::cli
