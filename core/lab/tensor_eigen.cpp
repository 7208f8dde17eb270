// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/tensor_eigen.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace espy::lab {
namespace {

using Matrix = std::array<std::array<double, 3>, 3>;

Matrix matrixOf(const std::array<float, kTensorParts>& tensor) {
  return {{{tensor[0], tensor[1], tensor[3]},
           {tensor[1], tensor[2], tensor[4]},
           {tensor[3], tensor[4], tensor[5]}}};
}

/// A Jacobi rotation that makes a[p][q] zero; the columns of `vectors` turn with it.
void rotate(Matrix& a, Matrix& vectors, std::size_t p, std::size_t q) {
  if (a[p][q] == 0) return;
  const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
  const double t = std::copysign(1, theta) / (std::abs(theta) + std::hypot(theta, 1));
  const double c = 1 / std::hypot(t, 1);
  const double s = t * c;
  for (std::size_t k = 0; k < 3; ++k) {
    const double one = a[k][p];
    const double other = a[k][q];
    a[k][p] = c * one - s * other;
    a[k][q] = s * one + c * other;
  }
  for (std::size_t k = 0; k < 3; ++k) {
    const double one = a[p][k];
    const double other = a[q][k];
    a[p][k] = c * one - s * other;
    a[q][k] = s * one + c * other;
  }
  for (auto& row : vectors) {
    const double one = row[p];
    const double other = row[q];
    row[p] = c * one - s * other;
    row[q] = s * one + c * other;
  }
}

}  // namespace

Eigen eigenOf(const std::array<float, kTensorParts>& tensor) {
  Matrix a = matrixOf(tensor);
  Matrix vectors{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  // Converges quadratically; eight sweeps are enough for doubles.
  for (int sweep = 0; sweep < 8; ++sweep) {
    rotate(a, vectors, 0, 1);
    rotate(a, vectors, 0, 2);
    rotate(a, vectors, 1, 2);
  }
  std::array<std::size_t, 3> order{0, 1, 2};
  std::sort(order.begin(), order.end(),
            [&](std::size_t one, std::size_t other) { return a[one][one] > a[other][other]; });
  Eigen eigen;
  for (std::size_t i = 0; i < 3; ++i) {
    eigen.values[i] = a[order[i]][order[i]];
    for (std::size_t k = 0; k < 3; ++k) eigen.vectors[i][k] = vectors[k][order[i]];
  }
  return eigen;
}

double anisotropy(const Eigen& eigen) {
  std::array<double, 3> values = eigen.values;
  for (double& value : values) value = std::max(value, 0.0);
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / 3;
  double spread = 0;
  double all = 0;
  for (const double value : values) {
    spread += (value - mean) * (value - mean);
    all += value * value;
  }
  return all == 0 ? 0 : std::sqrt(1.5 * spread / all);
}

std::array<float, kTensorParts> choleskyOf(const std::array<float, kTensorParts>& tensor,
                                           double least) {
  const Eigen eigen = eigenOf(tensor);
  Matrix d = matrixOf(tensor);
  if (eigen.values[2] < least) {
    d = {};
    for (std::size_t i = 0; i < 3; ++i) {
      const double value = std::max(eigen.values[i], least);
      for (std::size_t r = 0; r < 3; ++r) {
        for (std::size_t c = 0; c < 3; ++c) {
          d[r][c] += value * eigen.vectors[i][r] * eigen.vectors[i][c];
        }
      }
    }
  }
  const double l11 = std::sqrt(d[0][0]);
  const double l21 = d[1][0] / l11;
  const double l22 = std::sqrt(std::max(d[1][1] - l21 * l21, least * least));
  const double l31 = d[2][0] / l11;
  const double l32 = (d[2][1] - l31 * l21) / l22;
  const double l33 = std::sqrt(std::max(d[2][2] - l31 * l31 - l32 * l32, least * least));
  return {static_cast<float>(l11), static_cast<float>(l21), static_cast<float>(l22),
          static_cast<float>(l31), static_cast<float>(l32), static_cast<float>(l33)};
}

}  // namespace espy::lab
