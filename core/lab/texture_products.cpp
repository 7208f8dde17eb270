// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/texture_products.h"

#include <cstring>

#include "base/cpu.h"
#include "base/lanes.h"

namespace espy::lab {
namespace {

/// A multiple of every level's columns, and of every level's rows.
constexpr std::int64_t kWholeColumns = 32;
constexpr std::int64_t kWholeRows = 24;

// Whether a product is rounded before it is added does not matter: all sums are whole numbers.
namespace plain {
constexpr std::int64_t kLanes = 4;
constexpr std::int64_t kRows = 4;
#define ESPY_LEVEL
#include "lab/texture_products_of_level.h"
#undef ESPY_LEVEL
}  // namespace plain

#ifdef ESPY_X86
namespace avx2 {
constexpr std::int64_t kLanes = 8;
constexpr std::int64_t kRows = 6;
#define ESPY_LEVEL ESPY_AVX2_FMA
#include "lab/texture_products_of_level.h"
#undef ESPY_LEVEL
}  // namespace avx2

namespace avx512 {
constexpr std::int64_t kLanes = 16;
constexpr std::int64_t kRows = 12;
#define ESPY_LEVEL ESPY_AVX512
#include "lab/texture_products_of_level.h"
#undef ESPY_LEVEL
}  // namespace avx512
#endif

constexpr std::int64_t upTo(std::int64_t count, std::int64_t whole) {
  return (count + whole - 1) / whole * whole;
}

}  // namespace

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

std::int64_t packColumns(std::span<const std::uint8_t> features, WorkVector<float>& columns) {
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
#ifdef ESPY_X86
  static constexpr ProductLoops kAvx512{avx512::kRows, avx512::multiply};
  static constexpr ProductLoops kAvx2{avx2::kRows, avx2::multiply};
  if (hasSimd(SimdLevel::avx512)) return kAvx512;
  if (hasSimd(SimdLevel::avx2)) return kAvx2;
#endif
  static constexpr ProductLoops kPlain{plain::kRows, plain::multiply};
  return kPlain;
}

}  // namespace espy::lab
