// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/assign.h"

#include <tuple>

namespace espy::lab {
namespace {

/// Lexicographic cost: unassigned rows, then cost. The integer part stays exact for any cost.
struct Weight {
  std::int64_t missing = 0;
  double cost = 0;

  friend Weight operator+(Weight a, Weight b) { return {a.missing + b.missing, a.cost + b.cost}; }
  friend Weight operator-(Weight a, Weight b) { return {a.missing - b.missing, a.cost - b.cost}; }
  bool operator<(const Weight& other) const {
    return std::tie(missing, cost) < std::tie(other.missing, other.cost);
  }
};
constexpr Weight kNever{std::numeric_limits<std::int64_t>::max() / 4, 0};

/// Successive shortest paths. Rows and columns are 1-based: column 0 holds the row being added;
/// after the data's columns there is one dummy column per row, for rows left unassigned.
class Matching {
 public:
  Matching(std::span<const double> costs, std::int64_t columns)
      : costs_(costs),
        columns_(columns),
        rows_(std::ssize(costs) / columns),
        ofRow_(static_cast<std::size_t>(rows_) + 1),
        ofColumn_(static_cast<std::size_t>(columns_ + rows_) + 1),
        owner_(ofColumn_.size(), 0) {
    for (std::int64_t row = 1; row <= rows_; ++row) add(row);
  }

  Assignment result() const {
    Assignment found;
    found.columns.assign(static_cast<std::size_t>(rows_), kUnassigned);
    for (std::int64_t column = 1; column <= columns_; ++column) {
      if (owner_[column] > 0) found.columns[owner_[column] - 1] = column - 1;
    }
    for (const std::int64_t column : found.columns) found.missing += column == kUnassigned ? 1 : 0;
    return found;
  }

 private:
  Weight weight(std::int64_t row, std::int64_t column) const {
    if (column > columns_) return column - columns_ == row ? Weight{1, 0} : kNever;
    const double cost = costs_[(row - 1) * columns_ + column - 1];
    return cost < kNoPair ? Weight{0, cost} : kNever;
  }

  void add(std::int64_t row) {
    std::vector<Weight> least(owner_.size(), kNever);
    std::vector<std::int64_t> from(owner_.size(), 0);
    std::vector<bool> done(owner_.size(), false);
    owner_[0] = row;
    std::int64_t at = 0;
    while (owner_[at] != 0) at = step(at, least, from, done);
    for (; at != 0; at = from[at]) owner_[at] = owner_[from[at]];
  }

  /// A step of Dijkstra's algorithm: settles the nearest column and returns it.
  std::int64_t step(std::int64_t at, std::vector<Weight>& least, std::vector<std::int64_t>& from,
                    std::vector<bool>& done) {
    done[at] = true;
    const std::int64_t row = owner_[at];
    Weight shortest = kNever;
    std::int64_t next = -1;
    for (std::int64_t column = 1; column <= columns_ + rows_; ++column) {
      if (done[column]) continue;
      const Weight edge = weight(row, column);
      if (edge < kNever) {
        const Weight path = edge - ofRow_[row] - ofColumn_[column];
        if (path < least[column]) {
          least[column] = path;
          from[column] = at;
        }
      }
      if (next < 0 || least[column] < shortest) {
        shortest = least[column];
        next = column;
      }
    }
    for (std::int64_t column = 0; column <= columns_ + rows_; ++column) {
      if (done[column]) {
        ofRow_[owner_[column]] = ofRow_[owner_[column]] + shortest;
        ofColumn_[column] = ofColumn_[column] - shortest;
      } else if (least[column] < kNever) {
        least[column] = least[column] - shortest;
      }
    }
    return next;
  }

  std::span<const double> costs_;
  std::int64_t columns_;
  std::int64_t rows_;
  std::vector<Weight> ofRow_;     ///< potentials, which keep reduced costs non-negative
  std::vector<Weight> ofColumn_;  ///< of columns
  std::vector<std::int64_t> owner_;
};

}  // namespace

Assignment assigned(std::span<const double> costs, std::int64_t columns) {
  return Matching(costs, columns).result();
}

}  // namespace espy::lab
