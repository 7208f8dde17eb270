// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "espy/engine/score.h"
#include "score/tile_strategy.h"

namespace espy::score {

/// Throws an `Error` for an invalid request. Common to all engines.
void checkScored(Size scene, PixelFormat format, std::span<const Needle> needles,
                 const ScoreOptions& options, const Control& control);

/// `FindScored` and `MapScores` of the CPU engines. `allowed`: for benchmarks.
ScoredPlaces scoreFast(const ImageView& scene, std::span<const Needle> needles,
                       const ScoreOptions& options, int threads, const Control& control,
                       RunReport& report, const Strategies& allowed = {});
ScoreMap mapFast(const ImageView& scene, const Needle& needle, const ScoreOptions& options,
                 int threads, const Control& control, RunReport& report);

}  // namespace espy::score
