// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "exact/pattern.h"
#include "exact/plan.h"

namespace espy::exact {

/// What a sampled search has found; indices are those of the group.
struct Sampled {
  std::vector<std::vector<Place>> places;
  std::vector<std::uint32_t> dropped;  ///< needles that are to be searched otherwise
};

/// Searches a group of needles (tolerance 0) on the lattice of their plan, whose
/// runs are in `table`: probes its places only,
/// and compares the window wherever a probed run is one of a needle's. Complete and exact.
///
/// The work is bounded: a needle whose windows are compared in vain too often is given up and
/// dropped, for a search that cannot degenerate. So is memory: nothing where several needles lie at
/// more places than half the scene's pixels, and at 65,536 or more.
std::optional<Sampled> findSampled(const ImageView& scene, std::span<const Pattern* const> group,
                                   const Plan& plan, const RunTable& table, int threads,
                                   const Control& control);

/// Orders places by y, then x.
void sortPlaces(std::vector<Place>& places);

/// One list of all parts, which are given back one by one.
std::vector<Place> joinPlaces(std::vector<std::vector<Place>>&& parts);

}  // namespace espy::exact
