// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "contour/interval_tiles.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "contour/interval_tiles_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::contour::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// A block of kRows x kVectors registers of c stays in registers while all k are added: 9
// accumulators, 3 of b, 1 of a and a sum fit into the 16 registers of AVX2. A tile's side is a
// multiple of 3 registers of every width up to kTile / 3 lanes.
constexpr std::int64_t kRows = 3;
constexpr std::int64_t kVectors = 3;

template <class Number>
using Tag = hn::CappedTag<Number, 16>;

template <class Number>
Number added(Number a, std::int32_t shift) {
  if constexpr (std::is_same_v<Number, std::uint16_t>) {
    return static_cast<Number>(std::min(65535, a + shift));
  } else {
    return a;
  }
}

template <class D, class Vector = hn::Vec<D>>
ESPY_INLINE Vector sum(D /*d*/, Vector a, Vector b) {
  if constexpr (std::is_same_v<hn::TFromD<D>, std::uint16_t>) {
    return hn::SaturatedAdd(a, b);
  } else {
    return hn::Add(a, b);
  }
}

/// Adds the products of k from `begin` on.
template <class Number, bool kFactors>
ESPY_INLINE void multiplyBlock(const TileProduct<Number>& task, std::int64_t i, std::int64_t j,
                               std::int64_t begin) {
  const Tag<Number> d;
  using Vector = hn::Vec<Tag<Number>>;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  Number* const c = task.c + i * kTile + j;
  Vector c00 = hn::LoadU(d, c);
  Vector c01 = hn::LoadU(d, c + lanes);
  Vector c02 = hn::LoadU(d, c + 2 * lanes);
  Vector c10 = hn::LoadU(d, c + kTile);
  Vector c11 = hn::LoadU(d, c + kTile + lanes);
  Vector c12 = hn::LoadU(d, c + kTile + 2 * lanes);
  Vector c20 = hn::LoadU(d, c + 2 * kTile);
  Vector c21 = hn::LoadU(d, c + 2 * kTile + lanes);
  Vector c22 = hn::LoadU(d, c + 2 * kTile + 2 * lanes);
  const Number* const a = task.a + i * kTile;
  const auto add = [&](Vector& to, Vector one, Vector other, std::int64_t row, std::int64_t k,
                       std::int64_t column) {
    Vector candidate = sum(d, one, other);
    if constexpr (kFactors) {
      const Vector outer = hn::Set(d, task.rows[i + row] * task.middles[k]);
      candidate = hn::Add(candidate, hn::Mul(outer, hn::LoadU(d, task.columns + j + column)));
    }
    to = hn::Min(to, candidate);
  };
  for (std::int64_t k = begin; k < kTile; ++k) {
    const Number* const b = task.b + k * kTile + j;
    const Vector b0 = hn::LoadU(d, b);
    const Vector b1 = hn::LoadU(d, b + lanes);
    const Vector b2 = hn::LoadU(d, b + 2 * lanes);
    const auto addRow = [&](Vector& to0, Vector& to1, Vector& to2, std::int64_t row) {
      if constexpr (std::is_same_v<Number, std::uint16_t>) {
        // Costs of b are at least what is left of a negative shift.
        if (const std::int32_t shifted = a[row * kTile + k] + task.shift; shifted < 0) {
          const Vector less = hn::Set(d, static_cast<Number>(std::min(65535, -shifted)));
          to0 = hn::Min(to0, hn::SaturatedSub(b0, less));
          to1 = hn::Min(to1, hn::SaturatedSub(b1, less));
          to2 = hn::Min(to2, hn::SaturatedSub(b2, less));
          return;
        }
      }
      const Vector one = hn::Set(d, added(a[row * kTile + k], task.shift));
      add(to0, one, b0, row, k, 0);
      add(to1, one, b1, row, k, lanes);
      add(to2, one, b2, row, k, 2 * lanes);
    };
    addRow(c00, c01, c02, 0);
    addRow(c10, c11, c12, 1);
    addRow(c20, c21, c22, 2);
  }
  const auto store = [&](Vector c0, Vector c1, Vector c2, std::int64_t row) {
    hn::StoreU(c0, d, c + row * kTile);
    hn::StoreU(c1, d, c + row * kTile + lanes);
    hn::StoreU(c2, d, c + row * kTile + 2 * lanes);
  };
  store(c00, c01, c02, 0);
  store(c10, c11, c12, 1);
  store(c20, c21, c22, 2);
}

