// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "espy/engine/score.h"
#include "score/batch.h"
#include "score/needle.h"

/// Search for needles so large that a distance may need more than 64 bits (squares of more than 16
/// million weighted 16-bit samples, or 4 billion unweighted ones), sample by sample. No other
/// strategy supports them.
namespace espy::score {

/// The peaks, ordered by y, then x.
std::vector<Peak> findWide(const ImageView& scene, const ScoredNeedle& needle,
                           const ScoreOptions& options, int threads, const Control& control);
void offerWide(const ImageView& scene, const ScoredNeedle& needle, const ScoreOptions& options,
               int threads, const Control& control, BestPlace& best);
void mapWide(const ImageView& scene, const ScoredNeedle& needle, const ScoreOptions& options,
             int threads, const Control& control, ScoreMap& map);

}  // namespace espy::score
