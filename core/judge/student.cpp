// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "judge/student.h"

#include <cmath>

namespace espy::judge {
namespace {

/// What a share of all is not above, by the normal distribution.
double normalOf(double share) {
  double low = -10;
  double high = 10;
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (std::erfc(-middle / std::sqrt(2.0)) / 2 < share ? low : high) = middle;
  }
  return low;
}

}  // namespace

// The normal distribution's, and two terms of the series from there.
double studentOf(double share, double freedom) {
  const double z = normalOf(share);
  const double z3 = z * z * z;
  return z + (z3 + z) / (4 * freedom) +
         (5 * z3 * z * z + 16 * z3 + 3 * z) / (96 * freedom * freedom);
}

}  // namespace espy::judge
