// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "espy/engine/lab.h"

namespace espy::lab::pattern {

/// If sizes were swept: from how many pixels a GPU is faster. If milestones were swept: how the
/// processor's strategies compare with the plain loop. Times of whole runs, transfers included.
std::vector<Message> conclusionsOf(const LabReport& report);

}  // namespace espy::lab::pattern
