// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

/// Assigns the data's channels to the query's (assignment problem).
///
/// The most rows are assigned; among these assignments, the least total cost wins, costs of
/// unassigned rows included. Successive shortest paths, O(rows^2 * columns).
namespace espy::signal {

inline constexpr double kNoPair = std::numeric_limits<double>::infinity();
inline constexpr std::int64_t kUnassigned = -1;

/// The pairs of rows and columns less than `reach` apart, stored row by row: `reach` 1 of many
/// thousand channels takes one number per channel.
class PairGrid {
 public:
  PairGrid(std::int64_t rows, std::int64_t columns, std::int64_t reach)
      : rows_(rows),
        columns_(columns),
        reach_(reach),
        width_(reach > columns / 2 ? columns : 2 * reach - 1) {}
  PairGrid(std::int64_t rows, std::int64_t columns) : PairGrid(rows, columns, rows + columns) {}

  std::int64_t rows() const { return rows_; }
  std::int64_t columns() const { return columns_; }
  /// Numbers stored; a few belong to no pair.
  std::size_t size() const { return static_cast<std::size_t>(rows_ * width_); }
  /// First column of a row's range.
  std::int64_t begin(std::int64_t row) const {
    return std::clamp(row - reach_ + 1, kNone, columns_);
  }
  std::int64_t end(std::int64_t row) const { return std::min(columns_, row + reach_); }
  bool has(std::int64_t row, std::int64_t column) const {
    return column >= begin(row) && column < end(row);
  }
  std::int64_t index(std::int64_t row, std::int64_t column) const {
    return row * width_ + column - std::clamp(row - reach_ + 1, kNone, columns_ - width_);
  }
  /// Whether each row may be assigned only its own column.
  bool isDiagonal() const { return reach_ == 1; }

 private:
  static constexpr std::int64_t kNone = 0;
  std::int64_t rows_;
  std::int64_t columns_;
  std::int64_t reach_;
  std::int64_t width_;
};

struct Assignment {
  std::vector<std::int64_t> columns;  ///< per row; `kUnassigned` if unassigned
  std::int64_t missing = 0;
};

/// `costs` are indexed by the grid; `kNoPair` excludes a pair. `alone`: the cost of leaving each
/// row unassigned; empty: 0.
Assignment assigned(std::span<const double> costs, const PairGrid& grid,
                    std::span<const double> alone = {});

}  // namespace espy::signal
