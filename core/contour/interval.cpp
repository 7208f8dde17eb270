// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <limits>

#include "base/parallel.h"
#include "base/phrase.h"
#include "base/within_memory.h"
#include "contour/interval_reference.h"
#include "contour/interval_tiles.h"
#include "espy/engine/contour.h"
#include "espy/error.h"

namespace espy {

template <class Number>
IntervalTable<Number>::IntervalTable(std::int64_t points)
    : points_(points), tiles_((points + kTile - 1) / kTile) {
  const std::int64_t count = tiles_ * (tiles_ + 1) / 2;
  costs_.reset(new Number[static_cast<std::size_t>(count * kTile * kTile)]);
  offsets_.assign(static_cast<std::size_t>(count), 0);
}

template <class Number>
std::uint64_t IntervalTable<Number>::bytesOf(std::int64_t points) {
  const auto tiles = static_cast<std::uint64_t>((points + kTile - 1) / kTile);
  return tiles * (tiles + 1) / 2 * (kTile * kTile * sizeof(Number) + sizeof(std::int64_t));
}

template class IntervalTable<float>;
template class IntervalTable<double>;
template class IntervalTable<std::int32_t>;
template class IntervalTable<std::uint16_t>;

namespace contour {
namespace {

template <class Number>
constexpr bool kNarrow = std::is_same_v<Number, std::uint16_t>;

/// Computes a table tile by tile, by diagonals: the tiles of one need only those of diagonals
/// before it.
template <class Number>
class Filler {
 public:
  Filler(const IntervalTask<Number>& task, const Control& control)
      : task_(task), control_(control), table_(task.points()) {
    const auto padded = static_cast<std::size_t>(table_.tiles() * kTile);
    first_ = task.first;
    first_.resize(padded, never<Number>());
    if constexpr (kNarrow<Number>) {
      const auto tiles = static_cast<std::size_t>(table_.tiles() * (table_.tiles() + 1) / 2);
      leastOfRows_.assign(tiles * kTile, never<Number>());
      leastOfColumns_ = leastOfRows_;
    }
    if (task.factors.empty()) return;
    factors_ = task.factors;
    factors_.resize(padded, Number{});
  }

  IntervalTable<Number> run(int threads) {
    const std::int64_t tiles = table_.tiles();
    const double all = static_cast<double>(tiles) * static_cast<double>(tiles + 1) / 2;
    double before = 0;
    for (std::int64_t apart = 0; apart < tiles; ++apart) {
      const std::int64_t count = tiles - apart;
      Control part = control_;
      if (control_.progress) {
        part.progress = [&, count](double share) {
          control_.progress((before + share * static_cast<double>(count)) / all);
        };
      }
      parallelFor(count, threads, part,
                  [&](std::int64_t row, int /*thread*/) { fill(row, row + apart); });
      before += static_cast<double>(count);
      if (tooWide_) {
        throw Error(ErrorCode::tooLarge,
                    phrase("costs of intervals close to each other differ by more than 65,534; use "
                           "32 bits"));
      }
    }
    return std::move(table_);
  }

 private:
  const Number* factorsOf(std::int64_t tile) const {
    return factors_.empty() ? nullptr : factors_.data() + tile * kTile;
  }

  void fill(std::int64_t row, std::int64_t column) {
    Number* const c = table_.tile(row, column);
    std::fill_n(c, kTile * kTile, never<Number>());
    std::int64_t& own = table_.offset(row, column);
    if constexpr (kNarrow<Number>) {
      if (column > row + 1) own = std::numeric_limits<std::int64_t>::max();
      for (std::int64_t k = row + 1; k < column; ++k) own = std::min(own, leastSum(row, k, column));
    }
    for (std::int64_t k = row + 1; k < column; ++k) {
      TileProduct<Number> product{table_.tile(row, k), table_.tile(k, column), c,
                                  factorsOf(row),      factorsOf(k),           factorsOf(column)};
      if constexpr (kNarrow<Number>) {
        const std::int64_t shift = table_.offset(row, k) + table_.offset(k, column) - own;
        if (shift >= never<Number>()) continue;
        product.shift = static_cast<std::int32_t>(shift);
      }
      if (k + 1 < column) {
        product.nextA = table_.tile(row, k + 1);
        product.nextB = table_.tile(k + 1, column);
      }
      multiply(product);
    }
    complete(row, column);
    if constexpr (kNarrow<Number>) narrow(row, column);
  }

