// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/direct_blocks.h"

#include <algorithm>
#include <cmath>

#include "score/costs_by_level.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "score/direct_blocks_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::score::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// Adds one sample to each column and subtracts another.
void slideColumns(const std::uint8_t* entering, const std::uint8_t* leaving, std::int64_t count,
                  std::uint16_t* columns) {
  for (std::int64_t x = 0; x < count; ++x) {
    columns[x] = static_cast<std::uint16_t>(columns[x] + entering[x] - leaving[x]);
  }
}

/// to[x] = from[x] + from[x + apart]
void addNeighbours(const std::uint16_t* HWY_RESTRICT from, std::int64_t apart, std::int64_t count,
                   std::uint16_t* HWY_RESTRICT to) {
  for (std::int64_t x = 0; x < count; ++x) {
    to[x] = static_cast<std::uint16_t>(from[x] + from[x + apart]);
  }
}

void addLastNeighbours(const std::uint16_t* HWY_RESTRICT from, std::int64_t apart,
                       std::int64_t count, std::int32_t off, std::int16_t* HWY_RESTRICT to) {
  for (std::int64_t x = 0; x < count; ++x) {
    to[x] = static_cast<std::int16_t>(from[x] + from[x + apart] - off);
  }
}

void interleave(const std::int16_t* HWY_RESTRICT above, const std::int16_t* HWY_RESTRICT below,
                std::int64_t count, std::uint32_t* HWY_RESTRICT to) {
  for (std::int64_t x = 0; x < count; ++x) {
    const std::uint32_t low = static_cast<std::uint16_t>(above[x]);
    const std::uint32_t high = static_cast<std::uint16_t>(below[x]);
    to[x] = low | high << 16U;
  }
}

/// Adds a row of blocks to the column sums.
void enterBlocks(const std::int16_t* row, std::int64_t count, int shift, std::int32_t* sums,
                 std::uint32_t* squares) {
  for (std::int64_t x = 0; x < count; ++x) {
    const std::int32_t value = row[x];
    sums[x] += value;
    squares[x] += static_cast<std::uint32_t>(value * value) >> shift;
  }
}
void slideBlocks(const std::int16_t* entering, const std::int16_t* leaving, std::int64_t count,
                 int shift, std::int32_t* sums, std::uint32_t* squares) {
  for (std::int64_t x = 0; x < count; ++x) {
    const std::int32_t in = entering[x];
    const std::int32_t out = leaving[x];
    sums[x] += in - out;
    squares[x] += (static_cast<std::uint32_t>(in * in) >> shift) -
                  (static_cast<std::uint32_t>(out * out) >> shift);
  }
}

/// running[x + kSide] = running[x] + values[x], starting with 0; `count` is a multiple of 16.
template <int kSide, class Number>
HWY_INLINE void runInSteps(const Number* values, std::int64_t count, Number* running) {
  std::fill_n(running, kSide, Number{0});
  if constexpr (kSide == 2) {
    const hn::FixedTag<Number, 4> d;
    auto carry = hn::Zero(d);
    for (std::int64_t x = 0; x < count; x += 4) {
      auto v = hn::LoadU(d, values + x);
      v = hn::Add(hn::Add(v, hn::ShiftLeftLanes<2>(d, v)), carry);
      hn::StoreU(v, d, running + x + kSide);
      carry = hn::ConcatUpperUpper(d, v, v);
    }
  } else {
    const hn::CappedTag<Number, kSide> d;
    constexpr int kLanes = static_cast<int>(hn::MaxLanes(hn::CappedTag<Number, kSide>()));
    hn::Vec<decltype(d)> carry[kSide / kLanes];
    for (auto& v : carry) v = hn::Zero(d);
    for (std::int64_t x = 0; x < count; x += kSide) {
      for (int v = 0; v < kSide / kLanes; ++v) {
        carry[v] = hn::Add(carry[v], hn::LoadU(d, values + x + v * kLanes));
        hn::StoreU(carry[v], d, running + x + v * kLanes + kSide);
      }
    }
  }
}
template <class Number>
HWY_INLINE void runInSteps(int side, const Number* values, std::int64_t count, Number* running) {
  if (side == 2) return runInSteps<2>(values, count, running);
  if (side == 4) return runInSteps<4>(values, count, running);
  if (side == 8) return runInSteps<8>(values, count, running);
  runInSteps<16>(values, count, running);
}
void runSums(int side, const std::int32_t* sums, const std::uint32_t* squares, std::int64_t count,
             std::int32_t* runningSums, std::uint32_t* runningSquares) {
  runInSteps(side, sums, count, runningSums);
  runInSteps(side, squares, count, runningSquares);
}

