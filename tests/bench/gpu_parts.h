// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "bench/report.h"

/// What gpu_bench measures beside exact find, each in a file of its own. `wanted` tells by its name
/// whether somebody wants a part.
namespace espy::bench {

/// What searches on the graphics card take from the driver, and how soon they stop when asked: the
/// parts "memory" and "cancel".
void benchHabits(Report& report, const std::function<bool(const char* part)>& wanted);

/// Known surfaces, on the card and passing through it, beside what the tensor cores do at best: the
/// part "identify".
void benchIdentify(Report& report, const std::function<bool(const char* part)>& wanted);

/// Small networks on the graphics card, layer by layer and by Espy's ways, beside their floors: the
/// part "judge".
void benchJudge(Report& report, const std::function<bool(const char* part)>& wanted);

/// The lab's signal-sad on the graphics card beside what the card does at best: the part "lab".
void benchLab(Report& report, const std::function<bool(const char* part)>& wanted);

/// Motifs on the graphics card: its kernels, and whole searches with the samples there already, the
/// parts "motif kernels", "motif bounds", "motif day", "motif hard", "motif channels" and "motif
/// year".
void benchMotifs(Report& report, const std::function<bool(const char* part)>& wanted);

/// Needles in any pose on the graphics card, in scenes of which it is known where they lie: the
/// part "pose".
void benchPoses(Report& report, const std::function<bool(const char* part)>& wanted);

/// The graphics card's scored find beside its floor: those parts that are wanted by their names,
/// which begin with "score".
void benchScoredFind(Report& report, const std::function<bool(const char* part)>& wanted);

}  // namespace espy::bench
