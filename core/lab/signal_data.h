// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "espy/engine/signal.h"

/// Data of signal-sad, and verification of results.
namespace espy::lab {

/// Seeded uniform values, the same on every machine: integers 0..99, or floats in [0, 1).
template <class Value>
std::vector<Value> randomSignal(std::int64_t count, std::uint64_t seed);

/// Verifies a result: integers must be equal; for floats, whose sums depend on the order of
/// summation, the reported sum and the sum at the position may differ from the minimum only by
/// rounding.
template <class Value>
bool sameAnswer(const SignalTask<Value>& task, const SignalMatches<Value>& found,
                const SignalMatches<Value>& expected);

}  // namespace espy::lab