/// Prefetches `columns` columns of kRows rows of the next tiles.
template <class Number>
ESPY_INLINE void prefetchRows(const TileProduct<Number>& task, std::int64_t i, std::int64_t j,
                              std::int64_t columns) {
  constexpr int kIntoL2 = 2;
  constexpr auto kLine = static_cast<std::int64_t>(64 / sizeof(Number));
  for (std::int64_t row = i; row < i + kRows; ++row) {
    for (std::int64_t column = j; column < j + columns; column += kLine) {
      __builtin_prefetch(task.nextA + row * kTile + column, 0, kIntoL2);
      __builtin_prefetch(task.nextB + row * kTile + column, 0, kIntoL2);
    }
  }
}

/// Rows `first` to `end`, a multiple of kRows, of a product; k from `begin` on.
template <class Number>
void multiplyRows(const TileProduct<Number>& task, std::int64_t first, std::int64_t end,
                  std::int64_t begin) {
  const auto step = kVectors * static_cast<std::int64_t>(hn::Lanes(Tag<Number>()));
  for (std::int64_t j = 0; j < kTile; j += step) {
    for (std::int64_t i = first; i < end; i += kRows) {
      if (task.nextA != nullptr) prefetchRows(task, i, j, step);
      if constexpr (!std::is_same_v<Number, std::uint16_t>) {
        if (task.rows != nullptr) {
          multiplyBlock<Number, true>(task, i, j, begin);
          continue;
        }
      }
      multiplyBlock<Number, false>(task, i, j, begin);
    }
  }
}

template <class Number>
void multiplyTile(const TileProduct<Number>& task) {
  multiplyRows(task, 0, kTile, 0);
}

/// to[j] = min(to[j], one + from[j] + outer columns[j]) for j from `begin`, rounded down to a
/// register, to `end`.
template <class Number>
ESPY_INLINE void relax(Number one, const Number* from, Number outer, const Number* columns,
                       std::int64_t begin, std::int64_t end, Number* to) {
  const Tag<Number> d;
  using Vector = hn::Vec<Tag<Number>>;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const Vector add = hn::Set(d, one);
  for (std::int64_t j = begin / lanes * lanes; j < end; j += lanes) {
    Vector candidate = sum(d, add, hn::LoadU(d, from + j));
    if constexpr (!std::is_same_v<Number, std::uint16_t>) {
      if (columns != nullptr) {
        candidate = hn::Add(candidate, hn::Mul(hn::Set(d, outer), hn::LoadU(d, columns + j)));
      }
    }
    hn::StoreU(hn::Min(hn::LoadU(d, to + j), candidate), d, to + j);
  }
}

template <class Number>
Number plus(Number a, Number b) {
  if constexpr (std::is_same_v<Number, std::uint16_t>) {
    return static_cast<Number>(std::min(65535, a + b));
  } else {
    return a + b;
  }
}

/// What completes a tile, cost by cost.
template <class Number>
class Finisher {
 public:
  explicit Finisher(const TileFinish<Number>& task) : task_(task) {}

  /// Rows from the last to the first: what a row needs of those below is final by then.
  void diagonalTile() const {
    for (std::int64_t i = kTile - 1; i >= 0; --i) {
      for (std::int64_t k = i + 1; k < kTile; ++k) complete(i, k);
    }
  }

