// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "espy/engine/lab.h"

namespace espy::lab {

/// Implement `labCsv` and `labJson`.
std::string csvOf(const LabReport& report);
std::string jsonOf(const LabReport& report);

}  // namespace espy::lab
