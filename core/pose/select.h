// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "espy/engine/find.h"

namespace espy::pose {

/// Non-maximum suppression of ordered matches: keeps each whose overlap with all kept before is
/// within the options, by the area of the rotated windows; at most `top`.
std::vector<std::size_t> keptOf(std::span<const Match> matches, const SelectOptions& options,
                                const Control& control);

}  // namespace espy::pose
