// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/scratch.h"

namespace espy::signal {

/// A DTW table in double, added in the definition's order: its columns are cut into parts of
/// `width`, one per lane. A lane moves down its part strip by strip (eight rows), one strip behind
/// the lane on its left, whose last column it needs. The caller schedules strips and supplies their
/// borders.
class TableLanes {
 public:
  static constexpr std::int64_t kLanes = 8;
  static constexpr std::int64_t kRows = 8;  ///< of a strip
  static constexpr std::int64_t kLeastWidth = 8;

  void resize(std::int64_t channels, std::int64_t width);
  std::int64_t width() const { return width_; }
  std::int64_t channels() const { return std::ssize(samples_); }

  void setSample(std::int64_t channel, std::int64_t column, std::int64_t lane, double sample) {
    samples_[channel][column * kLanes + lane] = sample;
  }
  double sample(std::int64_t channel, std::int64_t column, std::int64_t lane) const {
    return samples_[channel][column * kLanes + lane];
  }
  /// In: the row above the strip; out: its last row.
  double& row(std::int64_t column, std::int64_t lane) { return row_[column * kLanes + lane]; }
  /// Query samples of the lanes' strips, one per lane.
  double* query(std::int64_t channel, std::int64_t row) {
    return query_.data() + (channel * kRows + row) * kLanes;
  }

  // The strips' borders, by row and lane.
  alignas(64) double left[kRows][kLanes];   ///< in: the previous column
  alignas(64) double right[kRows][kLanes];  ///< out: the last column
  alignas(64) double corner[kLanes];        ///< in: above `left`
  alignas(64) double least[kLanes];         ///< out: minimum of the last row
  std::uint8_t live[kRows];  ///< bit mask of lanes with costs, per row (last row: all)

  /// Advances each lane by one strip. `left` is unchanged; `corner` becomes that of the next strip.
  void go();
  /// Passes each lane's right border to its right neighbour; the first lane's left border is the
  /// caller's.
  void passBorders();

 private:
  std::int64_t width_ = 0;
  std::vector<ScratchVector<double>> samples_;
  ScratchVector<double> row_;
  ScratchVector<double> query_;
};

}  // namespace espy::signal
