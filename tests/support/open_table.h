// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <vector>

#include "signal/open_rows.h"

namespace espy::test {

/// Scalar implementation of `signal::OpenRows` for a whole query, column by column.
class PlainOpenRows {
 public:
  explicit PlainOpenRows(std::vector<std::span<const double>> query)
      : query_(std::move(query)),
        sums_(query_.front().size(), std::numeric_limits<double>::infinity()),
        starts_(sums_.size(), -1) {}

  /// Processes these columns and stores the last row of the table in `last`.
  void go(const signal::OpenColumns& columns, signal::OpenRow& last) {
    *last.sumAt(-1) = sums_.back();
    *last.startAt(-1) = starts_.back();
    for (std::int64_t j = 0; j < columns.columns(); ++j) {
      // Open start: the row above the first costs 0, and a path may begin in any column.
      Cell up{std::numeric_limits<double>::infinity(), -1};
      Cell diagonal{0, columns.first + j};
      for (std::size_t k = 0; k < sums_.size(); ++k) {
        const Cell left{sums_[k], starts_[k]};
        const Cell best = betterOf(betterOf(left, diagonal), up);
        double cost = 0;
        for (std::size_t c = 0; c < query_.size(); ++c) {
          const double apart = query_[c][k] - columns.sample(static_cast<std::int64_t>(c), j);
          cost += apart * apart;
        }
        up = {cost + best.sum, best.start};
        sums_[k] = up.sum;
        starts_[k] = up.start;
        diagonal = left;
      }
      *last.sumAt(j) = up.sum;
      *last.startAt(j) = up.start;
    }
  }

 private:
  struct Cell {
    double sum;
    std::int64_t start;
  };
  /// Ties go to the path that begins later.
  static Cell betterOf(const Cell& a, const Cell& b) {
    return b.sum < a.sum || (b.sum == a.sum && b.start > a.start) ? b : a;
  }

  std::vector<std::span<const double>> query_;
  std::vector<double> sums_;
  std::vector<std::int64_t> starts_;
};

}  // namespace espy::test
