// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "espy/control.h"
#include "espy/engine/denoise.h"

namespace espy::variation {

/// Whether to solve the problem at half the resolution first: with strong denoising that saves most
/// of the iterations.
bool isWorthCoarse(const DenoiseProblem& problem);

/// The solution at half the resolution (of averages of 2 x 2 or 2 x 2 x 2 samples, with twice the
/// spacing, by `solve`), enlarged: a start for the problem. Has a dual variable only.
DenoiseSolution coarseStart(const DenoiseProblem& problem, const Control& control,
                            const std::function<DenoiseSolution(const DenoiseProblem&)>& solve);

}  // namespace espy::variation
