// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/texture_products.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lab/texture_products_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::lab::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

std::int32_t distance(const std::uint8_t* a, const std::uint8_t* b) {
  const hn::CappedTag<std::int16_t, kFeatureBytes> d16;
  const hn::Rebind<std::uint8_t, decltype(d16)> d8;
  const hn::RepartitionToWide<decltype(d16)> d32;
  auto sum = hn::Zero(d32);
  auto other = hn::Zero(d32);
  for (std::size_t i = 0; i < kFeatureBytes; i += hn::Lanes(d16)) {
    const auto apart =
        hn::Sub(hn::PromoteTo(d16, hn::LoadU(d8, a + i)), hn::PromoteTo(d16, hn::LoadU(d8, b + i)));
    sum = hn::ReorderWidenMulAccumulate(d32, apart, apart, sum, other);
  }
  return hn::GetLane(hn::SumOfLanes(d32, hn::Add(sum, other)));
}

/// Rows whose sums, for two registers of columns, fit in registers.
constexpr std::int64_t kRows = HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_NEON ? 12 : 6;

/// FMA or separate rounding give the same result, because all sums are integers.
void multiply(const float* query, const float* packed, std::int64_t columns, float* products) {
  const hn::ScalableTag<float> d;
  using Floats = hn::Vec<decltype(d)>;
  constexpr auto kLanes = static_cast<std::int64_t>(hn::MaxLanes(d));
  for (std::int64_t column = 0; column < columns; column += 2 * kLanes) {
    Floats left[kRows];
    Floats right[kRows];
#pragma GCC unroll 12
    for (std::int64_t row = 0; row < kRows; ++row) left[row] = right[row] = hn::Zero(d);
    for (std::int64_t k = 0; k < kFeatureBytes; ++k) {
      const Floats a = hn::LoadU(d, packed + k * columns + column);
      const Floats b = hn::LoadU(d, packed + k * columns + column + kLanes);
#pragma GCC unroll 12
      for (std::int64_t row = 0; row < kRows; ++row) {
        const Floats number = hn::Set(d, query[row * kFeatureBytes + k]);
        left[row] = hn::MulAdd(number, a, left[row]);
        right[row] = hn::MulAdd(number, b, right[row]);
      }
    }
#pragma GCC unroll 12
    for (std::int64_t row = 0; row < kRows; ++row) {
      hn::StoreU(left[row], d, products + row * columns + column);
      hn::StoreU(right[row], d, products + row * columns + column + kLanes);
    }
  }
}

const ProductLoops& loops() {
  static constexpr ProductLoops kLoops{kRows, multiply};
  return kLoops;
}

}  // namespace
}  // namespace espy::lab::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::lab {
namespace {

/// Multiples of every level's columns and rows.
constexpr std::int64_t kWholeColumns = 32;
constexpr std::int64_t kWholeRows = 24;

constexpr std::int64_t upTo(std::int64_t count, std::int64_t whole) {
  return (count + whole - 1) / whole * whole;
}

ESPY_SIMD_TABLE(distance);
ESPY_SIMD_TABLE(loops);

}  // namespace

FeatureDistance squaredDistance() {
  return ESPY_SIMD_PICK(distance);
}

FloatRows floatRows(std::span<const std::uint8_t> features) {
  FloatRows rows;
  rows.count = std::ssize(features) / kFeatureBytes;
  const std::int64_t padded = upTo(rows.count, kWholeRows);
  rows.numbers.assign(static_cast<std::size_t>(padded * kFeatureBytes), 0);
  rows.norms.assign(static_cast<std::size_t>(padded), 0);
  for (std::size_t i = 0; i < features.size(); ++i) {
    const auto number = static_cast<float>(features[i]);
    rows.numbers[i] = number;
    rows.norms[i / kFeatureBytes] += number * number;
  }
  return rows;
}

std::int64_t packColumns(std::span<const std::uint8_t> features, ScratchVector<float>& columns) {
  const std::int64_t count = std::ssize(features) / kFeatureBytes;
  const std::int64_t padded = upTo(count, kWholeColumns);
  columns.assign(static_cast<std::size_t>(padded * kFeatureBytes), 0);
  for (std::int64_t c = 0; c < count; ++c) {
    for (std::int64_t k = 0; k < kFeatureBytes; ++k) {
      columns[static_cast<std::size_t>(k * padded + c)] =
          features[static_cast<std::size_t>(c * kFeatureBytes + k)];
    }
  }
  return padded;
}

const ProductLoops& productLoops() {
  return ESPY_SIMD_CALL(loops)();
}

}  // namespace espy::lab
#endif  // HWY_ONCE
