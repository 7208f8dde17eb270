// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace espy::lab {

/// A layer of one sample. Passed by value: through a reference the compiler would have to reload it
/// after each store (aliasing).
struct SparseLayer {
  const float* inputs;
  const float* weights;
  const float* biases;
  float* outputs;
  std::int64_t count;  ///< number of outputs
  int neighbours;
};

/// Activation of a network (espy/engine/network.h). Compiled without contraction, because every
/// operation must round by itself.
inline float activation(float sum) {
  constexpr float kEdge = 1.875F;  // beyond it the result is -1 or 1
  constexpr float kCubic = -2 / (3 * kEdge * kEdge);
  constexpr float kQuintic = 1 / (5 * kEdge * kEdge * kEdge * kEdge);
  const float z = std::min(std::max(sum, -kEdge), kEdge);
  const float u = z * z;
  return z * std::fma(u, std::fma(u, kQuintic, kCubic), 1.0F);
}

}  // namespace espy::lab
