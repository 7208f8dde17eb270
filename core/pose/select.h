// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "espy/engine/find.h"
#include "espy/engine/pose.h"

namespace espy::pose {

/// Non-maximum suppression of ordered matches: keeps each whose overlap with all kept before is
/// within the options, by the area of the rotated windows; at most `top`.
std::vector<std::size_t> keptOf(std::span<const Match> matches, const SelectOptions& options,
                                const Control& control);

/// The same for ordered places, on `threads` threads: removes those that are not kept. Places are
/// converted by `matchOf`, which is called concurrently, one by one: there may be millions.
void keepUncovered(std::vector<PosedPeak>& places,
                   const std::function<Match(const PosedPeak&)>& matchOf,
                   const SelectOptions& options, int threads, const Control& control);

}  // namespace espy::pose