/// A row of positions: its windows' blocks and their sums.
struct Row {
  const BlockTaps* taps;
  const std::uint32_t* pairs;  ///< of the first window's first block
  std::int64_t pitch;
  std::int64_t channelPitch;
  const std::int32_t* sums;  ///< prefix sums
  const std::uint32_t* squares;
  std::int64_t count;
};

using Wide32 = hn::ScalableTag<std::int32_t>;
using Wide16 = hn::Repartition<std::int16_t, Wide32>;
using Vector32 = hn::Vec<Wide32>;

#if HWY_TARGET == HWY_AVX3
/// sum + the products of both 16-bit halves of each lane, in one instruction that Highway lacks.
HWY_INLINE Vector32 addProductsVnni(Vector32 sum, const std::uint32_t* pairs, Vector32 taps) {
  __asm__("vpdpwssd %2, %1, %0" : "+v"(sum.raw) : "v"(taps.raw), "m"(*(const __m512i_u*)pairs));
  return sum;
}
#endif

/// The products of kCount vectors of windows, from column x on, with the needle's blocks.
template <int kCount, bool kVnni>
HWY_INLINE void multiply(const Row& row, std::int64_t x, Vector32 (&products)[kCount]) {
  const Wide32 d;
  const Wide16 d16;
  const BlockTaps& taps = *row.taps;
  constexpr auto kLanes = static_cast<std::int64_t>(hn::MaxLanes(Wide32()));
  Vector32 others[kCount];  // accumulators of the high halves, where a level keeps them separate
  for (int v = 0; v < kCount; ++v) products[v] = others[v] = hn::Zero(d);
  const std::int16_t* tap = taps.pairs.data();
  for (int c = 0; c < taps.channels; ++c) {
    const std::uint32_t* line = row.pairs + c * row.channelPitch + x;
    for (std::int64_t j = 0; j < taps.pairRows(); ++j, line += 2 * taps.side * row.pitch) {
      const std::uint32_t* at = line;
      for (std::int64_t i = 0; i < taps.grid.width; ++i, at += taps.side, tap += 2) {
        std::int32_t both;
        __builtin_memcpy(&both, tap, sizeof both);
        const auto factors = hn::Set(d, both);
        for (int v = 0; v < kCount; ++v) {
#if HWY_TARGET == HWY_AVX3
          if constexpr (kVnni) {
            products[v] = addProductsVnni(products[v], at + v * kLanes, factors);
            continue;
          }
#endif
          const auto blocks = hn::LoadU(d, reinterpret_cast<const std::int32_t*>(at + v * kLanes));
          products[v] = hn::ReorderWidenMulAccumulate(
              d, hn::BitCast(d16, blocks), hn::BitCast(d16, factors), products[v], others[v]);
        }
      }
    }
  }
#if HWY_TARGET == HWY_NEON
  for (int v = 0; v < kCount; ++v) {
    products[v] = hn::Add(hn::ConcatEven(d, others[v], products[v]),
                          hn::ConcatOdd(d, others[v], products[v]));
  }
#endif
}

