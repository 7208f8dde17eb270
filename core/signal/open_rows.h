// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/scratch.h"
#include "espy/control.h"

/// A range of rows of the open-end DTW table (SPRING): each cell holds the least sum of a path to
/// it and the start of that path. Ties prefer the later start.
namespace espy::signal {

/// A block of columns: samples of the data, gaps as infinity.
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
  /// The samples that eight staggered rows need, each one column behind the row above; the first
  /// row is in `column`. Undefined beyond the ends.
  const double* staggered(std::int64_t channel, std::int64_t column) const {
    return backward_[channel].data() + at(column);
  }

  std::int64_t first = 0;  ///< position in the data

 private:
  static constexpr std::int64_t kAround = 16;
  std::int64_t at(std::int64_t column) const { return kAround + columns_ - 1 - column; }

  std::int64_t columns_ = 0;
  std::vector<ScratchVector<double>> backward_;
};

/// A row of the table for a block of columns and the one before.
struct OpenRow {
  OpenRow() : sums(OpenColumns::kMost + 1 + 2 * kPad), starts(sums.size()) {}

  double* sumAt(std::int64_t column) { return sums.data() + kPad + 1 + column; }
  std::int64_t* startAt(std::int64_t column) { return starts.data() + kPad + 1 + column; }

  static constexpr std::int64_t kPad = 16;
  ScratchVector<double> sums;
  ScratchVector<std::int64_t> starts;
};

/// Rows of the table, advanced block by block through the data.
class OpenRows {
 public:
  /// `query`: this range of rows, per channel; `first`: whether they are the query's first.
  OpenRows(const std::vector<std::span<const double>>& query, bool first);

  /// Continues from the sums of the previous column; their starts are unknown (-1).
  void resumeFrom(std::span<const double> sums);

  /// Advances over `columns`, below the row `above` (unused by the first rows); the last row is
  /// stored in `below`.
  void go(const OpenColumns& columns, OpenRow& above, OpenRow& below, const Control& control);

  static constexpr std::int64_t kTogether = 8;  ///< rows of a strip

 private:
  std::int64_t rows_;
  bool first_;
  std::vector<std::vector<double>> query_;  ///< per channel, padded to whole strips
  std::vector<double> sums_;                ///< of the previous column, padded likewise
  std::vector<std::int64_t> starts_;
  OpenRow middle_;
  OpenRow between_[2];
};

}  // namespace espy::signal
