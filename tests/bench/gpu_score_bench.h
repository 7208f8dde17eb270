// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "bench/report.h"

namespace espy::bench {

/// The graphics card's scored find beside its floor: those parts that are wanted by their names,
/// which begin with "score".
void benchScoredFind(Report& report, const std::function<bool(const char* part)>& wanted);

}  // namespace espy::bench
