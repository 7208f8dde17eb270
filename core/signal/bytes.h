// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "espy/control.h"
#include "espy/engine/signal.h"
#include "signal/sum_loops.h"

/// Sums of absolute byte differences, many positions and several queries at a time.
namespace espy::signal {

struct ByteTask {
  static constexpr std::int64_t kTile = kByteTile;
  static constexpr int kGroup = kByteGroup;

  std::int64_t length = 1;  ///< samples of a query
  std::int64_t count = 0;   ///< number of queries
  std::int64_t places = 0;
  std::uint32_t range = 1;  ///< largest difference of two samples; at least 1
  std::unique_ptr<std::uint8_t[]> data;
  /// For each aligned group of eight samples, these and the next eight: the operand of VDBPSADBW
  /// for eight positions. Null without `hasByteSteps`.
  std::unique_ptr<std::uint8_t[]> words;
  std::unique_ptr<std::uint8_t[]> queries;  ///< concatenated

  std::int64_t tiles() const { return (places + kTile - 1) / kTile; }
  std::int64_t groups() const { return (count + kGroup - 1) / kGroup; }
  /// The first query of a group; groups are of nearly equal size.
  std::int64_t groupBegin(std::int64_t group) const { return count * group / groups(); }
  /// Samples of `data`, zero padding included.
  std::int64_t paddedSize() const { return (tiles() * kTile + length) / 8 * 8 + 32; }
  const std::uint8_t* query(std::int64_t index) const { return queries.get() + index * length; }

  /// Allocates; call `fillWords` once `data` and `queries` are filled.
  ByteTask(std::int64_t size, std::int64_t queryCount, std::int64_t queryLength);
  void fillWords(const Control& control);
};

/// The task in bytes, or nothing if the value range is too wide.
std::optional<ByteTask> narrowed(const SignalTask<std::int32_t>& task, const Control& control);

/// Some queries, a part of their samples, and the first of kTile positions.
struct ByteTile {
  std::int64_t place = 0;  ///< a multiple of 8
  std::int64_t query = 0;
  int queries = 1;        ///< at most kGroup
  std::int64_t from = 0;  ///< a multiple of 8
  std::int64_t to = 0;
};

/// Adds to sums[q * kTile + i] the differences of samples `from` to `to` of query q and the data
/// from position i on. Sums of positions beyond the last are undefined. Stops at `control.stop`.
void addByteSums(const ByteTask& task, const ByteTile& tile, const Control& control,
                 std::uint32_t* sums);

/// Quantisation of floats to bytes, and its error.
///
/// With T(x) = (x - least) * scale the byte of x is T(x), rounded. At any position |sum |T(d) -
/// T(q)| - sum of bytes| is at most the sum of |T - byte| over window and query.
struct FloatsInBytes {
  static constexpr std::uint32_t kUnits = 1024;  ///< fixed-point scale of residues
  /// In longer sums float rounding makes the bounds useless.
  static constexpr std::int64_t kLongest = 1 << 17;

  ByteTask bytes;
  double scale = 1;
  /// residues[i] is the sum before sample i, rounded up, modulo 2^32; differences over one query
  /// length are exact. As long as `bytes.data`.
  std::vector<std::uint32_t> residues;
  std::vector<std::int32_t> ofQuery;  ///< sum per query, in whole bytes, rounded up

  /// Nothing if all values are equal or the queries too long.
  static std::optional<FloatsInBytes> of(const SignalTask<float>& task, const Control& control);
};

}  // namespace espy::signal