  /// Lower bound of the costs of tile (row, column) that are divided in tile k. With 16 bits.
  std::int64_t leastSum(std::int64_t row, std::int64_t k, std::int64_t column) {
    const std::size_t left = edgeOf(row, k);
    const std::size_t right = edgeOf(k, column);
    std::int64_t least = std::int64_t{2} * never<Number>();
    for (std::size_t i = 0; i < kTile; ++i) {
      least = std::min<std::int64_t>(least, leastOfColumns_[left + i] + leastOfRows_[right + i]);
    }
    return table_.offset(row, k) + table_.offset(k, column) + least;
  }
  std::size_t edgeOf(std::int64_t row, std::int64_t column) {
    const std::int64_t tile = (table_.tile(row, column) - table_.tile(0, 0)) / (kTile * kTile);
    return static_cast<std::size_t>(tile * kTile);
  }

  void complete(std::int64_t row, std::int64_t column) {
    TileFinish<Number> task{.c = table_.tile(row, column),
                            .left = table_.tile(row, row),
                            .right = table_.tile(column, column),
                            .first = first_.data() + row * kTile,
                            .pairs = nullptr,
                            .rows = factorsOf(row),
                            .columns = factorsOf(column),
                            .diagonal = row == column,
                            .adjacent = column == row + 1};
    if constexpr (kNarrow<Number>) {
      const auto most = std::int64_t{never<Number>()};
      task.leftOffset = static_cast<std::int32_t>(std::min(most, table_.offset(row, row)));
      task.rightOffset = static_cast<std::int32_t>(std::min(most, table_.offset(column, column)));
    }
    std::vector<Number> pairs;
    if (!task_.pairs.empty()) {
      pairs = pairsOf(row, column);
      task.pairs = pairs.data();
    }
    finish(task);
  }

  /// The tile's costs of pairs; 0 outside the task's points.
  std::vector<Number> pairsOf(std::int64_t row, std::int64_t column) const {
    const std::int64_t points = table_.points();
    std::vector<Number> pairs(kTile * kTile);
    const std::int64_t rows = std::min(kTile, points - row * kTile);
    const std::int64_t columns = std::min(kTile, points - column * kTile);
    for (std::int64_t i = 0; i < rows; ++i) {
      std::copy_n(task_.pairs.data() + (row * kTile + i) * points + column * kTile, columns,
                  pairs.data() + i * kTile);
    }
    return pairs;
  }

  /// Moves the least cost of the tile into its offset.
  void narrow(std::int64_t row, std::int64_t column) {
    Number* const c = table_.tile(row, column);
    const std::int64_t rows = std::min(kTile, table_.points() - row * kTile);
    const std::int64_t columns = std::min(kTile, table_.points() - column * kTile);
    Number least = never<Number>();
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::int64_t j = row == column ? i + 1 : 0; j < columns; ++j) {
        least = std::min(least, c[i * kTile + j]);
        if (c[i * kTile + j] == never<Number>()) tooWide_ = true;
      }
    }
    if (least == never<Number>()) least = 0;
    Number* const leastOfRow = leastOfRows_.data() + edgeOf(row, column);
    Number* const leastOfColumn = leastOfColumns_.data() + edgeOf(row, column);
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::int64_t j = 0; j < columns; ++j) {
        Number& cost = c[i * kTile + j];
        if (cost != never<Number>()) cost = static_cast<Number>(cost - least);
        leastOfRow[i] = std::min(leastOfRow[i], cost);
        leastOfColumn[j] = std::min(leastOfColumn[j], cost);
      }
    }
    table_.offset(row, column) += least;
  }

  const IntervalTask<Number>& task_;
  const Control& control_;
  IntervalTable<Number> table_;
  std::vector<Number> first_;
  std::vector<Number> factors_;
  // 16 bits: the least cost of each row and column of each tile.
  std::vector<Number> leastOfRows_;
  std::vector<Number> leastOfColumns_;
  std::atomic<bool> tooWide_ = false;
};

