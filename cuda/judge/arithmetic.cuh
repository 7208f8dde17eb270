// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What a network computes of one number: core/judge/arithmetic.h, operation by operation.
namespace espy::cuda {

__device__ inline float activation(float sum) {
  constexpr float kEdge = 1.875F;
  constexpr float kCubic = -2 / (3 * kEdge * kEdge);
  constexpr float kQuintic = 1 / (5 * kEdge * kEdge * kEdge * kEdge);
  const float z = fminf(fmaxf(sum, -kEdge), kEdge);
  const float u = __fmul_rn(z, z);
  return __fmul_rn(z, __fmaf_rn(u, __fmaf_rn(u, kQuintic, kCubic), 1.0F));
}

}  // namespace espy::cuda
