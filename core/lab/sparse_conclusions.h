// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "espy/engine/lab.h"

namespace espy::lab {

/// What the figures of sparse-network say: how times or speeds grow from the first point to the
/// last, and what Espy's own way gains over the best of the plain loops.
std::vector<Message> sparseConclusions(const LabReport& report);

}  // namespace espy::lab
