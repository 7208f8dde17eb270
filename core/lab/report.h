// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "espy/engine/lab.h"

namespace espy::lab {

/// Implement the functions of espy/engine/lab.h with longer names.
std::string csvOf(const LabReport& report);
std::string jsonOf(const LabReport& report);
std::vector<LabRemark> remarksOf(const LabExhibit& exhibit);
std::string csvOf(const LabComparison& comparison);
std::string jsonOf(const LabComparison& comparison);

}  // namespace espy::lab
