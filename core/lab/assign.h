// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

/// Assignment of the channels of a query to those of the data.
namespace espy::lab {

inline constexpr double kNoPair = std::numeric_limits<double>::infinity();
inline constexpr std::int64_t kNoProbability = -1;

struct Assignment {
  std::vector<std::int64_t> columns;  ///< for each row; `kNoProbability` if it is missing
  std::int64_t missing = 0;
};

/// Returns the assignment of as many rows as possible whose sum of costs is least. `costs` holds
/// `columns` numbers for each row; `kNoPair` for pairs that may not meet. O(rows^2 * columns).
Assignment assigned(std::span<const double> costs, std::int64_t columns);

}  // namespace espy::lab
