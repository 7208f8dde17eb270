// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/engine/denoise.h"

namespace espy::variation {

/// The definition: the primal-dual method of Chambolle and Pock in double, stopped by the duality
/// gap. Sequential, not optimised.
DenoiseSolution denoiseByReference(const DenoiseProblem& problem, const Control& control,
                                   RunReport& report);

}  // namespace espy::variation
