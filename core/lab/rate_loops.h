// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lab/rates.h"

namespace espy::lab {

/// A loop that computes for a fraction of a millisecond and returns how many operations that were.
using RateLoop = double (*)();
/// That of the SIMD level in use; not for `Rate::memory`.
RateLoop rateLoop(Rate rate);

}  // namespace espy::lab
