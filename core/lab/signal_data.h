// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "espy/engine/signal.h"

/// What signal-sad searches, and what is right.
namespace espy::lab {

/// Seeded values, the same on every machine: whole numbers 0..99, or floats in [0, 1), uniform.
template <class Value>
std::vector<Value> randomSignal(std::int64_t count, std::uint64_t seed);

/// Whether an answer is as good as the expected one: the same of whole numbers; of floats, whose
/// sums depend on the order of adding, a place whose sum, and what was said of it, differ from the
/// least one by no more than that order can make of it.
template <class Value>
bool sameAnswer(const SignalTask<Value>& task, const SignalMatches<Value>& found,
                const SignalMatches<Value>& expected);

}  // namespace espy::lab
