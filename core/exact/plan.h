// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "espy/error.h"
#include "exact/lattice.h"
#include "exact/pattern.h"
#include "exact/run_table.h"

namespace espy::exact {

/// How a group of needles is searched: the lattice, and for each needle one run of pixels for each
/// way (remainder of its place by the lattice) in which an occurrence can meet the lattice.
struct Plan {
  int runPixels = 1;
  KeyShape shape;
  Lattice lattice;
  /// `needle` indexes the group. Empty where each needle's runs are those that begin in its upper
  /// left corner of the lattice's size, one for each remainder, and are not listed.
  std::vector<Run> runs;
  /// Needles of the group (indexes) that would slow the others down: to be planned by themselves.
  std::vector<std::uint32_t> alone;
  /// Needles for which no lattice beats reading every pixel once: flat, periodic and the like.
  std::vector<std::uint32_t> hopeless;

  std::size_t runCount(std::size_t needles) const;
  /// For people; `needles` is the size of the group.
  Message describe(std::size_t needles) const;
};

/// A plan made from the needles alone: the coarsest lattice, the needles' upper-left runs. Nothing
/// when a needle has transparent pixels, so that runs have to be chosen, or is so small that the
/// lattice is too fine to be sure of.
std::optional<Plan> planQuickly(Size scene, std::span<const Pattern* const> group, int threads,
                                const Control& control);

/// A plan made from the needles alone, also where they have transparent pixels: the coarsest
/// lattice for which each needle has an opaque run for each remainder. Its runs are not hashed, and
/// not even listed where nothing is transparent. Nothing when that lattice is too fine to be worth
/// it. `recycled` may be an earlier plan, whose memory is used again.
std::optional<Plan> planUnhashed(Size scene, std::span<const Pattern* const> group,
                                 double insertCost, int threads = 1, Plan recycled = {});

/// Of some scattered probes, how many runs of the table each would meet.
double hitsPerProbe(const ImageView& scene, const Plan& plan, const RunTable& table);

/// What it costs to search a needle without a lattice, in nanoseconds a pixel.
using FallbackCost = std::function<double(const Pattern&)>;

/// A plan that counts how often runs occur in a sample of the scene, takes for each remainder the
/// rarest run of the needle, and picks the lattice by expected cost.
Plan planCarefully(const ImageView& scene, std::span<const Pattern* const> group,
                   const FallbackCost& fallbackCost);

}  // namespace espy::exact
