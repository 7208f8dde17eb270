// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/engine/motif.h"

namespace espy::signal {

/// What a match is: every window of every channel, sample by sample, in double. Never optimised.
std::vector<MotifMatch> findMotifByReference(const MotifTask& task, const Control& control,
                                             RunReport& report);

/// What is a match how far off: the distances of all places, as `MotifFinding` tells them.
std::vector<double> profileMotifByReference(const MotifTask& task, const Control& control,
                                            RunReport& report);

}  // namespace espy::signal
