// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "denoise/tensor.h"

#include <cmath>
#include <cstddef>
#include <limits>

namespace espy::variation {
namespace {

using Matrix = std::array<std::array<double, 3>, 3>;

struct Eigen {
  std::array<double, 3> values;
  Matrix vectors;  ///< in columns
};

/// One rotation of Jacobi's method, after which m[p][q] is 0.
void rotate(Matrix& m, Matrix& vectors, std::size_t p, std::size_t q) {
  const double theta = (m[q][q] - m[p][p]) / (2 * m[p][q]);
  const double t = std::copysign(1.0, theta) / (std::fabs(theta) + std::hypot(theta, 1.0));
  const double c = 1 / std::hypot(t, 1.0);
  const double s = t * c;
  const std::size_t r = 3 - p - q;
  const double off = m[p][q];
  m[p][p] -= t * off;
  m[q][q] += t * off;
  m[p][q] = m[q][p] = 0;
  const double rp = m[r][p];
  const double rq = m[r][q];
  m[r][p] = m[p][r] = c * rp - s * rq;
  m[r][q] = m[q][r] = s * rp + c * rq;
  for (auto& row : vectors) {
    const double vp = row[p];
    const double vq = row[q];
    row[p] = c * vp - s * vq;
    row[q] = s * vp + c * vq;
  }
}

/// Jacobi's method; a handful of sweeps reach the precision of double.
Eigen eigenOf(const Tensor& t) {
  constexpr int kMostSweeps = 30;
  Matrix m{{{t[0], t[1], t[3]}, {t[1], t[2], t[4]}, {t[3], t[4], t[5]}}};
  Matrix vectors{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  double size = 0;
  for (const double component : t) size = std::fmax(size, std::fabs(component));
  const double negligible = size * std::numeric_limits<double>::epsilon() / 8;
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    bool isDiagonal = true;
    for (const auto& [p, q] : {std::array<std::size_t, 2>{0, 1}, {0, 2}, {1, 2}}) {
      if (std::fabs(m[p][q]) <= negligible) continue;
      isDiagonal = false;
      rotate(m, vectors, p, q);
    }
    if (isDiagonal) break;
  }
  return {{m[0][0], m[1][1], m[2][2]}, vectors};
}

}  // namespace

std::array<double, 3> eigenvaluesOf(const Tensor& tensor) {
  return eigenOf(tensor).values;
}

Tensor raisedTo(double floor, const Tensor& tensor) {
  const Eigen eigen = eigenOf(tensor);
  Tensor raised = tensor;
  for (std::size_t i = 0; i < 3; ++i) {
    if (eigen.values[i] >= floor) continue;
    const double lift = floor - eigen.values[i];
    const double x = eigen.vectors[0][i];
    const double y = eigen.vectors[1][i];
    const double z = eigen.vectors[2][i];
    const Tensor add{x * x, x * y, y * y, x * z, y * z, z * z};
    for (std::size_t k = 0; k < raised.size(); ++k) raised[k] += lift * add[k];
  }
  return raised;
}

}  // namespace espy::variation
