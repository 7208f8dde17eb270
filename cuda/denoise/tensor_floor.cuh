// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/denoise/layout.h"

/// Eigenvalues of tensors xx, xy, yy, xz, yz, zz.
namespace espy::cuda {

/// Whether no eigenvalue is below `floor`: whether tensor - floor has a Cholesky factor.
__device__ inline bool isAbove(const float (&t)[6], float floor) {
  const float a = t[0] - floor;
  if (!(a > 0)) return false;
  const float l21 = t[1] / a;
  const float b = t[2] - floor - l21 * t[1];
  if (!(b > 0)) return false;
  const float c32 = t[4] - l21 * t[3];
  return t[5] - floor - t[3] * t[3] / a - c32 * c32 / b > 0;
}

/// One rotation of Jacobi's method, after which m[p][q] is 0; r is the third index.
template <int p, int q, int r>
__device__ inline void rotate(float (&m)[3][3], float (&vectors)[3][3]) {
  if (m[p][q] == 0) return;
  const float theta = (m[q][q] - m[p][p]) / (2 * m[p][q]);
  const float t = copysignf(1, theta) / (fabsf(theta) + sqrtf(theta * theta + 1));
  const float c = rsqrtf(t * t + 1);
  const float s = t * c;
  const float off = m[p][q];
  m[p][p] -= t * off;
  m[q][q] += t * off;
  m[p][q] = m[q][p] = 0;
  const float rp = m[r][p];
  const float rq = m[r][q];
  m[r][p] = m[p][r] = c * rp - s * rq;
  m[r][q] = m[q][r] = s * rp + c * rq;
#pragma unroll
  for (int k = 0; k < 3; ++k) {
    const float vp = vectors[k][p];
    const float vq = vectors[k][q];
    vectors[k][p] = c * vp - s * vq;
    vectors[k][q] = s * vp + c * vq;
  }
}

/// Raises eigenvalues below `floor` to it.
__device__ inline void raiseTo(float floor, float (&t)[6]) {
  if (isAbove(t, floor)) return;
  float m[3][3] = {{t[0], t[1], t[3]}, {t[1], t[2], t[4]}, {t[3], t[4], t[5]}};
  float vectors[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  constexpr int kSweeps = 6;
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    rotate<0, 1, 2>(m, vectors);
    rotate<0, 2, 1>(m, vectors);
    rotate<1, 2, 0>(m, vectors);
  }
#pragma unroll
  for (int i = 0; i < 3; ++i) {
    const float lift = fmaxf(floor - m[i][i], 0);
    const float x = vectors[0][i];
    const float y = vectors[1][i];
    const float z = vectors[2][i];
    t[0] += lift * x * x;
    t[1] += lift * x * y;
    t[2] += lift * y * y;
    t[3] += lift * x * z;
    t[4] += lift * y * z;
    t[5] += lift * z * z;
  }
}

/// The same for the channels of the scaled problem. Does nothing without a floor.
template <int channels>
__device__ inline void raiseChannels(const DenoiseTask& task, float (&u)[channels]) {
  if constexpr (channels == 6) {
    if (!task.hasFloor) return;
    float tensor[6];
#pragma unroll
    for (int c = 0; c < 6; ++c) tensor[c] = u[c] / task.weights[c];
    raiseTo(task.floor, tensor);
#pragma unroll
    for (int c = 0; c < 6; ++c) u[c] = tensor[c] * task.weights[c];
  }
}

}  // namespace espy::cuda
