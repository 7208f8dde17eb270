// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "bench/identify_figures.h"
#include "bench/identify_trials.h"

namespace espy::bench {

/// The same queries answered by bytes and by the numbers before they were rounded to bytes.
struct FloatsAndBytes {
  Share bytes;   ///< the right surface is the first
  Share floats;  ///< likewise
  std::int64_t onlyBytes = 0;
  std::int64_t onlyFloats = 0;
  double meanBytes = 0;  ///< features that the right surface matches
  double meanFloats = 0;
};

/// In a library of so many surfaces, of which only these are asked.
FloatsAndBytes floatsAndBytes(const TrialPlace& place, test::SurfaceLevel level,
                              std::int64_t surfaces, std::int64_t queries);

}  // namespace espy::bench
