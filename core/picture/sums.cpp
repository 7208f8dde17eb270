// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "picture/sums.h"

#include <algorithm>
#include <cstring>

#include "base/cpu.h"
#include "base/lanes.h"

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
template <class Sum>
inline __attribute__((always_inline)) void addLess(const std::uint16_t* row, std::int64_t count,
                                                   std::int32_t mean, int shift, Sum* sums,
                                                   Sum* squares) {
  for (std::int64_t x = 0; x < count; ++x) {
    const std::int32_t off = row[x] - mean;
    sums[x] += static_cast<Sum>(off);
    squares[x] += static_cast<std::uint32_t>(off) * static_cast<std::uint32_t>(off) >> shift;
  }
}
ESPY_SIMD_CLONES
void addSquaresLess(const std::uint16_t* row, std::int64_t count, std::int32_t mean, int shift,
                    std::uint32_t* sums, std::uint32_t* squares) {
  addLess(row, count, mean, shift, sums, squares);
}
ESPY_SIMD_CLONES
void addSquaresLess(const std::uint16_t* row, std::int64_t count, std::int32_t mean, int shift,
                    std::uint64_t* sums, std::uint64_t* squares) {
  addLess(row, count, mean, shift, sums, squares);
}
/// Sums along the row and, from the row above, downwards. Of 32 bits sixteen at a time: four steps
/// of shifting and adding make the sums within a register.
using SixteenSums = Lanes<std::uint32_t, 16>;

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

/// Sums of `count` windows beside each other, over all parts of them; a register of windows at a
/// time, the last of which may reach over the end of the sums (`kBehind`).
template <class Sum, class Register>
inline __attribute__((always_inline)) void sumParts(const Sum* corners, std::int64_t pitch,
                                                    std::span<const Rectangle> parts,
                                                    std::int64_t count, Sum* sums) {
  constexpr auto kTogether = static_cast<std::int64_t>(sizeof(Register) / sizeof(Sum));
  for (std::int64_t x = 0; x < count; x += kTogether) {
    Register sum = {};
    for (const Rectangle& part : parts) {
      const Sum* upper = corners + part.y * pitch + part.x + x;
      const Sum* lower = upper + part.height * pitch;
      Register a;
      Register b;
      Register c;
      Register d;
      std::memcpy(&a, upper, sizeof a);
      std::memcpy(&b, upper + part.width, sizeof b);
      std::memcpy(&c, lower, sizeof c);
      std::memcpy(&d, lower + part.width, sizeof d);
      sum += (d - c) - (b - a);
    }
    if (count - x >= kTogether) {
      std::memcpy(sums + x, &sum, sizeof sum);
    } else {
      std::memcpy(sums + x, &sum, static_cast<std::size_t>(count - x) * sizeof(Sum));
    }
  }
}
constexpr std::int64_t kBehind = 16;

ESPY_SIMD_CLONES
void sumWindows(const std::uint32_t* corners, std::int64_t pitch, std::span<const Rectangle> parts,
                std::int64_t count, std::uint32_t* sums) {
  sumParts<std::uint32_t, SixteenSums>(corners, pitch, parts, count, sums);
}
using EightSums = Lanes<std::uint64_t, 8>;
ESPY_SIMD_CLONES
void sumWindows(const std::uint64_t* corners, std::int64_t pitch, std::span<const Rectangle> parts,
                std::int64_t count, std::uint64_t* sums) {
  sumParts<std::uint64_t, EightSums>(corners, pitch, parts, count, sums);
}

}  // namespace

template <class Sum>
template <class Add>
void TileSums<Sum>::sumUp(Size size, const Add& add) {
  pitch_ = size.width + 1;
  const auto numbers = static_cast<std::size_t>(pitch_ * (size.height + 1));
  sums_.resize(numbers + kBehind);
  squares_.resize(sums_.size());
  std::fill_n(sums_.begin(), pitch_, Sum{0});
  std::fill_n(squares_.begin(), pitch_, Sum{0});
  values_.resize(static_cast<std::size_t>(size.width));
  valueSquares_.resize(values_.size());
  for (std::int64_t y = 0; y < size.height; ++y) {
    std::fill(values_.begin(), values_.end(), Sum{0});
    std::fill(valueSquares_.begin(), valueSquares_.end(), Sum{0});
    add(y);
    Sum* sums = sums_.data() + (y + 1) * pitch_;
    Sum* squareSums = squares_.data() + (y + 1) * pitch_;
    accumulate(values_.data(), valueSquares_.data(), size.width, sums - pitch_, squareSums - pitch_,
               sums, squareSums);
  }
}

template <class Sum>
template <class Sample>
void TileSums<Sum>::load(const TilePlanes<Sample>& tile) {
  sumUp(tile.size(), [&](std::int64_t y) {
    for (int c = 0; c < tile.channels(); ++c) {
      addSquares(tile.row(c, y), tile.size().width, values_.data(), valueSquares_.data());
    }
  });
}

template <class Sum>
void TileSums<Sum>::loadLess(const TilePlanes<std::uint16_t>& tile, Size size, std::int32_t mean,
                             int shift) {
  sumUp(size, [&](std::int64_t y) {
    for (int c = 0; c < tile.channels(); ++c) {
      addSquaresLess(tile.row(c, y), size.width, mean, shift, values_.data(), valueSquares_.data());
    }
  });
}

template <class Sum>
void TileSums<Sum>::windows(std::span<const Rectangle> parts, std::int64_t x, std::int64_t y,
                            std::int64_t count, Sum* sums, Sum* squares) const {
  const std::int64_t at = y * pitch_ + x;
  sumWindows(sums_.data() + at, pitch_, parts, count, sums);
  sumWindows(squares_.data() + at, pitch_, parts, count, squares);
}

template class TileSums<std::uint32_t>;
template class TileSums<std::uint64_t>;
template void TileSums<std::uint32_t>::load(const TilePlanes<std::uint8_t>& tile);
template void TileSums<std::uint64_t>::load(const TilePlanes<std::uint8_t>& tile);
template void TileSums<std::uint64_t>::load(const TilePlanes<std::uint16_t>& tile);

}  // namespace espy::picture
