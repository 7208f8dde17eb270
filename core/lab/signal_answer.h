// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/signal.h"

namespace espy::lab {

/// Whether an answer is as good as the expected one: the same of whole numbers; of floats, whose
/// sums depend on the order of adding, a place whose sum, and what was said of it, differ from the
/// least one by no more than that order can make of it.
template <class Value>
bool sameAnswer(const SignalTask<Value>& task, const SignalMatches<Value>& found,
                const SignalMatches<Value>& expected);

}  // namespace espy::lab
