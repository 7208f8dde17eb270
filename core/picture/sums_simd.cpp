// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "picture/sums.h"

#include <algorithm>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "picture/sums_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::picture::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// Adds the samples of a row, and their squares, to column sums.
template <class Sample, class Sum>
void addSquares(const Sample* row, std::int64_t count, Sum* sums, Sum* squares) {
  using Square = std::conditional_t<sizeof(Sample) == 1, std::uint32_t, std::uint64_t>;
  for (std::int64_t x = 0; x < count; ++x) {
    const Square value = row[x];
    sums[x] += value;
    squares[x] += value * value;
  }
}

/// The same for samples minus `mean`, with squares shifted right.
template <class Sum>
void addSquaresLess(const std::uint16_t* row, std::int64_t count, std::int32_t mean, int shift,
                    Sum* sums, Sum* squares) {
  for (std::int64_t x = 0; x < count; ++x) {
    const std::int32_t off = row[x] - mean;
    sums[x] += static_cast<Sum>(off);
    squares[x] += static_cast<std::uint32_t>(off) * static_cast<std::uint32_t>(off) >> shift;
  }
}

/// Prefix sums of a row, plus the sums of the row above; sums[0] is 0. Four lanes: the carried sum
/// limits the speed, so wider vectors do not help.
void accumulate32(const std::uint32_t* values, std::int64_t count, const std::uint32_t* above,
                  std::uint32_t* sums) {
  const hn::FixedTag<std::uint32_t, 4> d;
  auto sum = hn::Zero(d);
  sums[0] = 0;
  std::int64_t x = 0;
  for (; x + 4 <= count; x += 4) {
    auto v = hn::LoadU(d, values + x);
    v = hn::Add(v, hn::ShiftLeftLanes<1>(d, v));
    v = hn::Add(v, hn::ShiftLeftLanes<2>(d, v));
    v = hn::Add(v, sum);
    sum = hn::Broadcast<3>(v);
    hn::StoreU(hn::Add(v, hn::LoadU(d, above + x + 1)), d, sums + x + 1);
  }
  std::uint32_t rest = hn::GetLane(sum);
  for (; x < count; ++x) {
    rest += values[x];
    sums[x + 1] = above[x + 1] + rest;
  }
}

/// Sums of `count` adjacent windows over all their parts. Reads up to a vector past the last
/// (`kBehind`).
template <class Sum>
void sumWindows(const Sum* corners, std::int64_t pitch, std::span<const Rectangle> parts,
                std::int64_t count, Sum* sums) {
  const hn::ScalableTag<Sum> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  for (std::int64_t x = 0; x < count; x += lanes) {
    auto sum = hn::Zero(d);
    for (const Rectangle& part : parts) {
      const Sum* upper = corners + part.y * pitch + part.x + x;
      const Sum* lower = upper + part.height * pitch;
      const auto below = hn::Sub(hn::LoadU(d, lower + part.width), hn::LoadU(d, lower));
      const auto above = hn::Sub(hn::LoadU(d, upper + part.width), hn::LoadU(d, upper));
      sum = hn::Add(sum, hn::Sub(below, above));
    }
    if (count - x >= lanes) {
      hn::StoreU(sum, d, sums + x);
    } else {
      HWY_ALIGN Sum last[hn::MaxLanes(d)];
      hn::Store(sum, d, last);
      std::copy_n(last, count - x, sums + x);
    }
  }
}

}  // namespace
}  // namespace espy::picture::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::picture {
namespace {

ESPY_SIMD_TABLES(addSquares);
ESPY_SIMD_TABLES(addSquaresLess);
ESPY_SIMD_TABLE(accumulate32);
ESPY_SIMD_TABLES(sumWindows);

/// `above` is row 0 of zeros or the previous row; overloads for both widths.
void accumulate(const std::uint32_t* values, std::int64_t count, const std::uint32_t* above,
                std::uint32_t* sums) {
  ESPY_SIMD_CALL(accumulate32)(values, count, above, sums);
}
void accumulate(const std::uint64_t* values, std::int64_t count, const std::uint64_t* above,
                std::uint64_t* sums) {
  std::uint64_t sum = 0;
  sums[0] = 0;
  for (std::int64_t x = 0; x < count; ++x) {
    sum += values[x];
    sums[x + 1] = above[x + 1] + sum;
  }
}

/// Elements that vector loads may read past the last window.
constexpr std::int64_t kBehind = 16;

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
    accumulate(values_.data(), size.width, sums - pitch_, sums);
    accumulate(valueSquares_.data(), size.width, squareSums - pitch_, squareSums);
  }
}

template <class Sum>
template <class Sample>
void TileSums<Sum>::load(const TilePlanes<Sample>& tile) {
  const auto add = ESPY_SIMD_PICK_OF(addSquares, Sample, Sum);
  sumUp(tile.size(), [&](std::int64_t y) {
    for (int c = 0; c < tile.channels(); ++c) {
      add(tile.row(c, y), tile.size().width, values_.data(), valueSquares_.data());
    }
  });
}

template <class Sum>
void TileSums<Sum>::loadLess(const TilePlanes<std::uint16_t>& tile, Size size, std::int32_t mean,
                             int shift) {
  const auto add = ESPY_SIMD_PICK_OF(addSquaresLess, Sum);
  sumUp(size, [&](std::int64_t y) {
    for (int c = 0; c < tile.channels(); ++c) {
      add(tile.row(c, y), size.width, mean, shift, values_.data(), valueSquares_.data());
    }
  });
}

template <class Sum>
void TileSums<Sum>::windows(std::span<const Rectangle> parts, std::int64_t x, std::int64_t y,
                            std::int64_t count, Sum* sums, Sum* squares) const {
  const std::int64_t at = y * pitch_ + x;
  const auto sum = ESPY_SIMD_PICK_OF(sumWindows, Sum);
  sum(sums_.data() + at, pitch_, parts, count, sums);
  sum(squares_.data() + at, pitch_, parts, count, squares);
}

template class TileSums<std::uint32_t>;
template class TileSums<std::uint64_t>;
template void TileSums<std::uint32_t>::load(const TilePlanes<std::uint8_t>& tile);
template void TileSums<std::uint64_t>::load(const TilePlanes<std::uint8_t>& tile);
template void TileSums<std::uint64_t>::load(const TilePlanes<std::uint16_t>& tile);

}  // namespace espy::picture
#endif  // HWY_ONCE
