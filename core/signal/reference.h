// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/engine/signal.h"

namespace espy::signal {

/// The definition: every query at every position, never optimised.
template <class Sample>
SignalMatches<Sample> findByReference(const SignalTask<Sample>& task, const Control& control,
                                      RunReport& report);

}  // namespace espy::signal
