// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "espy/engine/score.h"

/// The functions that the engine `cuda` registers (espy/engine/score.h).
namespace espy::cuda {

ScoredPlaces findScored(const Scene& scene, std::span<const Needle> needles,
                        const ScoreOptions& options, const Control& control, RunReport& report);
ScoreMap mapScores(const Scene& scene, const Needle& needle, const ScoreOptions& options,
                   const Control& control, RunReport& report);

}  // namespace espy::cuda
