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

/// Result of a sampled search. Needles are numbered as in the group.
struct Sampled {
  std::vector<std::vector<Place>> places;
  std::vector<std::uint32_t> dropped;  ///< needles to be searched by another strategy
};

/// Searches a group of needles (tolerance 0) on the lattice of their plan, whose runs are in
/// `table`: probes the lattice's positions only, and compares the window wherever a probed run is
/// one of a needle's. Complete and exact.
///
/// The work is bounded: a needle with too many false positives is dropped, to be searched by a
/// strategy without a bad worst case. So is memory: returns nothing if several needles have more
/// positions than half the scene's pixels, and 65,536 or more.
std::optional<Sampled> findSampled(const ImageView& scene, std::span<const Pattern* const> group,
                                   const Plan& plan, const RunTable& table, int threads,
                                   const Control& control);

/// Sorts positions by y, then x.
void sortPlaces(std::vector<Place>& places);

}  // namespace espy::exact
