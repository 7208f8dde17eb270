// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "espy/control.h"
#include "espy/engine/signal.h"
#include "signal/sum_loops.h"

/// Sums of differences of bytes, many places and several queries at a time.
namespace espy::signal {

/// A task whose samples were brought into bytes.
struct ByteTask {
  static constexpr std::int64_t kTile = kByteTile;
  static constexpr int kGroup = kByteGroup;

  std::int64_t length = 1;  ///< of a query
  std::int64_t count = 0;   ///< of queries
  std::int64_t places = 0;
  std::uint32_t range = 1;  ///< no two samples differ by more; at least 1
  std::unique_ptr<std::uint8_t[]> data;
  /// Of each eight samples from a multiple of eight on, these and the next eight, so that half a
  /// vector's quarter has all that the instructions want to see of eight places. Null where there
  /// are none (`hasByteSteps`).
  std::unique_ptr<std::uint8_t[]> words;
  std::unique_ptr<std::uint8_t[]> queries;  ///< one after the other

  std::int64_t tiles() const { return (places + kTile - 1) / kTile; }
  std::int64_t groups() const { return (count + kGroup - 1) / kGroup; }
  /// The first query of a group; groups are as even as can be.
  std::int64_t groupBegin(std::int64_t group) const { return count * group / groups(); }
  /// Samples that `data` has, with zeros behind the last.
  std::int64_t paddedSize() const { return (tiles() * kTile + length) / 8 * 8 + 32; }
  const std::uint8_t* query(std::int64_t index) const { return queries.get() + index * length; }

  /// Makes room; `fillWords` is for when `data` and `queries` are there.
  ByteTask(std::int64_t size, std::int64_t queryCount, std::int64_t queryLength);
  void fillWords(const Control& control);
};

/// The task in bytes, or nothing where the values are too far apart.
std::optional<ByteTask> narrowed(const SignalTask<std::int32_t>& task, const Control& control);

/// Some queries, part of their samples, and the first of kTile places.
struct ByteTile {
  std::int64_t place = 0;  ///< a multiple of 8
  std::int64_t query = 0;
  int queries = 1;        ///< at most kGroup
  std::int64_t from = 0;  ///< a multiple of 8
  std::int64_t to = 0;
};

/// Adds to sums[q * kTile + i] the differences of sample `from` to `to` of query q and the data
/// from place i on. Places behind the last get something undefined. Looks at `control.stop`.
void addByteSums(const ByteTask& task, const ByteTile& tile, const Control& control,
                 std::uint32_t* sums);

}  // namespace espy::signal
