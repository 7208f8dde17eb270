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

/// The places of the scene that are looked at: every `rowStep`-th row and in it every
/// `columnStep`-th pixel. Where a needle has at least rowStep rows and columnStep run starts a row,
/// each of its occurrences covers exactly one such place for every pair of remainders.
struct Lattice {
  std::int64_t rowStep = 1;
  std::int64_t columnStep = 1;

  std::int64_t area() const { return rowStep * columnStep; }
};

/// Pixels of a run: long enough to be rare, short enough that the lattice stays coarse.
int chooseRunPixels(std::span<const Pattern* const> group);
KeyShape makeKeyShape(PixelFormat format, int runPixels);

/// Are all pixels of the run that begins at (x, y) compared?
bool opaqueRunAt(const Pattern& pattern, std::int64_t x, std::int64_t y, int runPixels);

/// The coarsest lattice that every needle of the group allows.
Lattice coarsest(std::span<const Pattern* const> group, int runPixels);

/// Lets rows stay far apart, since each row touched is memory read, and brings columns together,
/// until hashing the needles costs no more than probing the scene. `insertCost` is what a run of a
/// needle costs, in probes.
Lattice balance(Lattice lattice, Size scene, std::size_t needles, double insertCost);

/// This lattice, and those whose steps are half, a quarter and so on.
std::vector<Lattice> coarserAndFiner(const Lattice& coarsest);

}  // namespace espy::exact
