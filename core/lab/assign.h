// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

/// Assignment of a query's channels to the data's channels (assignment problem).
namespace espy::lab {

inline constexpr double kNoPair = std::numeric_limits<double>::infinity();
inline constexpr std::int64_t kUnassigned = -1;

struct Assignment {
  std::vector<std::int64_t> columns;  ///< for each row; `kUnassigned` if unassigned
  std::int64_t missing = 0;
};

/// Returns the assignment of the most rows with the least total cost. `costs` has `columns`
/// elements per row; `kNoPair` forbids a pair. O(rows^2 * columns).
Assignment assigned(std::span<const double> costs, std::int64_t columns);

}  // namespace espy::lab
