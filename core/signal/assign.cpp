// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/assign.h"

#include <tuple>

namespace espy::signal {
namespace {

/// Lexicographic cost: unassigned rows first, an integer that stays exact for any cost.
struct Weight {
  std::int64_t missing = 0;
  double cost = 0;

  friend Weight operator+(Weight a, Weight b) { return {a.missing + b.missing, a.cost + b.cost}; }
  friend Weight operator-(Weight a, Weight b) { return {a.missing - b.missing, a.cost - b.cost}; }
  bool operator<(const Weight& other) const {
    return std::tie(missing, cost) < std::tie(other.missing, other.cost);
  }
};
constexpr Weight kForbidden{std::numeric_limits<std::int64_t>::max() / 4, 0};

/// Successive shortest paths: adds rows one by one, each along the cheapest augmenting path. One
/// dummy column per row means "unassigned".
class Matching {
 public:
  Matching(std::span<const double> costs, const PairGrid& grid, std::span<const double> alone)
      : costs_(costs),
        grid_(grid),
        alone_(alone),
        columns_(grid.columns()),
        all_(grid.columns() + grid.rows()),
        ofRow_(static_cast<std::size_t>(grid.rows()) + 1),
        ofColumn_(static_cast<std::size_t>(all_) + 1),
        owner_(static_cast<std::size_t>(all_) + 1, 0) {
    for (std::int64_t row = 1; row <= grid.rows(); ++row) add(row);
  }

  Assignment result() const {
    Assignment found;
    found.columns.assign(ofRow_.size() - 1, kUnassigned);
    for (std::int64_t column = 1; column <= columns_; ++column) {
      if (owner_[column] > 0) found.columns[owner_[column] - 1] = column - 1;
    }
    for (const std::int64_t column : found.columns) found.missing += column == kUnassigned ? 1 : 0;
    return found;
  }

 private:
  /// Rows and columns count from 1; column 0 holds the row being added.
  Weight weight(std::int64_t row, std::int64_t column) const {
    if (column > columns_) {
      if (column - columns_ != row) return kForbidden;
      return {1, alone_.empty() ? 0 : alone_[row - 1]};
    }
    if (!grid_.has(row - 1, column - 1)) return kForbidden;
    const double cost = costs_[grid_.index(row - 1, column - 1)];
    return cost < kNoPair ? Weight{0, cost} : kForbidden;
  }

  void add(std::int64_t row) {
    std::vector<Weight> least(owner_.size(), kForbidden);
    std::vector<std::int64_t> from(owner_.size(), 0);
    std::vector<bool> done(owner_.size(), false);
    owner_[0] = row;
    std::int64_t at = 0;
    while (owner_[at] != 0) at = step(at, least, from, done);
    for (; at != 0; at = from[at]) owner_[at] = owner_[from[at]];
  }

  /// One Dijkstra step; returns the next cheapest column.
  std::int64_t step(std::int64_t at, std::vector<Weight>& least, std::vector<std::int64_t>& from,
                    std::vector<bool>& done) {
    done[at] = true;
    const std::int64_t row = owner_[at];
    Weight shortest = kForbidden;
    std::int64_t next = -1;
    for (std::int64_t column = 1; column <= all_; ++column) {
      if (done[column]) continue;
      const Weight edge = weight(row, column);
      if (edge < kForbidden) {
        const Weight way = edge - ofRow_[row] - ofColumn_[column];
        if (way < least[column]) {
          least[column] = way;
          from[column] = at;
        }
      }
      if (next < 0 || least[column] < shortest) {
        shortest = least[column];
        next = column;
      }
    }
    for (std::int64_t column = 0; column <= all_; ++column) {
      if (done[column]) {
        ofRow_[owner_[column]] = ofRow_[owner_[column]] + shortest;
        ofColumn_[column] = ofColumn_[column] - shortest;
      } else if (least[column] < kForbidden) {
        least[column] = least[column] - shortest;
      }
    }
    return next;
  }

  std::span<const double> costs_;
  const PairGrid& grid_;
  std::span<const double> alone_;
  std::int64_t columns_;
  std::int64_t all_;
  std::vector<Weight> ofRow_;     ///< row potentials, which keep reduced costs non-negative
  std::vector<Weight> ofColumn_;  ///< column potentials
  std::vector<std::int64_t> owner_;
};

/// Reach 1: no choice.
Assignment diagonal(std::span<const double> costs, const PairGrid& grid) {
  Assignment found;
  for (std::int64_t row = 0; row < grid.rows(); ++row) {
    const bool meets = grid.has(row, row) && costs[grid.index(row, row)] < kNoPair;
    found.columns.push_back(meets ? row : kUnassigned);
    found.missing += meets ? 0 : 1;
  }
  return found;
}

}  // namespace

Assignment assigned(std::span<const double> costs, const PairGrid& grid,
                    std::span<const double> alone) {
  return grid.isDiagonal() ? diagonal(costs, grid) : Matching(costs, grid, alone).result();
}

}  // namespace espy::signal
