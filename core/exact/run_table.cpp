// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "exact/run_table.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace espy::exact {
namespace {

template <int... Lengths>
std::uint32_t hashAnyLength(const std::uint8_t* at, const KeyShape& shape,
                            std::integer_sequence<int, Lengths...> /*lengths*/) {
  using HashRun = std::uint32_t (*)(const std::uint8_t*, const KeyShape&);
  constexpr HashRun kHashes[] = {hashRun<Lengths + 1>...};
  return kHashes[shape.bytes - 1](at, shape);
}

/// Bits of the filter as a power of two: 64 to 128 per run keep false positives below 2 %, limited
/// to 2^22 bits (512 KiB), which fit into L2.
int filterBits(std::size_t runs) {
  return std::clamp(static_cast<int>(std::bit_width(runs)) + 6, 12, 22);
}

/// Number of buckets as a power of two: about one per run.
int bucketBits(std::size_t runs) {
  return std::clamp(static_cast<int>(std::bit_width(runs)), 4, 24);
}

}  // namespace

std::uint32_t hashRun(const std::uint8_t* at, const KeyShape& shape) {
  return hashAnyLength(at, shape, std::make_integer_sequence<int, kMaxKeyBytes>{});
}

RunTable::RunTable(std::span<const Run> runs)
    : filterShift_(32 - filterBits(runs.size())),
      bucketShift_(32 - bucketBits(runs.size())),
      filter_((std::size_t{1} << filterBits(runs.size())) / 64),
      starts_((std::size_t{1} << bucketBits(runs.size())) + 1),
      runs_(runs.size()) {
  for (const Run& run : runs) {
    const std::uint32_t bit = run.hash >> filterShift_;
    filter_[bit >> 6] |= std::uint64_t{1} << (bit & 63);
    ++starts_[(run.hash >> bucketShift_) + 1];
  }
  for (std::size_t b = 1; b < starts_.size(); ++b) starts_[b] += starts_[b - 1];
  // Counting sort: it shifts `starts_` by one bucket, which is undone afterwards.
  for (const Run& run : runs) runs_[starts_[run.hash >> bucketShift_]++] = run;
  for (std::size_t b = starts_.size() - 1; b > 0; --b) starts_[b] = starts_[b - 1];
  starts_[0] = 0;
}

}  // namespace espy::exact
