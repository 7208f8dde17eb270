// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "signal/range.h"

/// The innermost loops of the fast search: sums of absolute differences at many places.
namespace espy::signal {

/// Some queries, part of their samples, and many places beside each other.
template <class Sample>
struct DirectTile {
  static constexpr std::int64_t kPlaces = 64;
  static constexpr int kQueries = 5;  ///< at most

  const Sample* data;   ///< of the first place
  const Sample* query;  ///< of the first query
  std::int64_t pitch;   ///< from query to query
  int queries;
  std::int64_t samples;
  Sample* sums;  ///< kPlaces of each query, to be added to
};
/// In the order of the samples.
void addDirectly(const DirectTile<std::int32_t>& tile);
void addDirectly(const DirectTile<float>& tile);

inline constexpr std::int64_t kByteTile = 128;  ///< places of bytes that are done together
inline constexpr int kByteGroup = 6;            ///< queries that are, at most

/// Steps of eight samples, so few that 16 bits hold their sums, at `kByteTile` places.
struct ByteSteps {
  const std::uint8_t* words;  ///< `ByteTask::words` of the first place and sample
  const std::uint8_t* query;  ///< the first sample of the first query
  std::int64_t pitch;         ///< from query to query
  int queries;
  std::int64_t steps;
  std::uint32_t* sums;  ///< kByteTile of each query, to be added to
};
/// Whether the processor has instructions that sum up differences of bytes at several places.
bool hasByteSteps();
/// Only if `hasByteSteps()`.
void addByteSteps(const ByteSteps& steps);
/// Adds `samples` of one query at `kByteTile` places, on every processor.
void addBytes(const std::uint8_t* data, const std::uint8_t* query, std::int64_t samples,
              std::uint32_t* sums);

std::uint32_t leastOf(const std::uint32_t* sums, std::int64_t count);
std::int32_t leastOf(const std::int32_t* sums, std::int64_t count);

/// Turns sums of bytes into bounds of floats' sums: less and more by what the window is off, which
/// is told by the residues before its first and behind its last sample (`FloatsInBytes`). Returns
/// the least of the greater ones.
std::int32_t boundsOf(const std::uint32_t* sums, const std::uint32_t* before, std::int64_t length,
                      std::int64_t count, std::int32_t* least);

/// The range of `count` samples, one at least.
Range<std::int32_t> rangeOf(const std::int32_t* samples, std::int64_t count);
Range<float> rangeOf(const float* samples, std::int64_t count);

/// Values less the least, as bytes.
void narrow(const std::int32_t* values, std::int64_t count, std::int32_t least, std::uint8_t* to);
/// (value - least) * scale, rounded to bytes; and what that is off, in units of
/// `FloatsInBytes::kUnits`, rounded upward.
void narrow(const float* values, std::int64_t count, double least, double scale, std::uint8_t* to,
            std::uint32_t* residues);

}  // namespace espy::signal
