// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "espy/engine/lab.h"

/// Conclusions that several experiments draw.
namespace espy::lab {

/// Of this strategy at this point, the row with the most threads; null where it was not measured.
const LabRow* rowOf(const LabPoint& point, const std::string& strategy);

/// To three digits.
std::string shown(double number);

/// "best 2 times, cuda-best 1.5 times": from the first point to the last, how many times longer
/// each of these strategies took; empty where none was measured at both.
Message growthOfTimes(const LabReport& report, std::span<const char* const> strategies);

/// How the times grow beside the work; empty where the work is the same at both ends.
Message growth(const LabReport& report, std::span<const char* const> strategies);

}  // namespace espy::lab
