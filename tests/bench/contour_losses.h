// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bench/contour_scenes.h"

/// Where bent figures in clutter are lost.
namespace espy::bench {

/// What the stages of the search make of a scene's figure.
struct Stages {
  double hidden = 0;     ///< share of the outline that is covered
  double edges = 0;      ///< share of the rest that has an edge within 2 pixels, in its direction
  double truth = 0;      ///< score of the true outline, moved to the edges
  double candidate = 0;  ///< best score of a right candidate; 0: there is none
  double found = 0;      ///< the same of those that are left after overlaps are suppressed
};
Stages stagesOf(const Scene& scene, const test::Figure& figure, const SceneSettings& settings,
                const FindOptions& options);

/// Counts, for all figures below the score `least`, the first stage that lost it, and prints them.
void printLosses(const std::vector<Stages>& stages, double least);

}  // namespace espy::bench
