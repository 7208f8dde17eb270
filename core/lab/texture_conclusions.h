// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "espy/engine/lab.h"

namespace espy::lab {

/// What the figures of texture-search say.
std::vector<Message> textureConclusions(const LabReport& report);

}  // namespace espy::lab
