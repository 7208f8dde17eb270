// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "picture/sums.h"

#include <algorithm>
#include <cstring>

#include "base/simd.h"

namespace espy::picture {
namespace {

ESPY_SIMD_CLONES
void addSquares(const std::uint8_t* row, std::int64_t count, std::uint32_t* sums,
                std::uint32_t* squares) {
  for (std::int64_t x = 0; x < count; ++x) {
    const std::uint32_t value = row[x];
    sums[x] += value;
    squares[x] += value * value;
  }
}
ESPY_SIMD_CLONES
void addSquares(const std::uint8_t* row, std::int64_t count, std::uint64_t* sums,
                std::uint64_t* squares) {
  for (std::int64_t x = 0; x < count; ++x) {
    const std::uint32_t value = row[x];
    sums[x] += value;
    squares[x] += value * value;
  }
}
ESPY_SIMD_CLONES
void addSquares(const std::uint16_t* row, std::int64_t count, std::uint64_t* sums,
                std::uint64_t* squares) {
  for (std::int64_t x = 0; x < count; ++x) {
    const std::uint64_t value = row[x];
    sums[x] += value;
    squares[x] += value * value;
  }
}
/// Sums along the row and, from the row above, downwards. Of 32 bits sixteen at a time: four steps
/// of shifting and adding make the sums within a register.
using SixteenSums __attribute__((vector_size(64))) = std::uint32_t;

inline __attribute__((always_inline)) void sumsWithin(SixteenSums& v) {
  constexpr SixteenSums kZero = {};
  v += __builtin_shufflevector(kZero, v, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29,
                               30);
  v += __builtin_shufflevector(kZero, v, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
                               29);
  v +=
      __builtin_shufflevector(kZero, v, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27);
  v += __builtin_shufflevector(kZero, v, 0, 0, 0, 0, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23);
}

inline __attribute__((always_inline)) void accumulateSixteens(const std::uint32_t* values,
                                                              std::int64_t count,
                                                              const std::uint32_t* above,
                                                              std::uint32_t* sums) {
  std::uint32_t sum = 0;
  sums[0] = 0;
  std::int64_t x = 0;
  for (; x + 16 <= count; x += 16) {
    SixteenSums v;
    SixteenSums over;
    std::memcpy(&v, values + x, sizeof v);
    std::memcpy(&over, above + x + 1, sizeof over);
    sumsWithin(v);
    v += sum;
    sum = v[15];
    v += over;
    std::memcpy(sums + x + 1, &v, sizeof v);
  }
  for (; x < count; ++x) {
    sum += values[x];
    sums[x + 1] = above[x + 1] + sum;
  }
}
ESPY_SIMD_CLONES
void accumulate(const std::uint32_t* values, const std::uint32_t* squares, std::int64_t count,
                const std::uint32_t* sumsAbove, const std::uint32_t* squaresAbove,
                std::uint32_t* sums, std::uint32_t* squareSums) {
  accumulateSixteens(values, count, sumsAbove, sums);
  accumulateSixteens(squares, count, squaresAbove, squareSums);
}

template <class Sum>
void accumulate(const Sum* values, const Sum* squares, std::int64_t count, const Sum* sumsAbove,
                const Sum* squaresAbove, Sum* sums, Sum* squareSums) {
  Sum sum = 0;
  Sum square = 0;
  sums[0] = 0;
  squareSums[0] = 0;
  for (std::int64_t x = 0; x < count; ++x) {
    sum += values[x];
    square += squares[x];
    sums[x + 1] = sumsAbove[x + 1] + sum;
    squareSums[x + 1] = squaresAbove[x + 1] + square;
  }
}

template <class Sum>
inline __attribute__((always_inline)) void addCorners(const Sum* upper, const Sum* lower,
                                                      std::int64_t width, std::int64_t count,
                                                      bool first, Sum* __restrict sums) {
  if (first) {
    for (std::int64_t x = 0; x < count; ++x) {
      sums[x] = lower[x + width] - lower[x] - upper[x + width] + upper[x];
    }
  } else {
    for (std::int64_t x = 0; x < count; ++x) {
      sums[x] += lower[x + width] - lower[x] - upper[x + width] + upper[x];
    }
  }
}
ESPY_SIMD_CLONES
void addWindows(const std::uint32_t* upper, const std::uint32_t* lower, std::int64_t width,
                std::int64_t count, bool first, std::uint32_t* sums) {
  addCorners(upper, lower, width, count, first, sums);
}
ESPY_SIMD_CLONES
void addWindows(const std::uint64_t* upper, const std::uint64_t* lower, std::int64_t width,
                std::int64_t count, bool first, std::uint64_t* sums) {
  addCorners(upper, lower, width, count, first, sums);
}

}  // namespace

template <class Sum>
template <class Sample>
void TileSums<Sum>::load(const TilePlanes<Sample>& tile) {
  const Size size = tile.size();
  pitch_ = size.width + 1;
  sums_.resize(static_cast<std::size_t>(pitch_ * (size.height + 1)));
  squares_.resize(sums_.size());
  std::fill_n(sums_.begin(), pitch_, Sum{0});
  std::fill_n(squares_.begin(), pitch_, Sum{0});
  std::vector<Sum> values(static_cast<std::size_t>(size.width));
  std::vector<Sum> squares(values.size());
  for (std::int64_t y = 0; y < size.height; ++y) {
    std::fill(values.begin(), values.end(), Sum{0});
    std::fill(squares.begin(), squares.end(), Sum{0});
    for (int c = 0; c < tile.channels(); ++c) {
      addSquares(tile.row(c, y), size.width, values.data(), squares.data());
    }
    Sum* sums = sums_.data() + (y + 1) * pitch_;
    Sum* squareSums = squares_.data() + (y + 1) * pitch_;
    accumulate(values.data(), squares.data(), size.width, sums - pitch_, squareSums - pitch_, sums,
               squareSums);
  }
}

template <class Sum>
void TileSums<Sum>::windows(std::span<const Rectangle> parts, std::int64_t x, std::int64_t y,
                            std::int64_t count, Sum* sums, Sum* squares) const {
  bool first = true;
  for (const Rectangle& part : parts) {
    const std::int64_t upper = (y + part.y) * pitch_ + x + part.x;
    const std::int64_t lower = upper + part.height * pitch_;
    addWindows(sums_.data() + upper, sums_.data() + lower, part.width, count, first, sums);
    addWindows(squares_.data() + upper, squares_.data() + lower, part.width, count, first, squares);
    first = false;
  }
}

template class TileSums<std::uint32_t>;
template class TileSums<std::uint64_t>;
template void TileSums<std::uint32_t>::load(const TilePlanes<std::uint8_t>& tile);
template void TileSums<std::uint64_t>::load(const TilePlanes<std::uint8_t>& tile);
template void TileSums<std::uint64_t>::load(const TilePlanes<std::uint16_t>& tile);

}  // namespace espy::picture
