// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "espy/engine/signal.h"

/// Inner loops of the SAD search: sums of absolute differences at many positions.
namespace espy::signal {

/// The range of a task's samples, data and queries.
template <class Sample>
struct Range {
  Sample least = 0;
  Sample most = 0;
  bool finite = true;  ///< whether all are finite; NaN is in no range
};

template <class Sample>
Range<Sample> rangeOf(const SignalTask<Sample>& task, const Control& control);

/// Some queries, part of their samples, and many consecutive positions.
template <class Sample>
struct DirectTile {
  static constexpr std::int64_t kPlaces = 64;
  static constexpr int kQueries = 5;  ///< at most

  const Sample* data;   ///< of the first position
  const Sample* query;  ///< of the first query
  std::int64_t pitch;   ///< query pitch
  int queries;
  std::int64_t samples;
  Sample* sums;  ///< in/out: kPlaces per query
};
/// Adds in sample order.
void addDirectly(const DirectTile<std::int32_t>& tile);
void addDirectly(const DirectTile<float>& tile);

inline constexpr std::int64_t kByteTile = 128;  ///< positions per tile of bytes
inline constexpr int kByteGroup = 6;            ///< queries per group, at most

/// Steps of eight samples at `kByteTile` positions, few enough for 16-bit sums.
struct ByteSteps {
  const std::uint8_t* words;  ///< `ByteTask::words` of the first position and sample
  const std::uint8_t* query;  ///< the first sample of the first query
  std::int64_t pitch;         ///< query pitch
  int queries;
  std::int64_t steps;
  std::uint32_t* sums;  ///< in/out: kByteTile per query
};
/// Whether the CPU has VDBPSADBW, which sums byte differences at several positions.
bool hasByteSteps();
void addByteSteps(const ByteSteps& steps);
/// Adds `samples` of one query at `kByteTile` positions; on any CPU.
void addBytes(const std::uint8_t* data, const std::uint8_t* query, std::int64_t samples,
              std::uint32_t* sums);

std::uint32_t leastOf(const std::uint32_t* sums, std::int64_t count);
std::int32_t leastOf(const std::int32_t* sums, std::int64_t count);

/// Turns byte sums into bounds of float sums: plus and minus the window's error, from its residues
/// (`FloatsInBytes`). Returns the least upper bound.
std::int32_t boundsOf(const std::uint32_t* sums, const std::uint32_t* before, std::int64_t length,
                      std::int64_t count, std::int32_t* least);

/// The range of `count` >= 1 samples.
Range<std::int32_t> rangeOf(const std::int32_t* samples, std::int64_t count);
Range<float> rangeOf(const float* samples, std::int64_t count);

/// Values minus the least, as bytes.
void narrow(const std::int32_t* values, std::int64_t count, std::int32_t least, std::uint8_t* to);
/// (value - least) * scale, rounded to bytes, and the error in units of `FloatsInBytes::kUnits`,
/// rounded up.
void narrow(const float* values, std::int64_t count, double least, double scale, std::uint8_t* to,
            std::uint32_t* residues);

}  // namespace espy::signal
