// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "espy/engine/score.h"
#include "score/batch.h"
#include "score/needle.h"

/// Needles so large that a distance may need more than 64 bits (squares of more than 16 million
/// 16-bit samples that weigh, or of more than 4 billion that do not): every sample of every window
/// that may reach the minimum. No other way of searching counts so far.
namespace espy::score {

/// The peaks, ordered by y, then x.
std::vector<Peak> findWide(const ImageView& scene, const ScoredNeedle& needle,
                           const ScoreOptions& options, int threads, const Control& control);
/// Offers the best place.
void offerWide(const ImageView& scene, const ScoredNeedle& needle, const ScoreOptions& options,
               int threads, const Control& control, BestPlace& best);
/// Writes the scores of all places.
void mapWide(const ImageView& scene, const ScoredNeedle& needle, const ScoreOptions& options,
             int threads, const Control& control, ScoreMap& map);

}  // namespace espy::score
