// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <span>

/// Warping as textbooks have it, in double.
namespace espy::lab {

/// Loses its mean and is divided by its deviation; what does not vary becomes zeros.
void normalise(std::span<double> row);

/// The squared cost of the best path within a band; infinite as soon as it is certain to be more
/// than `limit`. `rest`, if it is not empty, tells of each sample of the window how much it and
/// those behind it cost at least.
double warpedCost(std::span<const double> query, std::span<const double> window, std::int64_t band,
                  double limit = std::numeric_limits<double>::infinity(),
                  std::span<const double> rest = {});

}  // namespace espy::lab
