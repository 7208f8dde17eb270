// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/needle_sums.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "find/needle_sums_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::finders::HWY_NAMESPACE {
namespace {

RowSums sumUpValues(const std::uint16_t* values, std::int64_t count) {
  RowSums sums;
  for (std::int64_t x = 0; x < count; ++x) {
    const std::uint32_t value = values[x];
    sums.sum += value;
    sums.squares += static_cast<std::uint64_t>(value * value);
  }
  return sums;
}

RowWeights sumUpWeights(const std::uint8_t* weights, std::int64_t count) {
  RowWeights sums;
  for (std::int64_t x = 0; x < count; ++x) {
    sums.pixels += weights[x] != 0 ? 1 : 0;
    sums.weight += weights[x];
  }
  return sums;
}

void dropIgnored(const std::uint8_t* weights, std::int64_t count, std::uint16_t* values) {
  for (std::int64_t x = 0; x < count; ++x) values[x] = weights[x] != 0 ? values[x] : 0;
}

}  // namespace
}  // namespace espy::finders::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::finders {

ESPY_SIMD_DEFINE(sumUpValues);
ESPY_SIMD_DEFINE(sumUpWeights);
ESPY_SIMD_DEFINE(dropIgnored);

}  // namespace espy::finders
#endif  // HWY_ONCE
