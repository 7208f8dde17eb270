// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/engine/denoise.h"

namespace espy::cuda {

/// Capability DenoiseSamples of the engine `cuda`.
DenoiseSolution denoiseOnGpu(const DenoiseProblem& problem, const Control& control,
                             RunReport& report);

/// For measurements and tests: iterations of the kernels that keep tiles of pictures on the chip,
/// per launch, 1 to 8; 0 restores the default.
void setDenoiseSteps(int steps);
/// For measurements and tests: whether small pictures are iterated by one launch.
void setDenoisePersistent(bool persistent);

}  // namespace espy::cuda
