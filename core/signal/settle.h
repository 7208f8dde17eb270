// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/work_memory.h"
#include "signal/rows.h"
#include "signal/warp_lanes.h"
#include "signal/warp_one.h"
#include "signal/window_lanes.h"

namespace espy::signal {

/// Works out exact sums, several windows at a time: the last word on what bounds leave. For one
/// thread. Throws `cancelled` when that is asked for.
class Settler {
 public:
  Settler(const MotifTask& task, std::span<const RowLevel> levels, const Control& control);

  /// To each start the exact sum of the query's row against the window of this channel, not
  /// scaled; infinite where there is a gap, and anything above `limit` where it is beyond that.
  void settle(std::span<const double> query, std::int64_t channel,
              std::span<const std::int64_t> starts, double limit, std::span<double> sums);
  /// The same of all channels along one path, for the rule `together`.
  void settleTogether(const QueryRows& queries, std::span<const std::int64_t> starts, double limit,
                      std::span<double> sums);
  static constexpr std::size_t kTogether = WarpLanes<double>::kLanes;  ///< windows, at best

 private:
  /// A row of the query, and the channel of the data that it meets.
  struct Meeting {
    std::span<const double> query;
    std::int64_t channel;
  };
  /// At most `kTogether` of them; all of these rows share a path.
  void settleLanes(std::span<const Meeting> meetings, std::span<const std::int64_t> starts,
                   double limit, std::span<double> sums);
  double togetherAlone(const QueryRows& queries, std::int64_t start, double limit);

  const MotifTask& task_;
  std::span<const RowLevel> levels_;
  const Control& control_;
  std::int64_t band_;
  WarpOne one_;
  std::vector<double> window_;
  std::vector<double> queries_;
  WindowLanes reader_;
  WorkVector<double> windows_;
  WorkVector<double> work_;
  std::vector<std::vector<double>> rows_;
};

}  // namespace espy::signal
