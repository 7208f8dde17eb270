// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "signal/rows.h"
#include "signal/settle.h"

namespace espy::signal {

/// The exact, scaled costs of windows that begin one sample after the other. Paths are settled as
/// elsewhere; of sums sixteen lie beside each other in memory as they are. For one thread. Throws
/// `cancelled`.
class PlaceCosts {
 public:
  PlaceCosts(const MotifTask& task, std::span<const RowLevel> levels, const Control& control);

  /// Of the query's channel `i` and the windows of the data's channel `j` that begin at `first` and
  /// behind it; infinite where there is a gap.
  void ofPair(const QueryRows& queries, std::int64_t i, std::int64_t j, std::int64_t first,
              std::span<double> costs);
  /// Of all channels, which go together.
  void together(const QueryRows& queries, std::int64_t first, std::span<double> costs);

 private:
  static constexpr std::int64_t kLanes = 16;
  struct Levels;

  std::span<const std::int64_t> startsFrom(std::int64_t first, std::int64_t count);
  /// Sums that need no path, not scaled.
  void addUp(std::span<const double> query, std::int64_t channel, std::int64_t first,
             std::span<double> costs);
  /// The samples of these windows, with zeros for gaps; windows with a gap become infinite.
  void read(std::int64_t channel, std::int64_t first, std::int64_t length, std::span<double> costs);
  Levels levelsOf(const double* samples, std::int64_t length) const;
  void sumLanes(std::span<const double> query, const double* samples, double* sums);

  const MotifTask& task_;
  std::span<const RowLevel> levels_;
  const Control& control_;
  Settler settler_;
  bool warps_;
  std::vector<std::int64_t> starts_;
  std::vector<double> samples_;
};

}  // namespace espy::signal