/// By plain loops, then in tiles.
template <class Number>
IntervalTable<Number> byReference(const IntervalTask<Number>& task) {
  using Cost = typename IntervalTable<Number>::Cost;
  const std::int64_t points = task.points();
  const auto factor = [&](std::int64_t i) {
    return static_cast<Cost>(task.factors[static_cast<std::size_t>(i)]);
  };
  const std::vector<Cost> costs = intervalsByReference<Cost>(
      points - 1,
      [&](std::int64_t i) { return static_cast<Cost>(task.first[static_cast<std::size_t>(i)]); },
      [&](Cost left, Cost right, std::int64_t i, std::int64_t k, std::int64_t j) -> Cost {
        const Cost sum = left + right;
        return task.factors.empty() ? sum : sum + factor(i) * factor(k) * factor(j);
      },
      [&](Cost least, std::int64_t i, std::int64_t j) -> Cost {
        if (task.pairs.empty()) return least;
        return least + static_cast<Cost>(task.pairs[static_cast<std::size_t>(i * points + j)]);
      });
  IntervalTable<Number> table(points);
  for (std::int64_t row = 0; row < table.tiles(); ++row) {
    for (std::int64_t column = row; column < table.tiles(); ++column) {
      std::fill_n(table.tile(row, column), kTile * kTile, never<Number>());
      Cost least = std::numeric_limits<Cost>::max();
      const auto each = [&](const auto& visit) {
        for (std::int64_t i = row * kTile; i < std::min(points, (row + 1) * kTile); ++i) {
          for (std::int64_t j = std::max(i + 1, column * kTile);
               j < std::min(points, (column + 1) * kTile); ++j) {
            visit(table.tile(row, column)[i % kTile * kTile + j % kTile],
                  costs[static_cast<std::size_t>(i * points + j)]);
          }
        }
      };
      if constexpr (kNarrow<Number>) {
        each([&](Number& /*to*/, Cost cost) { least = std::min(least, cost); });
        table.offset(row, column) = least == std::numeric_limits<Cost>::max() ? 0 : least;
      }
      const auto offset = static_cast<Cost>(table.offset(row, column));
      each([&](Number& to, Cost cost) { to = static_cast<Number>(cost - offset); });
    }
  }
  return table;
}

/// Throws for costs that may leave the range of int32.
void checkRange(const IntervalTask<std::int32_t>& task) {
  double all = 0;
  for (const std::int32_t cost : task.first) all += std::abs(static_cast<double>(cost));
  const auto most = [](const std::vector<std::int32_t>& numbers) {
    double largest = 0;
    for (const std::int32_t number : numbers) {
      largest = std::max(largest, std::abs(static_cast<double>(number)));
    }
    return largest;
  };
  const double factor = most(task.factors);
  all += static_cast<double>(task.first.size()) * (most(task.pairs) + factor * factor * factor);
  if (all >= kMostInt32) {
    throw Error(ErrorCode::badUse, phrase("costs may exceed 2^28; use floating point"));
  }
}

template <class Number>
void checkTask(const IntervalTask<Number>& task) {
  const auto refuse = [](const Message& sentence) { throw Error(ErrorCode::badUse, sentence); };
  const std::int64_t points = task.points();
  if (task.first.empty()) refuse(phrase("there is no interval"));
  if (!task.factors.empty() && static_cast<std::int64_t>(task.factors.size()) != points) {
    refuse(phrase("{} factors for {} points", task.factors.size(), points));
  }
  if (!task.factors.empty() && kNarrow<Number>) refuse(phrase("factors need more than 16 bits"));
  std::uint64_t most = task.mostBytes;
  if (most == 0) {
    most = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
           static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) / 2;
  }
  if (IntervalTable<Number>::bytesOf(points) > most) {
    std::int64_t fit = 0;
    std::int64_t not_ = points;
    while (not_ - fit > 1) {
      const std::int64_t middle = fit + (not_ - fit) / 2;
      (IntervalTable<Number>::bytesOf(middle) > most ? not_ : fit) = middle;
    }
    throw Error(ErrorCode::tooLarge,
                phrase("a table of {} points needs {} bytes; at most {} points fit into {}", points,
                       IntervalTable<Number>::bytesOf(points), fit, most));
  }
  if (!task.pairs.empty() && static_cast<std::int64_t>(task.pairs.size()) != points * points) {
    refuse(phrase("{} costs of pairs for {} points", task.pairs.size(), points));
  }
  if constexpr (std::is_same_v<Number, std::int32_t>) checkRange(task);
}

}  // namespace

