// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "base/choice.h"
#include "espy/engine/denoise.h"

namespace espy::variation {

/// Memory that denoising on the processor takes, in bytes, input and result included.
double bytesFor(const GridSize& size, std::size_t channels);
/// The same if the fields are in a temporary file.
double bytesBesideFile(const GridSize& size, std::size_t channels);
/// This machine's memory in bytes; infinite if unknown.
double machineMemory();
/// Whether the fields of a problem go to a temporary file (field_memory.h): memory does not
/// suffice.
bool needsFile(const GridSize& size, std::size_t channels);
/// For tests: simulates a machine with this memory; 0 ends that.
void limitMachineMemory(double bytes);

/// Chooses an engine by estimated cost.
Choice chooseDenoiseEngine(const Registry& registry, const DenoiseProblem& problem,
                           const Control& control);

}  // namespace espy::variation