  /// Groups of rows from the last to the first.
  void otherTile() const {
    for (std::int64_t end = kTile; end > 0; end -= kGroup) {
      const TileProduct<Number> below{task_.left, task_.c,       task_.c,         task_.rows,
                                      task_.rows, task_.columns, task_.leftOffset};
      multiplyRows(below, end - kGroup, end, end);
      completeGroup(end);
    }
  }

 private:
  /// Rows that are completed together: each is a register of columns behind the row below, so that
  /// their chains of dependent operations run at the same time.
  static constexpr std::int64_t kGroup = 6;
  static_assert(kTile % kGroup == 0 && kGroup % kRows == 0);

  void completeGroup(std::int64_t end) const {
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(Tag<Number>()));
    const std::int64_t blocks = kTile / lanes;
    for (std::int64_t turn = 0; turn < blocks + kGroup - 1; ++turn) {
      // Row end - 1 - r is at columns (turn - r) * lanes, which the rows below have completed.
      const std::int64_t lowest = std::max<std::int64_t>(0, turn - blocks + 1);
      const std::int64_t highest = std::min(kGroup - 1, turn);
      for (std::int64_t r = lowest; r <= highest; ++r) {
        addRowsBelow(end - 1 - r, end, (turn - r) * lanes, lanes);
      }
      for (std::int64_t step = 0; step < lanes; ++step) {
        for (std::int64_t r = lowest; r <= highest; ++r) {
          complete(end - 1 - r, (turn - r) * lanes + step);
        }
      }
    }
  }

  /// Divisions of row i's costs of a register of columns at the points of rows i + 1 to `end`.
  void addRowsBelow(std::int64_t i, std::int64_t end, std::int64_t column,
                    std::int64_t lanes) const {
    for (std::int64_t k = i + 1; k < end; ++k) {
      relax(added(task_.left[i * kTile + k], task_.leftOffset), task_.c + k * kTile,
            outer(i, task_.rows, k), task_.columns, column, column + lanes, task_.c + i * kTile);
    }
  }

  /// Completes a cost of which all divisions are done, and divides the costs right of it there.
  ESPY_INLINE void complete(std::int64_t i, std::int64_t k) const {
    Number* const row = task_.c + i * kTile;
    const bool isFirst = task_.diagonal ? k == i + 1 : task_.adjacent && i == kTile - 1 && k == 0;
    if (isFirst) {
      row[k] = task_.first[i];
    } else if (task_.pairs != nullptr) {
      row[k] = plus(row[k], task_.pairs[i * kTile + k]);
    }
    relax(added(row[k], task_.rightOffset), task_.right + k * kTile, outer(i, task_.columns, k),
          task_.columns, k + 1, kTile, row);
  }

  Number outer(std::int64_t i, const Number* factors, std::int64_t k) const {
    return factors != nullptr ? task_.rows[i] * factors[k] : Number{};
  }

  const TileFinish<Number>& task_;
};

template <class Number>
void finishTile(const TileFinish<Number>& task) {
  const Finisher<Number> finisher(task);
  if (task.diagonal) {
    finisher.diagonalTile();
  } else {
    finisher.otherTile();
  }
}

}  // namespace
}  // namespace espy::contour::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::contour {
ESPY_SIMD_DEFINE_AS(multiplyFloats, multiplyTile<float>);
ESPY_SIMD_DEFINE_AS(multiplyDoubles, multiplyTile<double>);
ESPY_SIMD_DEFINE_AS(multiplyInts, multiplyTile<std::int32_t>);
ESPY_SIMD_DEFINE_AS(multiplyShorts, multiplyTile<std::uint16_t>);
ESPY_SIMD_DEFINE_AS(finishFloats, finishTile<float>);
ESPY_SIMD_DEFINE_AS(finishDoubles, finishTile<double>);
ESPY_SIMD_DEFINE_AS(finishInts, finishTile<std::int32_t>);
ESPY_SIMD_DEFINE_AS(finishShorts, finishTile<std::uint16_t>);
}  // namespace espy::contour
#endif
