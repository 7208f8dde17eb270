// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace espy::exact {

/// The longest key of a run, in bytes.
inline constexpr int kMaxKeyBytes = 16;

/// Which bytes of a run make its key: all of the first `bytes`, less those where `care` is 0 (the
/// scene's alpha samples).
struct KeyShape {
  int bytes = 0;
  std::uint64_t careLow = ~std::uint64_t{0};
  std::uint64_t careHigh = ~std::uint64_t{0};
};

/// The hash of the `Bytes` bytes at `at`. Equal runs hash alike; its upper bits are the good ones.
template <int Bytes>
inline std::uint32_t hashRun(const std::uint8_t* at, const KeyShape& shape) {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  std::memcpy(&low, at, std::min(Bytes, 8));
  if constexpr (Bytes > 8) std::memcpy(&high, at + 8, Bytes - 8);
  // Odd constants with well-spread bits: the fractions of the golden ratio and of the root of 3.
  // Products side by side and no more: every byte reaches the uppermost bits, which the filter and
  // the buckets ask for, and the time of a probe is mostly that of its hash.
  std::uint64_t mixed = (low & shape.careLow) * 0x9e3779b97f4a7c15U;
  if constexpr (Bytes > 8) mixed += (high & shape.careHigh) * 0xbb67ae8584caa73bU;
  return static_cast<std::uint32_t>(mixed >> 32);
}

/// `hashRun` for a number of bytes known only at run time.
std::uint32_t hashRun(const std::uint8_t* at, const KeyShape& shape);

/// A run of a needle: needle, place of its first pixel in it, and hash.
struct Run {
  std::uint32_t hash = 0;
  std::uint32_t needle = 0;  ///< index among the patterns of the table
  std::uint16_t dx = 0;      ///< runs further right or down than this holds are not used
  std::uint16_t dy = 0;
};

/// The runs of one or many needles, to be asked for by hash: first a bit filter that is small
/// enough for the nearest cache and turns nearly every question away, then the runs, in buckets.
class RunTable {
 public:
  explicit RunTable(std::span<const Run> runs);

  bool mayHold(std::uint32_t hash) const {
    const std::uint32_t bit = hash >> filterShift_;
    return (filter_[bit >> 6] >> (bit & 63) & 1) != 0;
  }

  /// The runs among which all of this hash are; look at `hash` of each.
  std::span<const Run> bucket(std::uint32_t hash) const {
    const std::uint32_t b = hash >> bucketShift_;
    return {runs_.data() + starts_[b], runs_.data() + starts_[b + 1]};
  }

 private:
  int filterShift_ = 0;
  int bucketShift_ = 0;
  std::vector<std::uint64_t> filter_;
  std::vector<std::uint32_t> starts_;
  std::vector<Run> runs_;
};

}  // namespace espy::exact
