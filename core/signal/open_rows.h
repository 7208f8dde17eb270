// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/work_memory.h"
#include "espy/control.h"

/// The table of all paths whose ends are open, some rows of it at a time: its cells hold the least
/// sum of a path to them, and where that path begins; of paths that cost the same the one that
/// begins later.
namespace espy::signal {

/// Columns that are looked at together: samples of the data, a gap as infinity.
class OpenColumns {
 public:
  static constexpr std::int64_t kMost = 4096;

  void resize(std::int64_t channels, std::int64_t columns);
  std::int64_t columns() const { return columns_; }
  std::int64_t channels() const { return std::ssize(backward_); }
  void set(std::int64_t channel, std::int64_t column, double sample) {
    backward_[channel][at(column)] = sample;
  }
  double sample(std::int64_t channel, std::int64_t column) const {
    return backward_[channel][at(column)];
  }
  /// Of eight rows that each are a column behind the one above, the samples, where the first of
  /// them is in this column. Beyond the ends there is something or other.
  const double* staggered(std::int64_t channel, std::int64_t column) const {
    return backward_[channel].data() + at(column);
  }

  std::int64_t first = 0;  ///< where in the data

 private:
  static constexpr std::int64_t kAround = 16;
  std::int64_t at(std::int64_t column) const { return kAround + columns_ - 1 - column; }

  std::int64_t columns_ = 0;
  std::vector<WorkVector<double>> backward_;
};

/// A row of the table, for so many columns and the one before them.
struct OpenRow {
  OpenRow() : sums(OpenColumns::kMost + 1 + 2 * kPad), starts(sums.size()) {}

  double* sumAt(std::int64_t column) { return sums.data() + kPad + 1 + column; }
  std::int64_t* startAt(std::int64_t column) { return starts.data() + kPad + 1 + column; }

  static constexpr std::int64_t kPad = 16;
  WorkVector<double> sums;
  WorkVector<std::int64_t> starts;
};

/// Some rows of the table, which go through the data from its beginning to its end.
class OpenRows {
 public:
  /// Of each channel the part of the query that these rows are of; `first` if it is its beginning.
  OpenRows(const std::vector<std::span<const double>>& query, bool first);

  /// Goes on from these sums of the column before; where their paths began is not known: -1.
  void takeUp(std::span<const double> sums);

  /// Takes these columns, below the row above (unless this is the first), and leaves the last row
  /// in `below`.
  void go(const OpenColumns& columns, OpenRow& above, OpenRow& below, const Control& control);

  static constexpr std::int64_t kTogether = 8;  ///< rows of a strip

 private:
  std::int64_t rows_;
  bool first_;
  std::vector<std::vector<double>> query_;  ///< of each channel, padded to whole strips
  std::vector<double> sums_;                ///< of the column before, padded likewise
  std::vector<std::int64_t> starts_;
  OpenRow middle_;
  OpenRow between_[2];
};

}  // namespace espy::signal
