// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "espy/engine/lab.h"

namespace espy::lab {

/// Conclusions of sparse-network: growth of times or speeds from the first point to the last, and
/// the gain of Espy's engines over the best plain loop.
std::vector<Message> sparseConclusions(const LabReport& report);

}  // namespace espy::lab
