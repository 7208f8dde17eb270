// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "lab/on_device.h"
#include "lab/tensor_field.h"

/// The numbers of a voxel in tensor-descent, the same on processors and GPUs.
///
/// A difference of axis a at voxel p is u(p - 1) - u(p), halfway between the two; a normal is a
/// difference over the length of the gradient there, whose other two parts are means of the four
/// differences nearest to it; the curvature at p is the sum over the axes of normal(p) - normal(p +
/// 1). Nothing is read beyond a region: differences across its border are 0.
namespace espy::lab {

/// The dissertation's TINY, which it does not state.
inline constexpr float kTensorTiny = 1e-6F;

ESPY_ON_DEVICE inline float meanOfFour(float a, float b, float c, float d) {
  return (a + b + c + d) * 0.25F;
}

ESPY_ON_DEVICE inline float normalOf(float difference, float one, float other) {
  return difference / sqrtf(difference * difference + one * one + other * other + kTensorTiny);
}

/// L L^T.
ESPY_ON_DEVICE inline void squareOf(const float (&l)[kTensorParts], float (&d)[kTensorParts]) {
  d[0] = l[0] * l[0];
  d[1] = l[1] * l[0];
  d[2] = l[1] * l[1] + l[2] * l[2];
  d[3] = l[3] * l[0];
  d[4] = l[3] * l[1] + l[4] * l[2];
  d[5] = l[3] * l[3] + l[4] * l[4] + l[5] * l[5];
}

/// The lower triangle of M L, of a symmetric M, with a factor for the first product of each sum and
/// one for the others.
ESPY_ON_DEVICE inline void productOf(const float (&m)[kTensorParts], const float (&l)[kTensorParts],
                                     float first, float others, float (&product)[kTensorParts]) {
  product[0] = first * m[0] * l[0] + others * (m[1] * l[1] + m[3] * l[3]);
  product[1] = first * m[1] * l[0] + others * (m[2] * l[1] + m[4] * l[3]);
  product[2] = first * m[2] * l[2] + others * (m[4] * l[4]);
  product[3] = first * m[3] * l[0] + others * (m[4] * l[1] + m[5] * l[3]);
  product[4] = first * m[4] * l[2] + others * (m[5] * l[4]);
  product[5] = first * m[5] * l[5];
}

/// What a voxel needs for a step.
struct DescentStep {
  float lambda = 0;  ///< weight of the fidelity
  float step = 0;    ///< dt
  /// Figure 48 as printed: 2 lambda is a factor of the first product of a sum only.
  bool firstOnly = false;
};

/// One step of steepest descent: l -= dt (2 lambda (D - noisy) L - 2 P L).
ESPY_ON_DEVICE inline void descend(const DescentStep& step, const float (&noisy)[kTensorParts],
                                   const float (&p)[kTensorParts], float (&l)[kTensorParts]) {
  float d[kTensorParts];
  squareOf(l, d);
  for (int k = 0; k < kTensorParts; ++k) d[k] -= noisy[k];
  float fidelity[kTensorParts];
  float smoothness[kTensorParts];
  productOf(d, l, 2 * step.lambda, step.firstOnly ? 1 : 2 * step.lambda, fidelity);
  productOf(p, l, 1, 1, smoothness);
  for (int k = 0; k < kTensorParts; ++k) {
    l[k] -= step.step * (fidelity[k] - 2 * smoothness[k]);
  }
}

/// Whether element k stands twice in the matrix.
ESPY_ON_DEVICE inline bool standsTwice(int k) {
  return k == 1 || k == 3 || k == 4;
}

}  // namespace espy::lab
