// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "picture/block_averages.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "picture/block_averages_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::picture::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

void split(const std::uint8_t* pairs, std::int64_t count, std::uint8_t* even, std::uint8_t* odd) {
  for (std::int64_t i = 0; i < count; ++i) {
    even[i] = pairs[2 * i];
    odd[i] = pairs[2 * i + 1];
  }
}

/// Deinterleaves columns by remainder modulo `side`, in log2(side) halving rounds. `row` has `side
/// * across` bytes; `row` and `other` are overwritten.
void deinterleave(std::uint8_t* row, std::uint8_t* other, int side, std::int64_t across,
                  std::uint8_t* to) {
  std::uint8_t* from = row;
  std::uint8_t* next = other;
  const int rounds = std::countr_zero(static_cast<unsigned>(side));
  for (int round = 0; round + 1 < rounds; ++round) {
    const std::int64_t length = (side >> round) * across;
    for (int part = 0; part < 1 << round; ++part) {
      std::uint8_t* half = next + part * length;
      split(from + part * length, length / 2, half, half + length / 2);
    }
    std::swap(from, next);
  }
  // Part i holds the columns whose remainder is the bit reversal of i.
  for (int part = 0; part < side / 2; ++part) {
    int remainder = 0;
    for (int bit = 0; bit + 1 < rounds; ++bit) {
      remainder |= (part >> bit & 1) << (rounds - 2 - bit);
    }
    split(from + part * 2 * across, across, to + remainder * across,
          to + (remainder + side / 2) * across);
  }
}

/// sums += entering - leaving.
void slide(const std::uint8_t* entering, const std::uint8_t* leaving, std::int64_t count,
           std::uint16_t* sums) {
  for (std::int64_t i = 0; i < count; ++i) {
    sums[i] = static_cast<std::uint16_t>(sums[i] + entering[i] - leaving[i]);
  }
}

/// Block means from deinterleaved column sums, by a sliding sum from remainder to remainder. Stores
/// past the end of a remainder are overwritten by the next one, provided the last columns are
/// computed first.
template <class Sum>
void meansOf(const std::uint16_t* columns, int side, std::int64_t across, std::uint8_t* means) {
  const hn::CappedTag<Sum, BlockAverages::kTogether> d;
  const hn::Rebind<std::uint16_t, decltype(d)> d16;
  const hn::Rebind<std::uint8_t, decltype(d)> d8;
  const hn::RebindToSigned<decltype(d)> di;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const auto load = [&](const std::uint16_t* at) HWY_ATTR {
    if constexpr (sizeof(Sum) == sizeof(std::uint16_t)) {
      return hn::LoadU(d, at);
    } else {
      return hn::PromoteTo(d, hn::LoadU(d16, at));
    }
  };
  const int shift = 2 * std::countr_zero(static_cast<unsigned>(side));
  const auto half = hn::Set(d, static_cast<Sum>(Sum{1} << (shift - 1)));
  for (std::int64_t first = (across - 1) / lanes * lanes; first >= 0; first -= lanes) {
    auto sums = half;
    for (int p = 0; p < side; ++p) sums = hn::Add(sums, load(columns + p * across + first));
    for (int p = 0; p < side; ++p) {
      const auto mean = hn::BitCast(di, hn::ShiftRightSame(sums, shift));
      hn::StoreU(hn::DemoteTo(d8, mean), d8, means + p * across + first);
      const std::uint16_t* leaving = columns + p * across + first;
      sums = hn::Add(sums, hn::Sub(load(leaving + 1), load(leaving)));
    }
  }
}
void meansOfRow(const std::uint16_t* columns, int side, std::int64_t across, std::uint8_t* means) {
  // 256 samples plus the rounding term fit in 16 bits.
  if (side <= 16) {
    meansOf<std::uint16_t>(columns, side, across, means);
  } else {
    meansOf<std::uint32_t>(columns, side, across, means);
  }
}

}  // namespace
}  // namespace espy::picture::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::picture {
namespace {

ESPY_SIMD_TABLE(deinterleave);
ESPY_SIMD_TABLE(slide);
ESPY_SIMD_TABLE(meansOfRow);

}  // namespace

BlockAverages::BlockAverages(Size picture, int channels, int side)
    : picture_(picture),
      channels_(channels),
      side_(side),
      across_((picture.width + side - 1) / side),
      rows_(picture.height - side + 1),
      pitch_((side_ * across_ + BlockAverages::kTogether + 63) / 64 * 64) {
  means_.resize(static_cast<std::size_t>(channels_ * rows_ * pitch_ + kPadding));
}

void BlockAverages::fill(const SamplePlanes& picture, std::int64_t first, std::int64_t last,
                         Scratch& scratch) {
  const std::int64_t count = positions();
  const auto room = static_cast<std::size_t>(pitch_ + BlockAverages::kTogether);
  // A row of zeros, the rows in the current column sums, and the row that enters.
  scratch.dealt.resize(room * static_cast<std::size_t>(side_ + 2));
  scratch.halves.resize(2 * room);
  scratch.columns.resize(room);
  std::uint8_t* const zeros = scratch.dealt.data();
  std::memset(zeros, 0, room);
  const auto dealt = [&](std::int64_t y) {
    return zeros + (1 + y % (side_ + 1)) * static_cast<std::int64_t>(room);
  };
  for (int c = 0; c < channels_; ++c) {
    std::memset(scratch.columns.data(), 0, room * sizeof(std::uint16_t));
    for (std::int64_t y = first; y < last + side_ - 1; ++y) {
      std::uint8_t* row = scratch.halves.data();
      std::memcpy(row, picture.row(c, y), static_cast<std::size_t>(picture_.width));
      std::memset(row + picture_.width, 0, static_cast<std::size_t>(count - picture_.width));
      ESPY_SIMD_CALL(deinterleave)(row, row + room, side_, across_, dealt(y));
      ESPY_SIMD_CALL(slide)
      (dealt(y), y - first < side_ ? zeros : dealt(y - side_), count, scratch.columns.data());
      const std::int64_t made = y - side_ + 1;
      if (made < first) continue;
      ESPY_SIMD_CALL(meansOfRow)
      (scratch.columns.data(), side_, across_, means_.data() + c * rows_ * pitch_ + made * pitch_);
    }
  }
}

}  // namespace espy::picture
#endif  // HWY_ONCE
