// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "base/simd.h"

/// Costs of scored search that depend on the SIMD level, in nanoseconds on one core. `tools/bench
/// costs` measures them and writes the rows below.
namespace espy::score::costs {

struct SimdLevelCosts {
  /// Per number of a tile of 2^14, 2^15, ... numbers: one FFT in one direction.
  std::array<double, 7> transform;
  /// Blocks by FFT, per number of a tile of 2^12, 2^13, ... numbers: once, and for each needle.
  std::array<std::array<double, 2>, 7> blocks;
  /// Blocks directly: per position and channel, and per pair of blocks.
  double directPosition;
  double directPair;
  /// Exact sums of a window of 8-bit samples: per window, and per vector of its samples.
  double window;
  double windowVector;
};

// clang-format off
inline constexpr std::array<SimdLevelCosts, kSimdLevels> kBySimdLevel = {{
    {{{2.14, 2.19, 2.31, 2.87, 3.36, 3.54, 3.82}},
     {{{{1.53, 2.30}}, {{1.64, 2.45}}, {{1.62, 2.96}}, {{1.57, 3.05}}, {{1.53, 3.38}}, {{1.80, 3.74}}, {{2.09, 3.83}}}},
     1.75,
     0.0533,
     10.2,
     1.267},  // plain
    {{{1.10, 1.25, 1.40, 2.00, 2.70, 4.00, 5.40}},
     {{{{0.90, 2.00}}, {{0.90, 1.90}}, {{0.90, 1.80}}, {{1.00, 1.90}}, {{1.10, 2.00}}, {{1.50, 2.50}}, {{1.90, 3.00}}}},
     1.60,
     0.0450,
     15.0,
     0.650},  // neon
    {{{2.14, 2.19, 2.31, 2.87, 3.36, 3.54, 3.82}},
     {{{{1.53, 2.30}}, {{1.64, 2.45}}, {{1.62, 2.96}}, {{1.57, 3.05}}, {{1.53, 3.38}}, {{1.80, 3.74}}, {{2.09, 3.83}}}},
     1.75,
     0.0533,
     10.2,
     1.267},  // sse4
    {{{1.33, 1.49, 1.57, 1.96, 2.54, 2.74, 2.83}},
     {{{{1.16, 1.72}}, {{1.04, 1.65}}, {{1.05, 1.85}}, {{1.06, 2.00}}, {{1.14, 2.34}}, {{1.28, 2.57}}, {{1.67, 2.72}}}},
     1.36,
     0.0336,
     17.5,
     1.492},  // avx2
    {{{1.04, 1.06, 1.18, 1.61, 2.25, 2.38, 2.51}},
     {{{{0.97, 1.68}}, {{0.80, 1.51}}, {{0.85, 1.67}}, {{0.83, 1.59}}, {{0.83, 2.17}}, {{1.07, 2.13}}, {{1.44, 2.39}}}},
     1.26,
     0.0297,
     6.6,
     2.460},  // avx512
    {{{1.09, 1.06, 1.17, 1.61, 2.24, 2.36, 2.54}},
     {{{{1.22, 1.65}}, {{0.93, 1.54}}, {{0.98, 1.62}}, {{0.76, 1.61}}, {{0.70, 2.15}}, {{0.99, 2.18}}, {{1.41, 2.34}}}},
     1.26,
     0.0289,
     2.0,
     3.075},  // avx512vnni
}};
// clang-format on

/// Of the level in use.
inline const SimdLevelCosts& ofSimdLevel() {
  return kBySimdLevel[static_cast<std::size_t>(simdIndex())];
}

}  // namespace espy::score::costs
