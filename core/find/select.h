// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "espy/find.h"

namespace espy::find {

/// What `selectMatches` makes of exact matches at these places of each needle, ordered by y, then
/// x. All score 1, so they are taken in that order until there are enough: what is not kept never
/// becomes a match.
std::vector<Match> selectPlaces(std::vector<std::vector<Place>>&& places,
                                std::span<const Needle> needles, const SelectOptions& options,
                                const Control& control);

}  // namespace espy::find
