// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/block_rows.h"

#include <algorithm>
#include <cstring>

#include "score/tile_loops.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "score/block_rows_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::score::HWY_NAMESPACE {
namespace {

/// Limit of the bytes of a row that are summed at a time.
constexpr std::int64_t kStretch = 1024;

/// Loads byte pairs as 16-bit numbers and adds their halves; the result does not depend on the byte
/// order, so no shuffles are needed.
template <int kSide>
void sumStretch(const std::uint8_t* from, std::int64_t pitch, std::int64_t count,
                std::uint16_t* to) {
  std::uint16_t pairs[kStretch / 2];
  std::uint16_t* sums = kSide == 2 ? to : pairs;
  for (std::int64_t i = 0; i < count * (kSide / 2); ++i) {
    std::uint32_t sum = 0;
    for (int y = 0; y < kSide; ++y) {
      std::uint16_t pair;
      std::memcpy(&pair, from + y * pitch + 2 * i, sizeof pair);
      sum += (pair & 0xffU) + (pair >> 8U);
    }
    sums[i] = static_cast<std::uint16_t>(sum);
  }
  if constexpr (kSide == 4) {
    for (std::int64_t i = 0; i < count; ++i) {
      std::uint32_t two;
      std::memcpy(&two, pairs + 2 * i, sizeof two);
      to[i] = static_cast<std::uint16_t>(two + (two >> 16U));
    }
  }
  if constexpr (kSide == 8) {
    for (std::int64_t i = 0; i < count; ++i) {
      std::uint64_t four;
      std::memcpy(&four, pairs + 4 * i, sizeof four);
      four += four >> 32U;  // carries into neighbours are discarded
      to[i] = static_cast<std::uint16_t>(four + (four >> 16U));
    }
  }
}

template <int kSide>
void sumRowOfBlocks(const std::uint8_t* from, std::int64_t pitch, std::int64_t count,
                    std::uint16_t* to) {
  constexpr std::int64_t kMost = kStretch / kSide;
  for (std::int64_t x = 0; x < count; x += kMost) {
    sumStretch<kSide>(from + x * kSide, pitch, std::min(kMost, count - x), to + x);
  }
}
void sumBlocks(const std::uint8_t* from, std::int64_t pitch, int side, std::int64_t count,
               std::uint16_t* to) {
  if (side == 2) return sumRowOfBlocks<2>(from, pitch, count, to);
  if (side == 4) return sumRowOfBlocks<4>(from, pitch, count, to);
  sumRowOfBlocks<8>(from, pitch, count, to);
}

void slideColumns(const std::uint16_t* entering, const std::uint16_t* leaving, std::int64_t count,
                  std::int32_t mean, int shift, std::int32_t* sums, std::uint32_t* squares) {
  for (std::int64_t x = 0; x < count; ++x) {
    const std::int32_t in = entering[x] - mean;
    const std::int32_t out = leaving[x] - mean;
    sums[x] += in - out;
    squares[x] += (static_cast<std::uint32_t>(in) * static_cast<std::uint32_t>(in) >> shift) -
                  (static_cast<std::uint32_t>(out) * static_cast<std::uint32_t>(out) >> shift);
  }
}
void enterColumns(const std::uint16_t* entering, std::int64_t count, std::int32_t mean, int shift,
                  std::int32_t* sums, std::uint32_t* squares) {
  for (std::int64_t x = 0; x < count; ++x) {
    const std::int32_t in = entering[x] - mean;
    sums[x] += in;
    squares[x] += static_cast<std::uint32_t>(in) * static_cast<std::uint32_t>(in) >> shift;
  }
}

void keepSame(const std::uint16_t* a, const std::uint16_t* b, std::int64_t count,
              std::uint8_t* same) {
  for (std::int64_t x = 0; x < count; ++x) same[x] = a[x] == b[x] ? same[x] : 0;
}

}  // namespace
}  // namespace espy::score::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::score {
namespace {

ESPY_SIMD_TABLE(slideColumns);
ESPY_SIMD_TABLE(enterColumns);
ESPY_SIMD_TABLE(keepSame);

}  // namespace

ESPY_SIMD_DEFINE(sumBlocks);

void BlockRows::resize(Size tile, int channels) {
  tile_ = tile;
  channels_ = channels;
  const auto width = static_cast<std::size_t>(tile.width);
  blocks_.resize(static_cast<std::size_t>(tile.pixels() * channels));
  columnSums_.resize(width);
  columnSquares_.resize(width);
  running_.resize(width + 1);
  sums_.resize(width);
  squares_.resize(width);
  same_.resize(width);
}

void BlockRows::load(const Samples& samples, Size count, int side) {
  for (int c = 0; c < channels_; ++c) {
    std::uint16_t* to = blocks_.data() + c * tile_.pixels();
    for (std::int64_t y = 0; y < tile_.height; ++y, to += tile_.width) {
      std::int64_t done = 0;
      if (y < count.height) {
        const std::uint8_t* from = samples(c, y * side);
        sumBlocks(from, samples(c, y * side + 1) - from, side, count.width, to);
        done = count.width;
      }
      std::fill(to + done, to + tile_.width, std::uint16_t{0});
    }
  }
}

void BlockRows::beginSums(Size window, std::int32_t mean, int shift) {
  window_ = window;
  mean_ = mean;
  shift_ = shift;
  next_ = 0;
}

void BlockRows::nextSums(std::int64_t count) {
  const std::int64_t width = count + window_.width - 1;
  if (next_ == 0) {
    std::fill_n(columnSums_.begin(), width, 0);
    std::fill_n(columnSquares_.begin(), width, 0U);
    for (int c = 0; c < channels_; ++c) {
      for (std::int64_t y = 0; y < window_.height; ++y) {
        ESPY_SIMD_CALL(enterColumns)
        (row(c, y), width, mean_, shift_, columnSums_.data(), columnSquares_.data());
      }
    }
  } else {
    for (int c = 0; c < channels_; ++c) {
      ESPY_SIMD_CALL(slideColumns)
      (row(c, next_ + window_.height - 1), row(c, next_ - 1), width, mean_, shift_,
       columnSums_.data(), columnSquares_.data());
    }
  }
  ++next_;
  sumsInWindows(reinterpret_cast<const std::uint32_t*>(columnSums_.data()), window_.width, count,
                running_.data(), reinterpret_cast<std::uint32_t*>(sums_.data()));
  sumsInWindows(columnSquares_.data(), window_.width, count, running_.data(), squares_.data());
}

void BlockRows::clearFlat(Size window, std::int64_t y, std::int64_t count, std::uint8_t* flags) {
  const std::int64_t width = count + window.width - 1;
  std::fill_n(same_.begin(), width, std::uint8_t{1});
  const std::uint16_t* first = row(0, y);
  for (int c = 0; c < channels_; ++c) {
    for (std::int64_t line = 0; line < window.height; ++line) {
      ESPY_SIMD_CALL(keepSame)(first, row(c, y + line), width, same_.data());
    }
  }
  // Length of the run of equal columns from here on.
  std::int64_t run = 0;
  for (std::int64_t x = width - 1; x >= 0; --x) {
    const bool goes = run > 0 && first[x] == first[x + 1];
    run = same_[x] == 0 ? 0 : goes ? run + 1 : 1;
    if (x < count && run >= window.width) flags[x] = 0;
  }
}

}  // namespace espy::score
#endif  // HWY_ONCE
