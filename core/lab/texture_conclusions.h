// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "espy/engine/lab.h"

namespace espy::lab {

/// Conclusions of texture-search.
std::vector<Message> textureConclusions(const LabReport& report);

}  // namespace espy::lab
