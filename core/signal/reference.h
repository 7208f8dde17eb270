// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/engine/signal.h"

namespace espy::signal {

/// What a match is: every query at every place, sample by sample. Never optimised.
template <class Sample>
SignalMatches<Sample> findByReference(const SignalTask<Sample>& task, const Control& control,
                                      RunReport& report);

}  // namespace espy::signal