/// Appends the columns of those windows of kCount vectors that may reach the score; returns the new
/// number of hits.
template <int kCount, bool kVnni>
HWY_INLINE std::int64_t findInVectors(const Row& row, std::int64_t x, std::int64_t found,
                                      std::int64_t* hits) {
  const Wide32 d;
  const hn::RebindToFloat<Wide32> df;
  const BlockTaps& taps = *row.taps;
  constexpr auto kLanes = static_cast<std::int64_t>(hn::MaxLanes(Wide32()));
  Vector32 products[kCount];
  multiply<kCount, kVnni>(row, x, products);
  const std::int64_t width = taps.side * taps.grid.width;
  const auto* squares = reinterpret_cast<const std::int32_t*>(row.squares);
  for (int v = 0; v < kCount; ++v, x += kLanes) {
    const auto r = hn::ConvertTo(df, products[v]);
    const auto s =
        hn::ConvertTo(df, hn::Sub(hn::LoadU(d, row.sums + x + width), hn::LoadU(d, row.sums + x)));
    const auto q =
        hn::ConvertTo(df, hn::Sub(hn::LoadU(d, squares + x + width), hn::LoadU(d, squares + x)));
    // Rounding loses less than 1e-6 of the squares.
    const auto all = hn::Mul(q, hn::Set(df, taps.square * (1 - 1e-6F)));
    const auto lost =
        hn::MulAdd(hn::Mul(s, s), hn::Set(df, taps.inverse), hn::Set(df, taps.constant));
    const auto spread = hn::Max(hn::Sub(all, lost), hn::Zero(df));
    const auto may = hn::And(hn::Gt(r, hn::Zero(df)),
                             hn::Ge(hn::Mul(r, r), hn::Mul(spread, hn::Set(df, taps.bound))));
    if (HWY_LIKELY(hn::AllFalse(df, may))) continue;
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(df, may, bits);
    for (std::int64_t i = 0; i < kLanes && x + i < row.count; ++i) {
      hits[found] = x + i;
      found += bits[i / 8] >> (i % 8) & 1;
    }
  }
  return found;
}

template <bool kVnni>
HWY_INLINE std::int64_t findAlong(const Row& row, std::int64_t* hits) {
  constexpr int kCount = 8;
  constexpr auto kLanes = static_cast<std::int64_t>(hn::MaxLanes(Wide32()));
  std::int64_t found = 0;
  std::int64_t x = 0;
  for (; x + (kCount - 1) * kLanes < row.count; x += kCount * kLanes) {
    found = findInVectors<kCount, kVnni>(row, x, found, hits);
  }
  for (; x < row.count; x += 2 * kLanes) {
    found = findInVectors<2, kVnni>(row, x, found, hits);
  }
  return found;
}

/// Writes the columns that may reach the score to `hits`.
std::int64_t findInRowOf(const BlockTaps& taps, const std::uint32_t* pairs, std::int64_t pitch,
                         std::int64_t channelPitch, const std::int32_t* sums,
                         const std::uint32_t* squares, std::int64_t count, std::int64_t* hits) {
  return findAlong<false>({&taps, pairs, pitch, channelPitch, sums, squares, count}, hits);
}
#if HWY_TARGET == HWY_AVX3
std::int64_t findInRowOfVnni(const BlockTaps& taps, const std::uint32_t* pairs, std::int64_t pitch,
                             std::int64_t channelPitch, const std::int32_t* sums,
                             const std::uint32_t* squares, std::int64_t count, std::int64_t* hits) {
  return findAlong<true>({&taps, pairs, pitch, channelPitch, sums, squares, count}, hits);
}
#endif

}  // namespace
}  // namespace espy::score::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::score {
namespace {

ESPY_SIMD_TABLE(slideColumns);
ESPY_SIMD_TABLE(addNeighbours);
ESPY_SIMD_TABLE(addLastNeighbours);
ESPY_SIMD_TABLE(interleave);
ESPY_SIMD_TABLE(enterBlocks);
ESPY_SIMD_TABLE(slideBlocks);
ESPY_SIMD_TABLE(runSums);
ESPY_SIMD_TABLE_VNNI(findInRowOf, ESPY_OF_AVX512(findInRowOfVnni));

/// Block sums are below 256 side^2; less this half they fit into 16 bits.
std::int64_t halfOf(int side) {
  return std::int64_t{128} * side * side;
}

/// The needle's blocks less their mean, as integers times a power of two: as large as 32-bit
/// products allow.
struct WholeTaps {
  std::vector<std::int32_t> numbers;
  double norm = 0;   ///< before rounding
  double error = 0;  ///< norm of the rounding errors
};

WholeTaps roundTaps(const ScoredNeedle& blocks, int side) {
  const auto count = static_cast<double>(blocks.values.size());
  const double mean = static_cast<double>(blocks.sums.sum) / count;
  double magnitudes = 0;
  double greatest = 0;
  for (const std::uint16_t value : blocks.values) {
    magnitudes += std::abs(value - mean);
    greatest = std::max(greatest, std::abs(value - mean));
  }
  const double most = 2147483647.0 / static_cast<double>(halfOf(side)) - 2 * count;
  WholeTaps taps;
  if (most <= 0 || magnitudes == 0) return taps;
  const double scale =
      std::exp2(std::floor(std::log2(std::min(most / magnitudes, 32000 / greatest))));
  std::int64_t sum = 0;
  taps.numbers.reserve(blocks.values.size());
  for (const std::uint16_t value : blocks.values) {
    taps.numbers.push_back(static_cast<std::int32_t>(std::lround((value - mean) * scale)));
    sum += taps.numbers.back();
  }
  // The rounded numbers' sum is at most half their count; makes it 0.
  for (std::size_t i = 0; sum != 0; ++i) {
    taps.numbers[i] -= sum > 0 ? 1 : -1;
    sum -= sum > 0 ? 1 : -1;
  }
  double squares = 0;
  double errors = 0;
  for (std::size_t i = 0; i < taps.numbers.size(); ++i) {
    const double exact = (blocks.values[i] - mean) * scale;
    squares += exact * exact;
    errors += (exact - taps.numbers[i]) * (exact - taps.numbers[i]);
  }
  taps.norm = std::sqrt(squares);
  taps.error = std::sqrt(errors);
  return taps;
}

}  // namespace

