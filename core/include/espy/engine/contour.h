// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "espy/contour.h"
#include "espy/engine/registry.h"
#include "espy/find.h"

#pragma GCC visibility push(default)
/// Interval dynamic programming, and search by outlines (docs/contour.md).
namespace espy {

/// Interval dynamic programming over the points 0 to n:
///
///   d(i, i + 1) = first[i]
///   d(i, j) = pairs(i, j) + min over i < k < j of d(i, k) + d(k, j) + f[i] f[k] f[j]
///
/// `Number` is float, double, std::int32_t, or std::uint16_t: then costs of 48 x 48 intervals are
/// stored in 16 bits above an offset of their own, and a sum may be larger than 16 bits.
template <class Number>
struct IntervalTask {
  std::vector<Number> first;         ///< n costs
  std::vector<Number> factors = {};  ///< n + 1 numbers f; empty: 0. Not with 16 bits
  std::vector<Number> pairs = {};    ///< (n + 1)^2 costs by row, read where j > i + 1; empty: 0
  std::uint64_t mostBytes = 0;       ///< limit of the table's memory; 0: half of the machine's

  std::int64_t points() const { return static_cast<std::int64_t>(first.size()) + 1; }
};

/// The costs of all intervals, in square tiles of the upper triangle.
template <class Number>
class IntervalTable {
 public:
  using Cost = std::conditional_t<std::is_same_v<Number, std::uint16_t>, std::int64_t, Number>;
  static constexpr std::int64_t kTile = 48;  ///< points in a tile's side

  /// Uninitialised, of this many points.
  explicit IntervalTable(std::int64_t points);

  std::int64_t points() const { return points_; }
  /// Tiles in a row of the square.
  std::int64_t tiles() const { return tiles_; }
  /// d(i, j) for i < j.
  Cost at(std::int64_t i, std::int64_t j) const {
    const std::int64_t tile = tileAt(i / kTile, j / kTile);
    const Number own =
        costs_[static_cast<std::size_t>((tile * kTile + i % kTile) * kTile + j % kTile)];
    return static_cast<Cost>(own) + static_cast<Cost>(offsets_[static_cast<std::size_t>(tile)]);
  }
  /// The kTile x kTile costs of tile (row, column), by row, and what is added to each.
  Number* tile(std::int64_t row, std::int64_t column) {
    return costs_.get() + tileAt(row, column) * kTile * kTile;
  }
  std::int64_t& offset(std::int64_t row, std::int64_t column) {
    return offsets_[static_cast<std::size_t>(tileAt(row, column))];
  }
  /// Bytes of a table of this many points.
  static std::uint64_t bytesOf(std::int64_t points);

 private:
  std::int64_t tileAt(std::int64_t row, std::int64_t column) const {
    return row * tiles_ - row * (row - 1) / 2 + column - row;
  }

  std::int64_t points_;
  std::int64_t tiles_;
  std::unique_ptr<Number[]> costs_;
  std::vector<std::int64_t> offsets_;
};

/// Capability "interval costs", for tasks that `intervalCosts` checked.
template <class Number>
struct FillIntervals {
  static constexpr const char* kName = "interval costs";
  using Function = std::function<IntervalTable<Number>(const IntervalTask<Number>& task,
                                                       const Control& control)>;
};

/// Computes the costs of all intervals. Throws `badUse` for a task that makes no sense or whose
/// costs may leave the range of `Number`, `tooLarge` if the table does not fit into memory (with
/// the largest number of points that does) or if, with 16 bits, costs of one tile differ too much.
template <class Number>
IntervalTable<Number> intervalCosts(const Registry& registry, std::string_view engine,
                                    const IntervalTask<Number>& task, const Control& control = {});

/// Returns {i, k, j}, by i, then j, for each interval of a best division of 0 to n, where k is the
/// least that attains the cost. Costs only are stored, so each k is searched again.
template <class Number>
std::vector<std::array<std::int64_t, 3>> intervalSplits(const IntervalTask<Number>& task,
                                                        const IntervalTable<Number>& table);

/// The cost of a whole task, and a best division as `intervalSplits` returns it.
template <class Number>
struct IntervalDivision {
  typename IntervalTable<Number>::Cost cost{};
  std::vector<std::array<std::int64_t, 3>> splits;
};

/// Capability "interval divisions", for tasks that `intervalDivisions` checked. For float and
/// std::int32_t.
template <class Number>
struct DivideIntervals {
  static constexpr const char* kName = "interval divisions";
  using Function = std::function<std::vector<IntervalDivision<Number>>(
      std::span<const IntervalTask<Number>> tasks, const Control& control)>;
};

/// Divides many tasks, best of up to 320 points: then a GPU holds each table on the chip. Throws as
/// `intervalCosts`.
template <class Number>
std::vector<IntervalDivision<Number>> intervalDivisions(const Registry& registry,
                                                        std::string_view engine,
                                                        std::span<const IntervalTask<Number>> tasks,
                                                        const Control& control = {});

/// Triangulates a convex polygon so that the sides of all triangles together are least. Returns the
/// triangles as {i, k, j} with i < k < j.
std::vector<std::array<std::int64_t, 3>> leastTriangulation(const Registry& registry,
                                                            std::string_view engine,
                                                            std::span<const SubPixel> polygon,
                                                            const Control& control = {});

/// The order of multiplying matrices with the least number of multiplications: matrix m has
/// `sizes[m]` rows and `sizes[m + 1]` columns. Returns it as "((0 1) 2)", and the number in
/// `multiplications`, which must be below 2^53.
std::string bestParentheses(const Registry& registry, std::string_view engine,
                            std::span<const std::int64_t> sizes, std::int64_t& multiplications,
                            const Control& control = {});

/// Capability "outlines", for requests that `find` checked: fills all of the finding but its
/// report.
struct FindOutlines {
  static constexpr const char* kName = "outlines";
  using Function =
      std::function<Finding(const ImageView& scene, std::span<const Needle> needles,
                            const FindOptions& options, const Control& control, RunReport& report)>;
};

/// The flag plane of outlines, after pass 1 or 2: 1 at the first point of each, 2 on and inside it
/// (of an open one, on it).
Image outlineFlags(Size scene, std::span<const std::vector<SubPixel>> outlines, int lastPass = 2,
                   const Control& control = {});

/// Adds interval costs and outlines of the built-in engines.
void addContour(Registry& registry);

}  // namespace espy
#pragma GCC visibility pop
