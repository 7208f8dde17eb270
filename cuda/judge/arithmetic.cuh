// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A network's scalar arithmetic, as in core/judge/arithmetic.h.
namespace espy::cuda {

__device__ inline float activation(float sum) {
  constexpr float kEdge = 1.875F;
  constexpr float kCubic = -2 / (3 * kEdge * kEdge);
  constexpr float kQuintic = 1 / (5 * kEdge * kEdge * kEdge * kEdge);
  const float z = fminf(fmaxf(sum, -kEdge), kEdge);
  const float u = __fmul_rn(z, z);
  return __fmul_rn(z, __fmaf_rn(u, __fmaf_rn(u, kQuintic, kCubic), 1.0F));
}

/// The derivative of the activation.
__device__ inline float slope(float sum) {
  constexpr float kEdge = 1.875F;
  constexpr float kOverEdge2 = 1 / (kEdge * kEdge);
  const float z = fminf(fmaxf(sum, -kEdge), kEdge);
  const float q = __fmaf_rn(__fmul_rn(z, z), -kOverEdge2, 1.0F);
  return __fmul_rn(q, q);
}

/// 1 / (1 + exp(-evidence)).
__device__ inline float logistic(float evidence) {
  constexpr float kRounder = 0x1.8p23F;
  const float x = -fminf(fmaxf(evidence, -80.0F), 80.0F);
  const float n = __fsub_rn(__fmaf_rn(x, 0x1.715476p0F, kRounder), kRounder);
  float r = __fmaf_rn(n, -0x1.62e4p-1F, x);
  r = __fmaf_rn(n, -0x1.7f7d1cp-20F, r);
  float power = 1.0F / 5040;
  for (const float next : {1.0F / 720, 1.0F / 120, 1.0F / 24, 1.0F / 6, 0.5F, 1.0F, 1.0F}) {
    power = __fmaf_rn(power, r, next);
  }
  const int exponent = (static_cast<int>(n) + 127) << 23;
  return __fdiv_rn(1.0F, __fadd_rn(1.0F, __fmul_rn(power, __int_as_float(exponent))));
}

}  // namespace espy::cuda