std::optional<BlockTaps> BlockTaps::make(const BlockBound& bound) {
  const ScoredNeedle& blocks = bound.blocks;
  if (!blocks.solid || bound.side > 16) return {};
  const WholeTaps whole = roundTaps(blocks, bound.side);
  const double least = bound.least * whole.norm * (1 - 1e-9) - whole.error * (1 + 1e-9);
  if (whole.numbers.empty() || !(least > 0)) return {};
  BlockTaps taps;
  taps.side = bound.side;
  taps.grid = blocks.size;
  taps.channels = blocks.form.channels;
  taps.squareShift = score::squareShift(blocks.sums.samples, halfOf(bound.side));
  taps.bound = static_cast<float>(least * least * (1 - 1e-5));
  taps.square = static_cast<float>(std::exp2(taps.squareShift));
  taps.inverse = static_cast<float>(1.0 / static_cast<double>(blocks.sums.samples));
  taps.constant = static_cast<float>(
      3e-7 * std::ldexp(static_cast<double>(blocks.sums.samples), taps.squareShift));
  taps.pairs.resize(
      static_cast<std::size_t>(2 * taps.channels * taps.pairRows() * taps.grid.width));
  std::fill(taps.pairs.begin(), taps.pairs.end(), std::int16_t{0});
  std::size_t next = 0;
  for (int c = 0; c < taps.channels; ++c) {
    for (std::int64_t y = 0; y < taps.grid.height; ++y) {
      for (std::int64_t x = 0; x < taps.grid.width; ++x) {
        const std::int64_t at = ((c * taps.pairRows() + y / 2) * taps.grid.width + x) * 2 + y % 2;
        taps.pairs[static_cast<std::size_t>(at)] = static_cast<std::int16_t>(whole.numbers[next++]);
      }
    }
  }
  return taps;
}

double directBlocksNanoseconds(int side, Size grid, int channels) {
  const costs::SimdLevelCosts& costs = costs::ofSimdLevel();
  const auto pairs = static_cast<double>((grid.height + 1) / 2 * grid.width);
  // Prefix sums with stride 2 are slower.
  const double steps = side == 2 ? 1.2 : 1;
  return channels * (costs.directPosition * steps + costs.directPair * pairs);
}

void DirectBlocks::load(const Samples& samples, Size pixels, int side, int channels) {
  constexpr std::int64_t kBehind = 256;  // for vectors that are read beyond the last position
  side_ = side;
  channels_ = channels;
  pixels_ = pixels;
  blocks_ = {pixels.width - side + 1, pixels.height - side + 1};
  pitch_ = (blocks_.width + 15) / 16 * 16;
  const auto numbers = static_cast<std::size_t>(pitch_ * blocks_.height * channels + kBehind);
  sums_.resize(numbers);
  pairs_.resize(numbers);
  columns_.resize(static_cast<std::size_t>(pixels.width + kBehind));
  halves_.resize(2 * columns_.size());
  const auto columns = static_cast<std::size_t>(pitch_ + kBehind);
  columnSums_.resize(columns * static_cast<std::size_t>(side));
  columnSquares_.resize(columnSums_.size());
  runningSums_.resize(columns + kBehind);
  runningSquares_.resize(runningSums_.size());
  hits_.resize(columns);
  for (int c = 0; c < channels; ++c) loadChannel(samples, c);
}

