// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "base/work_memory.h"
#include "signal/motif_plan.h"
#include "signal/rows.h"
#include "signal/warp_lanes.h"

namespace espy::signal {

/// Windows side by side, each as `readWindow` makes it, to the last bit: what is added up in one
/// is added up in its lane, in the same order.
class WindowLanes {
 public:
  static constexpr std::int64_t kLanes = WarpLanes<double>::kLanes;

  /// Fills `windows`, sample k of window l at [k * kLanes + l]; what has no start is 0. Sets
  /// `limits` of windows with a gap, or without a start, to -1.
  void read(const Samples& data, std::span<const std::int64_t> starts, std::int64_t length,
            MotifNormalise how, const RowLevel& channel, double* windows, double* limits);

 private:
  WorkVector<double> rows_;
};

}  // namespace espy::signal