template <class Number>
IntervalTable<Number> fillFast(const IntervalTask<Number>& task, int threads,
                               const Control& control) {
  return Filler<Number>(task, control).run(threads);
}

template <class Number>
IntervalTable<Number> fillByReference(const IntervalTask<Number>& task) {
  return byReference(task);
}

void sortSplits(std::vector<std::array<std::int64_t, 3>>& splits) {
  std::ranges::sort(splits, [](const auto& a, const auto& b) {
    return std::pair(a[0], a[2]) < std::pair(b[0], b[2]);
  });
}

// clang-format off
#define ESPY_INTERVALS(Number)                                                                  \
  template IntervalTable<Number> fillFast(const IntervalTask<Number>&, int, const Control&);    \
  template IntervalTable<Number> fillByReference(const IntervalTask<Number>&);
// clang-format on
ESPY_INTERVALS(float)
ESPY_INTERVALS(double)
ESPY_INTERVALS(std::int32_t)
ESPY_INTERVALS(std::uint16_t)
#undef ESPY_INTERVALS

}  // namespace contour

template <class Number>
IntervalTable<Number> intervalCosts(const Registry& registry, std::string_view engine,
                                    const IntervalTask<Number>& task, const Control& control) {
  return withinMemory([&] {
    contour::checkTask(task);
    return registry.get<FillIntervals<Number>>(engine)(task, control);
  });
}

template <class Number>
std::vector<std::array<std::int64_t, 3>> intervalSplits(const IntervalTask<Number>& task,
                                                        const IntervalTable<Number>& table) {
  using Cost = typename IntervalTable<Number>::Cost;
  std::vector<std::array<std::int64_t, 3>> splits;
  std::vector<std::array<std::int64_t, 2>> open{{0, task.points() - 1}};
  const auto factor = [&](std::int64_t i) {
    return static_cast<Cost>(task.factors[static_cast<std::size_t>(i)]);
  };
  while (!open.empty()) {
    const auto [i, j] = open.back();
    open.pop_back();
    if (j - i < 2) continue;
    std::int64_t best = i + 1;
    Cost least{};
    for (std::int64_t k = i + 1; k < j; ++k) {
      Cost cost = table.at(i, k) + table.at(k, j);
      if (!task.factors.empty()) cost += factor(i) * factor(k) * factor(j);
      if (k > i + 1 && !(cost < least)) continue;
      least = cost;
      best = k;
    }
    splits.push_back({i, best, j});
    open.push_back({i, best});
    open.push_back({best, j});
  }
  contour::sortSplits(splits);
  return splits;
}

template <class Number>
std::vector<IntervalDivision<Number>> intervalDivisions(const Registry& registry,
                                                        std::string_view engine,
                                                        std::span<const IntervalTask<Number>> tasks,
                                                        const Control& control) {
  return withinMemory([&] {
    for (const IntervalTask<Number>& task : tasks) contour::checkTask(task);
    return registry.get<DivideIntervals<Number>>(engine)(tasks, control);
  });
}

// clang-format off
#define ESPY_INTERVALS(Number)                                                                    \
  template IntervalTable<Number> intervalCosts(const Registry&, std::string_view,                 \
                                               const IntervalTask<Number>&, const Control&);      \
  template std::vector<std::array<std::int64_t, 3>> intervalSplits(const IntervalTask<Number>&,   \
                                                                   const IntervalTable<Number>&);
// clang-format on
ESPY_INTERVALS(float)
ESPY_INTERVALS(double)
ESPY_INTERVALS(std::int32_t)
ESPY_INTERVALS(std::uint16_t)
#undef ESPY_INTERVALS

template std::vector<IntervalDivision<float>> intervalDivisions(
    const Registry&, std::string_view, std::span<const IntervalTask<float>>, const Control&);
template std::vector<IntervalDivision<std::int32_t>> intervalDivisions(
    const Registry&, std::string_view, std::span<const IntervalTask<std::int32_t>>, const Control&);

}  // namespace espy
