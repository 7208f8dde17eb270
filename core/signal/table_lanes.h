// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/work_memory.h"

namespace espy::signal {

/// One table of paths, in double and added up as the definition does: parts of it that lie beside
/// each other, so many columns wide, each in a lane of its own. A lane goes through its part from
/// the top, eight rows (a strip) at a time, and is a strip behind the lane on its left, whose last
/// column it needs. Which strip a lane is in, and what lies around it, is for the caller to say.
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
  /// The row above the strip; when that is done, its last row.
  double& row(std::int64_t column, std::int64_t lane) { return row_[column * kLanes + lane]; }
  /// Of the strips that lanes are in: a sample for each lane.
  double* query(std::int64_t channel, std::int64_t row) {
    return query_.data() + (channel * kRows + row) * kLanes;
  }

  // What lies around the strips, by row and lane.
  alignas(64) double left[kRows][kLanes];   ///< the column before
  alignas(64) double right[kRows][kLanes];  ///< the last column, once they are done
  alignas(64) double corner[kLanes];        ///< above `left`
  alignas(64) double least[kLanes];         ///< of the last row, once they are done
  std::uint8_t live[kRows];  ///< the lanes in which cells cost anything, by row (of the last: all)

  /// Goes through a strip in each lane. Then `left` is what it was, and `corner` that of the next.
  void go();
  /// Brings what lanes found to their neighbours on the right; the first lane's is for the caller.
  void handOver();

 private:
  std::int64_t width_ = 0;
  std::vector<WorkVector<double>> samples_;
  WorkVector<double> row_;
  WorkVector<double> query_;
};

}  // namespace espy::signal
