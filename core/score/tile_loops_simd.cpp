// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/tile_loops.h"

#include <algorithm>

#include "score/block_bound.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "score/tile_loops_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::score::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

std::int64_t markReach(std::uint32_t centre, std::uint32_t constant, std::uint32_t most,
                       const std::int32_t* products, const std::uint32_t* sums,
                       const std::uint32_t* squares, std::int64_t count, std::uint8_t* flags) {
  std::int32_t found = 0;
  for (std::int64_t x = 0; x < count; ++x) {
    // The result fits; intermediate values may wrap around.
    const std::uint32_t product = static_cast<std::uint32_t>(products[x]) + centre * sums[x];
    const bool may = squares[x] - 2 * product + constant <= most;
    flags[x] = may ? 1 : 0;
    found += may ? 1 : 0;
  }
  return found;
}

void addRowOfSquares(const std::uint8_t* row, std::int64_t count, std::int32_t less,
                     std::uint32_t* sums) {
  for (std::int64_t x = 0; x < count; ++x) {
    const std::int32_t off = row[x] - less;
    sums[x] += static_cast<std::uint32_t>(off * off);
  }
}

void slideRowOfSquares(const std::uint8_t* entering, const std::uint8_t* leaving,
                       std::int64_t count, std::int32_t less, std::uint32_t* sums) {
  for (std::int64_t x = 0; x < count; ++x) {
    const std::int32_t apart = entering[x] - leaving[x];
    const std::int32_t both = entering[x] + leaving[x] - 2 * less;
    sums[x] += static_cast<std::uint32_t>(apart * both);
  }
}

/// Lanes shifted up by `count`, with zeros below.
template <int count, class D>
hn::Vec<D> movedUp(D d, hn::Vec<D> v) {
  if constexpr (hn::MaxLanes(D()) <= 4) {
    return hn::ShiftLeftLanes<count>(d, v);
  } else {
    const auto from = hn::Sub(hn::Iota(d, 0), hn::Set(d, count));  // negative indices are masked
    const auto indices = hn::IndicesFromVec(
        d, hn::And(from, hn::Set(d, static_cast<std::uint32_t>(hn::MaxLanes(D()) - 1))));
    return hn::IfThenZeroElse(hn::FirstN(d, count), hn::TableLookupLanes(v, indices));
  }
}

/// Prefix sums, modulo 2^32; running[0] is 0.
void sumFromLeft(const std::uint32_t* values, std::int64_t count, std::uint32_t* running) {
  const hn::CappedTag<std::uint32_t, 16> d;
  constexpr int kLanes = hn::MaxLanes(decltype(d)());
  running[0] = 0;
  std::int64_t x = 0;
  const auto last = hn::IndicesFromVec(d, hn::Set(d, static_cast<std::uint32_t>(kLanes - 1)));
  auto before = hn::Zero(d);
  for (; x + kLanes <= count; x += kLanes) {
    auto v = hn::LoadU(d, values + x);
    v = hn::Add(v, movedUp<1>(d, v));
    v = hn::Add(v, movedUp<2>(d, v));
    if constexpr (kLanes >= 8) v = hn::Add(v, movedUp<4>(d, v));
    if constexpr (kLanes >= 16) v = hn::Add(v, movedUp<8>(d, v));
    // Computing a vector's total first shortens the dependency chain.
    const auto all = hn::TableLookupLanes(v, last);
    hn::StoreU(hn::Add(v, before), d, running + x + 1);
    before = hn::Add(before, all);
  }
  std::uint32_t sum = running[x];
  for (; x < count; ++x) {
    sum += values[x];
    running[x + 1] = sum;
  }
}

void sumsInWindows(const std::uint32_t* columns, std::int64_t width, std::int64_t count,
                   std::uint32_t* running, std::uint32_t* to) {
  sumFromLeft(columns, count + width - 1, running);
  for (std::int64_t x = 0; x < count; ++x) to[x] = running[x + width] - running[x];
}

void takeOffFloats(const float* products, std::int64_t count, std::uint32_t constant,
                   std::uint32_t* at) {
  for (std::int64_t x = 0; x < count; ++x) {
    at[x] += constant - 2 * static_cast<std::uint32_t>(static_cast<std::int32_t>(products[x]));
  }
}
void takeOffWholes(const std::int32_t* products, std::int64_t count, std::uint32_t constant,
                   std::uint32_t* at) {
  for (std::int64_t x = 0; x < count; ++x) {
    at[x] += constant - 2 * static_cast<std::uint32_t>(products[x]);
  }
}

