// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/engine/denoise.h"

namespace espy::variation {

/// The processor's engine, on `control.threads` threads.
DenoiseSolution denoiseFast(const DenoiseProblem& problem, const Control& control,
                            RunReport& report);

}  // namespace espy::variation
