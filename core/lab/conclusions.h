// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "espy/engine/lab.h"

/// Conclusions shared by several experiments.
namespace espy::lab {

/// This strategy's row with the most threads; null if it was not measured.
const LabRow* rowOf(const LabPoint& point, const std::string& strategy);

/// Formats with three digits.
std::string shown(double number);

/// "best 2 times, cuda-best 1.5 times": the growth of each strategy's time from the first point to
/// the last; empty if none was measured at both.
Message growthOfTimes(const LabReport& report, std::span<const char* const> strategies);

/// Compares the growth of times with that of the work; empty if the work is the same at both ends.
Message growth(const LabReport& report, std::span<const char* const> strategies);

}  // namespace espy::lab
