// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "espy/engine/find.h"

namespace espy::pose {

/// Which matches, which are in order, are kept: each whose overlap with every one kept before is at
/// most what the options say, by what turned windows truly cover; and of those the first so many.
std::vector<std::size_t> keptOf(std::span<const Match> matches, const SelectOptions& options,
                                const Control& control);

}  // namespace espy::pose
