// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lab/tensor_field.h"

namespace espy::lab {

/// Eigenvalues of a symmetric tensor, largest first, and their unit vectors.
struct Eigen {
  std::array<double, 3> values{};
  std::array<std::array<double, 3>, 3> vectors{};  ///< [of which value][x, y, z]
};
Eigen eigenOf(const std::array<float, kTensorParts>& tensor);

/// Fractional anisotropy of a diffusion tensor: 0 (a ball) to 1 (a line). Negative eigenvalues
/// count as 0.
double anisotropy(const Eigen& eigen);

/// The lower triangular L with L L^T = `tensor`. Eigenvalues below `least` > 0 are raised to it
/// before.
std::array<float, kTensorParts> choleskyOf(const std::array<float, kTensorParts>& tensor,
                                           double least);

}  // namespace espy::lab
