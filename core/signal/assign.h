// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

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

struct Assignment {
  std::vector<std::int64_t> columns;  ///< for each row; `kNobody` if it is missing
  std::int64_t missing = 0;
};

/// `costs` row by row; `kNoPair` where two may not meet. `alone` is what each row costs that gets
/// no column: nothing, if it is empty.
Assignment assigned(std::span<const double> costs, std::int64_t rows, std::int64_t columns,
                    std::span<const double> alone = {});

}  // namespace espy::signal
