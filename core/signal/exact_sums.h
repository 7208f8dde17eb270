// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/scratch.h"
#include "espy/control.h"
#include "signal/motif_plan.h"
#include "signal/rows.h"
#include "signal/table_lanes.h"
#include "signal/warp_lanes.h"

namespace espy::signal {

/// DTW of a single window, in double, added in the definition's order. Eight rows in lanes; without
/// a band, eight column parts in lanes.
class WarpOne {
 public:
  /// Infinite if it certainly exceeds `limit`. Both rows are equally long. Throws `cancelled`.
  double run(std::span<const double> query, std::span<const double> window, std::int64_t band,
             double limit, const Control& control);

 private:
  double runWhole(std::span<const double> query, std::span<const double> window, double limit,
                  const Control& control);
  void beginLane(std::int64_t lane);

  std::vector<double> query_;     ///< padded to whole strips
  std::vector<double> backward_;  ///< the window, reversed, padded on both sides
  std::vector<double> row_;       ///< the last completed row; column j at [j + 1]
  TableLanes whole_;
};

/// Windows in lanes, each bit-equal to `readWindow`.
class WindowLanes {
 public:
  static constexpr std::int64_t kLanes = WarpLanes<double>::kLanes;

  /// Fills `windows`, sample k of window l at [k * kLanes + l]; missing windows are 0. Sets
  /// `limits` of windows with a gap, and of missing ones, to -1.
  void read(const Samples& data, std::span<const std::int64_t> starts, std::int64_t length,
            MotifNormalise how, const RowLevel& channel, double* windows, double* limits);

 private:
  ScratchVector<double> rows_;
};

/// Exact sums of the windows that bounds left, several in lanes. For one thread. Throws
/// `cancelled`.
class ExactSums {
 public:
  ExactSums(const MotifTask& task, std::span<const RowLevel> levels, const Control& control);

  /// The exact, unscaled sum of the query's row against the window at each start; infinite at gaps,
  /// and any number above `limit` beyond that.
  void compute(std::span<const double> query, std::int64_t channel,
               std::span<const std::int64_t> starts, double limit, std::span<double> sums);
  /// The same for all channels along one path (rule `together`).
  void computeTogether(const QueryRows& queries, std::span<const std::int64_t> starts, double limit,
                       std::span<double> sums);
  static constexpr std::size_t kTogether = WarpLanes<double>::kLanes;  ///< best batch size

 private:
  /// A row of the query and the data channel that it is compared with.
  struct ChannelPair {
    std::span<const double> query;
    std::int64_t channel;
  };
  /// At most `kTogether`; all rows share a path.
  void computeLanes(std::span<const ChannelPair> pairs, std::span<const std::int64_t> starts,
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
  ScratchVector<double> windows_;
  ScratchVector<double> work_;
  std::vector<std::vector<double>> rows_;
};

}  // namespace espy::signal
