// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "espy/engine/lab.h"

namespace espy::lab {

/// Implement `labCsv`, `labJson` and `labComparisonJson`.
std::string csvOf(const LabReport& report);
std::string jsonOf(const LabReport& report);
std::string jsonOf(const LabComparison& comparison);

}  // namespace espy::lab
