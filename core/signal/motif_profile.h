// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "signal/rows.h"

namespace espy::signal {

/// How many numbers the profile of a settled task has.
std::int64_t profileSize(const MotifTask& task);

/// The profile: every window settled in double, sixteen beside each other.
std::vector<double> profileMotifFast(const MotifTask& task, const Control& control,
                                     RunReport& report);

}  // namespace espy::signal