void DirectBlocks::loadChannel(const Samples& samples, int channel) {
  const auto slide = ESPY_SIMD_PICK(slideColumns);
  const auto add = ESPY_SIMD_PICK(addNeighbours);
  const auto addLast = ESPY_SIMD_PICK(addLastNeighbours);
  std::fill(columns_.begin(), columns_.end(), std::uint16_t{0});
  for (std::int64_t y = 0; y < side_; ++y) {
    const std::uint8_t* row = samples(channel, y);
    for (std::int64_t x = 0; x < pixels_.width; ++x) {
      columns_[static_cast<std::size_t>(x)] =
          static_cast<std::uint16_t>(columns_[static_cast<std::size_t>(x)] + row[x]);
    }
  }
  std::int16_t* to = sums_.data() + channel * pitch_ * blocks_.height;
  for (std::int64_t y = 0; y < blocks_.height; ++y, to += pitch_) {
    if (y > 0) {
      slide(samples(channel, y + side_ - 1), samples(channel, y - 1), pixels_.width,
            columns_.data());
    }
    const std::uint16_t* from = columns_.data();
    std::uint16_t* half = halves_.data();
    int apart = 1;
    for (; 2 * apart < side_; apart *= 2) {
      add(from, apart, pixels_.width - apart, half);
      from = half;
      half = half == halves_.data() ? half + columns_.size() : halves_.data();
    }
    addLast(from, apart, blocks_.width, static_cast<std::int32_t>(halfOf(side_)), to);
    std::fill(to + blocks_.width, to + pitch_, std::int16_t{0});
  }
  const auto interleaveRows = ESPY_SIMD_PICK(interleave);
  const std::int16_t* sums = sums_.data() + channel * pitch_ * blocks_.height;
  std::uint32_t* pairs = pairs_.data() + channel * pitch_ * blocks_.height;
  for (std::int64_t y = 0; y < blocks_.height; ++y) {
    const std::int64_t below = std::min(y + side_, blocks_.height - 1);
    interleaveRows(sums + y * pitch_, sums + below * pitch_, pitch_, pairs + y * pitch_);
  }
}

void DirectBlocks::find(const BlockTaps& taps, Size positions, std::vector<Position>& found) {
  const auto enter = ESPY_SIMD_PICK(enterBlocks);
  const auto slide = ESPY_SIMD_PICK(slideBlocks);
  const auto run = ESPY_SIMD_PICK(runSums);
  const auto findRow = ESPY_SIMD_PICK(findInRowOf);
  const std::int64_t channelPitch = pitch_ * blocks_.height;
  const std::int64_t columns =
      std::min(pitch_, (positions.width + taps.side * (taps.grid.width - 1) + 15) / 16 * 16);
  std::fill(columnSums_.begin(), columnSums_.end(), 0);
  std::fill(columnSquares_.begin(), columnSquares_.end(), 0U);
  const std::int64_t apart = static_cast<std::int64_t>(columnSums_.size()) / side_;
  for (std::int64_t y = 0; y < positions.height; ++y) {
    std::int32_t* sums = columnSums_.data() + y % side_ * apart;
    std::uint32_t* squares = columnSquares_.data() + y % side_ * apart;
    for (int c = 0; c < channels_; ++c) {
      const std::int16_t* row = sums_.data() + c * channelPitch + y * pitch_;
      if (y < side_) {
        for (std::int64_t j = 0; j < taps.grid.height; ++j) {
          enter(row + j * side_ * pitch_, columns, taps.squareShift, sums, squares);
        }
      } else {
        slide(row + (taps.grid.height - 1) * side_ * pitch_, row - side_ * pitch_, columns,
              taps.squareShift, sums, squares);
      }
    }
    run(side_, sums, squares, columns, runningSums_.data(), runningSquares_.data());
    const std::int64_t count =
        findRow(taps, pairs_.data() + y * pitch_, pitch_, channelPitch, runningSums_.data(),
                runningSquares_.data(), positions.width, hits_.data());
    for (std::int64_t i = 0; i < count; ++i) {
      found.push_back({hits_[static_cast<std::size_t>(i)], y});
    }
  }
}

}  // namespace espy::score
#endif  // HWY_ONCE
