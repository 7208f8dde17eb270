// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "bench/identify_figures.h"
#include "bench/identify_trials.h"

namespace espy::bench {

/// Accuracy of the same queries with features as bytes and as floats.
struct FloatsAndBytes {
  Share bytes;   ///< the right surface ranks first
  Share floats;  ///< the right surface ranks first
  std::int64_t onlyBytes = 0;
  std::int64_t onlyFloats = 0;
  double meanBytes = 0;  ///< mean matched features of the right surface
  double meanFloats = 0;
};

/// Evaluates `queries` queries in a library of `surfaces` surfaces.
FloatsAndBytes floatsAndBytes(const TrialPlace& place, test::SurfaceLevel level,
                              std::int64_t surfaces, std::int64_t queries);

}  // namespace espy::bench
