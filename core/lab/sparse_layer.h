// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace espy::lab {

/// Some numbers of one sample on their way through a layer. By value: a number that is written may
/// be part of anything that is referred to, which would then be read again for each output.
struct SparseLayer {
  const float* inputs;
  const float* weights;
  const float* biases;
  float* outputs;
  std::int64_t count;  ///< of outputs
  int neighbours;
};

/// The activation of a network (espy/engine/network.h), operation by operation: neither may the
/// compiler join two of these, so this is compiled without contraction.
inline float activation(float sum) {
  constexpr float kEdge = 1.875F;  // beyond it -1 or 1
  constexpr float kCubic = -2 / (3 * kEdge * kEdge);
  constexpr float kQuintic = 1 / (5 * kEdge * kEdge * kEdge * kEdge);
  const float z = std::min(std::max(sum, -kEdge), kEdge);
  const float u = z * z;
  return z * std::fma(u, std::fma(u, kQuintic, kCubic), 1.0F);
}

}  // namespace espy::lab
