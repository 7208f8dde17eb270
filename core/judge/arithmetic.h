// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

/// A network's scalar arithmetic, operation by operation. Compilers must not contract it: the
/// module is built without contraction.
namespace espy::judge {

/// Beyond it the activation is -1 or 1.
inline constexpr float kEdge = 1.875F;
inline constexpr float kOverEdge2 = 1 / (kEdge * kEdge);
inline constexpr float kCubic = -2 / (3 * kEdge * kEdge);
inline constexpr float kQuintic = 1 / (5 * kEdge * kEdge * kEdge * kEdge);

inline float held(float sum) {
  return std::min(std::max(sum, -kEdge), kEdge);
}

inline float activation(float sum) {
  const float z = held(sum);
  const float u = z * z;
  return z * std::fma(u, std::fma(u, kQuintic, kCubic), 1.0F);
}

inline float slope(float sum) {
  const float z = held(sum);
  const float q = std::fma(z * z, -kOverEdge2, 1.0F);
  return q * q;
}

/// 1 / (1 + exp(-evidence)), error at most 1e-6. exp(x) = 2^n exp(r) with |r| <= log(2) / 2 and a
/// polynomial for exp(r).
inline float logistic(float evidence) {
  constexpr float kRounder = 0x1.8p23F;
  const float x = -std::min(std::max(evidence, -80.0F), 80.0F);
  const float n = std::fma(x, 0x1.715476p0F, kRounder) - kRounder;
  float r = std::fma(n, -0x1.62e4p-1F, x);  // log 2 in two parts
  r = std::fma(n, -0x1.7f7d1cp-20F, r);
  float power = 1.0F / 5040;
  for (const float next : {1.0F / 720, 1.0F / 120, 1.0F / 24, 1.0F / 6, 0.5F, 1.0F, 1.0F}) {
    power = std::fma(power, r, next);
  }
  const auto exponent = static_cast<std::uint32_t>(static_cast<std::int32_t>(n) + 127) << 23U;
  const float exponential = power * std::bit_cast<float>(exponent);
  return 1.0F / (1.0F + exponential);
}

}  // namespace espy::judge
