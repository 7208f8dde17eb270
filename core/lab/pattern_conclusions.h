// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "espy/engine/lab.h"

namespace espy::lab::pattern {

/// From how many pixels on a card pays, where sizes were swept; how the processor's ways compare
/// with the plain loop, where milestones were. Times are of whole runs, transfers included.
std::vector<Message> conclusionsOf(const LabReport& report);

}  // namespace espy::lab::pattern
