// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

/// Which channel of the data stands for which channel of the query.
///
/// As many channels as possible get one, and of all such assignments the one is taken whose sum is
/// least, with what it costs that a channel gets none. That is a matching in a graph of two sides
/// and takes polynomial time (successive shortest paths, O(rows^2 * columns)), however often it is
/// called hard.
namespace espy::signal {

inline constexpr double kNoPair = std::numeric_limits<double>::infinity();
inline constexpr std::int64_t kNobody = -1;

/// The pairs of rows and columns that may meet: those less than `reach` apart. Their numbers lie
/// row by row, and no more of them than that: of many thousand channels that stay in their places
/// there is one number each.
class PairGrid {
 public:
  PairGrid(std::int64_t rows, std::int64_t columns, std::int64_t reach)
      : rows_(rows),
        columns_(columns),
        reach_(reach),
        width_(reach > columns / 2 ? columns : 2 * reach - 1) {}
  /// All of them.
  PairGrid(std::int64_t rows, std::int64_t columns) : PairGrid(rows, columns, rows + columns) {}

  std::int64_t rows() const { return rows_; }
  std::int64_t columns() const { return columns_; }
  /// Numbers that are kept; a few of them are of no pair.
  std::size_t size() const { return static_cast<std::size_t>(rows_ * width_); }
  /// The columns that a row may meet.
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
  /// Whether each row may meet the column of its own number alone.
  bool isDiagonal() const { return reach_ == 1; }

 private:
  static constexpr std::int64_t kNone = 0;
  std::int64_t rows_;
  std::int64_t columns_;
  std::int64_t reach_;
  std::int64_t width_;
};

struct Assignment {
  std::vector<std::int64_t> columns;  ///< for each row; `kNobody` if it is missing
  std::int64_t missing = 0;
};

/// `costs` as the grid has them; `kNoPair` where two may not meet after all. `alone` is what each
/// row costs that gets no column: nothing, if it is empty.
Assignment assigned(std::span<const double> costs, const PairGrid& grid,
                    std::span<const double> alone = {});

}  // namespace espy::signal
