// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lab/rates.h"

namespace espy::lab {

/// Runs for a fraction of a millisecond and returns the number of operations.
using RateLoop = double (*)();
/// The loop for the SIMD level in use; not for `Rate::memory`.
RateLoop rateLoop(Rate rate);

}  // namespace espy::lab
