// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace espy::exact {

/// Maximal length of a run's key, in bytes.
inline constexpr int kMaxKeyBytes = 16;

/// Which bytes of a run form its key: the first `bytes`, except where `care` is 0 (the scene's
/// alpha samples).
struct KeyShape {
  int bytes = 0;
  std::uint64_t careLow = ~std::uint64_t{0};
  std::uint64_t careHigh = ~std::uint64_t{0};
};

/// Hash of the `Bytes` bytes at `at`. Its upper bits are the well-mixed ones.
template <int Bytes>
inline std::uint32_t hashRun(const std::uint8_t* at, const KeyShape& shape) {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  std::memcpy(&low, at, std::min(Bytes, 8));
  if constexpr (Bytes > 8) std::memcpy(&high, at + 8, Bytes - 8);
  // Odd constants with well-spread bits: the fractions of the golden ratio and of the root of 3.
  // Only independent products, since hashing dominates a probe's cost: every byte reaches the
  // uppermost bits, which filter and buckets use.
  std::uint64_t mixed = (low & shape.careLow) * 0x9e3779b97f4a7c15U;
  if constexpr (Bytes > 8) mixed += (high & shape.careHigh) * 0xbb67ae8584caa73bU;
  return static_cast<std::uint32_t>(mixed >> 32);
}

/// `hashRun` with a number of bytes known at run time.
std::uint32_t hashRun(const std::uint8_t* at, const KeyShape& shape);

/// A run of a needle, that is, some neighbouring pixels of a row (`chooseRunPixels`): position of
/// its first pixel, and hash.
struct Run {
  std::uint32_t hash = 0;
  std::uint32_t needle = 0;  ///< index among the patterns of the table
  std::uint16_t dx = 0;      ///< runs at greater offsets are not used
  std::uint16_t dy = 0;
};

/// Hash table of the runs of needles: a bit filter small enough for L1, which rejects nearly every
/// probe, and buckets of runs.
class RunTable {
 public:
  explicit RunTable(std::span<const Run> runs);

  bool mayHold(std::uint32_t hash) const {
    const std::uint32_t bit = hash >> filterShift_;
    return (filter_[bit >> 6] >> (bit & 63) & 1) != 0;
  }

  /// A bucket that contains all runs of this hash; compare `hash` of each.
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
