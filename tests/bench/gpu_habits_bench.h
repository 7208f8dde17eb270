// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "bench/report.h"

namespace espy::bench {

/// What searches on the graphics card take from the driver, and how soon they stop when asked: the
/// parts "memory" and "cancel".
void benchHabits(Report& report, const std::function<bool(const char* part)>& wanted);

}  // namespace espy::bench
