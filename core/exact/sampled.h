// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "exact/pattern.h"
#include "exact/plan.h"

namespace espy::exact {

/// Places by needle: the index is `Pattern::index`.
using PlacesByNeedle = std::vector<std::vector<Place>>;

/// Searches a group of needles (tolerance 0) on the lattice of their plan, whose
/// runs are in `table`: probes its places only,
/// and compares the window wherever a probed run is one of a needle's. Complete and exact.
///
/// The work is bounded: a needle whose windows are compared in vain too often is given up, its
/// places are dropped, and its index in the group is returned, for a search that cannot degenerate.
std::vector<std::uint32_t> findSampled(const ImageView& scene,
                                       std::span<const Pattern* const> group, const Plan& plan,
                                       const RunTable& table, int threads, const Control& control,
                                       PlacesByNeedle& places);

/// Orders places by y, then x.
void sortPlaces(std::vector<Place>& places);

/// One list of all parts, which are given back one by one.
std::vector<Place> joinPlaces(std::vector<std::vector<Place>>&& parts);

}  // namespace espy::exact
