// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "espy/control.h"
#include "signal/table_lanes.h"

namespace espy::signal {

/// The least sum of squares along a path through one window, in double and added as the definition
/// adds it: for windows that come alone. Eight rows of the table are in the lanes of a register;
/// without a band they are eight parts of its columns.
class WarpOne {
 public:
  /// Infinite if it is certain to exceed `limit`. Both rows are equally long. Throws `cancelled`.
  double run(std::span<const double> query, std::span<const double> window, std::int64_t band,
             double limit, const Control& control);

 private:
  double runWhole(std::span<const double> query, std::span<const double> window, double limit,
                  const Control& control);
  void beginLane(std::int64_t lane);

  std::vector<double> query_;     ///< padded to whole strips
  std::vector<double> backward_;  ///< the window, its last sample first, padded on both sides
  std::vector<double> row_;       ///< of the table, the last that is done; column j at [j + 1]
  TableLanes whole_;
};

}  // namespace espy::signal