std::int64_t markPossible(const std::uint32_t* above, const std::uint32_t* here,
                          const std::uint32_t* below, std::uint32_t off, std::uint32_t most,
                          std::int64_t count, std::uint8_t* flags) {
  const auto lesser = [](std::uint32_t a, std::uint32_t b) { return a < b ? a : b; };
  std::int32_t found = 0;
  for (std::int64_t x = 0; x < count; ++x) {
    const std::uint32_t upper = lesser(lesser(above[x - 1], above[x]), above[x + 1]);
    const std::uint32_t lower = lesser(lesser(below[x - 1], below[x]), below[x + 1]);
    const std::uint32_t beside = lesser(here[x - 1], here[x + 1]);
    const std::uint32_t beats = lesser(lesser(upper, lower), lesser(beside, most));
    const std::uint32_t least = (here[x] > off ? here[x] : off) - off;
    const bool may = least <= beats;
    flags[x] = may ? 1 : 0;
    found += may ? 1 : 0;
  }
  return found;
}

std::int64_t markBlocks(const BlockTest& test, const float* r, const std::int32_t* sums,
                        const std::uint32_t* squares, std::int64_t count, std::uint8_t* flags) {
  std::int32_t found = 0;
  for (std::int64_t x = 0; x < count; ++x) {
    const auto sum = static_cast<float>(sums[x]);
    const float all = static_cast<float>(static_cast<std::int32_t>(squares[x])) * test.square;
    // A lower bound.
    const float spread = all - sum * sum * test.inverse - 1e-6F * all - test.constant;
    const float product = r[x] + test.open;
    const bool may = (product > 0) & (product * product >= test.bound * (spread > 0 ? spread : 0));
    flags[x] = may ? 1 : 0;
    found += may ? 1 : 0;
  }
  return found;
}

double centreRow8(const std::uint8_t* row, std::int64_t count, std::int32_t mean, float* to) {
  std::int64_t squares = 0;
  for (std::int64_t first = 0; first < count; first += 16384) {  // 2^14 squares fit into 30 bits
    const std::int64_t last = std::min<std::int64_t>(count, first + 16384);
    std::int32_t part = 0;
    for (std::int64_t x = first; x < last; ++x) {
      const std::int32_t off = row[x] - mean;
      part += off * off;
      to[x] = static_cast<float>(off);
    }
    squares += part;
  }
  return static_cast<double>(squares);
}

double centreRow16(const std::uint16_t* row, std::int64_t count, std::int32_t mean, float* to) {
  std::int64_t squares = 0;  // a row of a tile has far fewer than 2^31 samples of 16 bits
  for (std::int64_t x = 0; x < count; ++x) {
    const std::int32_t off = row[x] - mean;
    squares += std::int64_t{off} * off;
    to[x] = static_cast<float>(off);
  }
  return static_cast<double>(squares);
}

void addRow(const std::uint8_t* row, std::int64_t count, std::uint32_t* sums) {
  for (std::int64_t i = 0; i < count; ++i) sums[i] += row[i];
}

void sumRows(const std::uint16_t* rows, std::int64_t width, int side, std::uint32_t* sums) {
  for (std::int64_t x = 0; x < width; ++x) sums[x] = 0;
  for (int y = 0; y < side; ++y) {
    for (std::int64_t x = 0; x < width; ++x) sums[x] += rows[y * width + x];
  }
}

}  // namespace
}  // namespace espy::score::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::score {
namespace {

ESPY_SIMD_TABLE(centreRow8);
ESPY_SIMD_TABLE(centreRow16);
ESPY_SIMD_TABLE(takeOffFloats);
ESPY_SIMD_TABLE(takeOffWholes);

}  // namespace

ESPY_SIMD_DEFINE(sumRows);
ESPY_SIMD_DEFINE(addRow);

double centreRow(const std::uint8_t* row, std::int64_t count, std::int32_t mean, float* to) {
  return ESPY_SIMD_CALL(centreRow8)(row, count, mean, to);
}
double centreRow(const std::uint16_t* row, std::int64_t count, std::int32_t mean, float* to) {
  return ESPY_SIMD_CALL(centreRow16)(row, count, mean, to);
}

ESPY_SIMD_DEFINE(addRowOfSquares);
ESPY_SIMD_DEFINE(slideRowOfSquares);
ESPY_SIMD_DEFINE(sumsInWindows);

void takeOff(const float* products, std::int64_t count, std::uint32_t constant, std::uint32_t* at) {
  ESPY_SIMD_CALL(takeOffFloats)(products, count, constant, at);
}
void takeOff(const std::int32_t* products, std::int64_t count, std::uint32_t constant,
             std::uint32_t* at) {
  ESPY_SIMD_CALL(takeOffWholes)(products, count, constant, at);
}

ESPY_SIMD_DEFINE(markPossible);
ESPY_SIMD_DEFINE(markReach);
ESPY_SIMD_DEFINE(markBlocks);

}  // namespace espy::score
#endif  // HWY_ONCE
