// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "espy/engine/score.h"
#include "find/needle.h"
#include "score/formula.h"

namespace espy::score {

/// Weight of a pixel of the needle: 0 or 1, or 0..255 where alpha and mask are weights.
std::int64_t weightOf(const Needle& needle, std::int64_t x, std::int64_t y, bool weighted);

/// The needle's sums, for a scene of this format.
finders::NeedleSums sumsOf(const Needle& needle, PixelFormat scene, bool weighted,
                           const Control& control = {});

/// The score of a needle at one position, sample by sample: the definition.
Peak scoreAt(const ImageView& scene, const Needle& needle, std::uint32_t index,
             const finders::NeedleSums& sums, const ScoreOptions& options, std::int64_t x,
             std::int64_t y);

/// The same at all positions, row by row.
std::vector<Peak> allByReference(const ImageView& scene, const Needle& needle,
                                 const ScoreOptions& options);

/// `FindScored` and `MapScores` of the engine "reference".
ScoredPlaces scoreByReference(const ImageView& scene, std::span<const Needle> needles,
                              const ScoreOptions& options, const Control& control,
                              RunReport& report);
ScoreMap mapByReference(const ImageView& scene, const Needle& needle, const ScoreOptions& options,
                        const Control& control, RunReport& report);

}  // namespace espy::score
