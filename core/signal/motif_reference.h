// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/engine/motif.h"

namespace espy::signal {

/// The definition: every window of every channel, in double, never optimised.
std::vector<MotifMatch> findMotifByReference(const MotifTask& task, const Control& control,
                                             RunReport& report);

/// The definition of `motifProfile`.
std::vector<double> profileMotifByReference(const MotifTask& task, const Control& control,
                                            RunReport& report);

}  // namespace espy::signal
