// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "base/choice.h"
#include "espy/engine/denoise.h"

namespace espy::variation {

/// Memory that denoising on the processor takes, in bytes, input and result included.
double bytesFor(const GridSize& size, std::size_t channels);
/// This machine's memory in bytes; infinite if unknown.
double machineMemory();

/// Chooses an engine by estimated cost.
Choice chooseDenoiseEngine(const Registry& registry, const DenoiseProblem& problem,
                           const Control& control);

}  // namespace espy::variation
