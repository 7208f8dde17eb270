// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "denoise/fields.h"

namespace espy::variation {

/// Runs several iterations in one pass over the fields, which stay in the caches meanwhile
/// (temporal blocking).
///
/// Iteration k + 1 of slab y needs iteration k of slabs y - 1 to y + 1. So a thread follows
/// iteration k with iteration k + 1 one slab behind. Slabs are divided into bands, one or more for
/// each thread. In a band, an iteration leaves out one slab more at each end than the one before; a
/// second phase does what is left out around each border between bands. No slab is computed twice,
/// and none in another order of operations, so the result does not depend on the bands.
class Sweep {
 public:
  Sweep(Fields& fields, const Control& control);

  /// Most iterations in one pass.
  int depth() const { return depth_; }

  /// Runs one iteration for each of these steps, at most `depth()`.
  void run(std::span<const Steps> steps);

 private:
  /// v of the current and the next slab of an iteration.
  struct Level {
    Potentials now;
    Potentials next;
    Potentials first;  ///< of the first slab that the band updates
  };
  struct Band {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::vector<Level> levels;
  };

  void runBand(Band& band, std::span<const Steps> steps);
  void runBorder(Band& upper, Band& lower, std::span<const Steps> steps);
  /// v of a slab.
  void make(const Steps& steps, std::int64_t slab, Potentials& v);
  /// Updates a slab. `made`: also makes v of the next slab, in `next`; else `next` is that.
  void update(const Steps& steps, std::int64_t slab, Potentials& now, Potentials& next, bool made);

  Fields& fields_;
  const Control& control_;
  int depth_ = 1;
  std::vector<Band> bands_;
};

}  // namespace espy::variation
