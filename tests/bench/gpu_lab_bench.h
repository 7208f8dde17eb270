// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "bench/report.h"

namespace espy::bench {

/// The lab's signal-sad on the graphics card beside what the card does at best: the part "lab".
void benchLab(Report& report, const std::function<bool(const char* part)>& wanted);

}  // namespace espy::bench
