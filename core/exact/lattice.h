// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "exact/pattern.h"
#include "exact/run_table.h"

namespace espy::exact {

/// The probed positions of the scene: every `rowStep`-th row and in it every `columnStep`-th pixel.
/// If a needle has at least rowStep rows and columnStep run starts per row, each of its occurrences
/// contains exactly one probe for every pair of remainders.
struct Lattice {
  std::int64_t rowStep = 1;
  std::int64_t columnStep = 1;

  std::int64_t area() const { return rowStep * columnStep; }
};

/// Pixels per run: long enough to be rare, short enough for a coarse lattice.
int chooseRunPixels(std::span<const Pattern* const> group);
KeyShape makeKeyShape(PixelFormat format, int runPixels);

/// Do all pixels of the run that begins at (x, y) take part?
bool opaqueRunAt(const Pattern& pattern, std::int64_t x, std::int64_t y, int runPixels);

/// The coarsest lattice that is possible for all needles of the group.
Lattice coarsest(std::span<const Pattern* const> group, int runPixels);

/// Refines the lattice until hashing the needles costs no more than probing the scene. Reduces the
/// column step first, since each row touched is memory traffic. `insertCost`: cost of a run of a
/// needle, in probes.
Lattice balance(Lattice lattice, Size scene, std::size_t needles, double insertCost);

/// This lattice, and those with steps of a half, a quarter and so on.
std::vector<Lattice> coarserAndFiner(const Lattice& coarsest);

}  // namespace espy::exact
