// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <span>

/// Textbook DTW, in double precision.
namespace espy::lab {

/// A window whose deviation is below this fraction of its largest sample counts as constant.
inline constexpr double kStillWindow = 1e-10;

/// Z-normalises a row; a constant one becomes zeros.
void normalise(std::span<double> row);

/// The squared cost of the best warping path within a band; infinite once it provably exceeds
/// `limit` (early abandoning). `rest`, if not empty, has for each sample of the window a lower
/// bound of the cost from there on.
double warpedCost(std::span<const double> query, std::span<const double> window, std::int64_t band,
                  double limit = std::numeric_limits<double>::infinity(),
                  std::span<const double> rest = {});

}  // namespace espy::lab
