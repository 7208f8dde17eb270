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

/// How a group of needles is searched: the lattice, and for each needle one run of pixels per
/// remainder modulo the lattice.
struct Plan {
  int runPixels = 1;
  KeyShape shape;
  Lattice lattice;
  /// `needle` indexes the group. Empty if each needle's runs are those that begin in its upper-left
  /// corner of the lattice's size, one per remainder.
  std::vector<Run> runs;
  /// Needles (indices in the group) that would slow down the others: to be planned separately.
  std::vector<std::uint32_t> alone;
  /// Needles for which no lattice beats reading every pixel once: flat or periodic ones.
  std::vector<std::uint32_t> hopeless;

  std::size_t runCount(std::size_t needles) const;
  /// For the report; `needles`: size of the group.
  Message describe(std::size_t needles) const;
};

/// A plan from the needles alone: the coarsest lattice, the needles' upper-left runs. Empty if a
/// needle has transparent pixels, so that runs have to be chosen, or the lattice would be too fine.
std::optional<Plan> planQuickly(Size scene, std::span<const Pattern* const> group, int threads,
                                const Control& control);

/// The same, but supports transparent pixels: the coarsest lattice for which each needle has an
/// opaque run for each remainder. Runs are not hashed, and not listed where nothing is transparent.
/// Empty if that lattice is too fine to pay. `recycled`: an earlier plan whose memory is reused.
std::optional<Plan> planUnhashed(Size scene, std::span<const Pattern* const> group,
                                 double insertCost, int threads = 1, Plan recycled = {});

/// Mean number of the table's runs that a probe hits, from scattered probes.
double hitsPerProbe(const ImageView& scene, const Plan& plan, const RunTable& table);

/// Cost of searching a needle without a lattice, in nanoseconds per pixel.
using FallbackCost = std::function<double(const Pattern&)>;

/// A plan that estimates the runs' frequencies from a sample of the scene, chooses for each
/// remainder the needle's rarest run, and the lattice by expected cost.
Plan planCarefully(const ImageView& scene, std::span<const Pattern* const> group,
                   const FallbackCost& fallbackCost);

}  // namespace espy::exact
