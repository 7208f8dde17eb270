// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/base/gpu.h"
#include "lab/signal_gpu.h"

/// The kernels of signal-sad (docs/lab.md): the paper's strategies for SAD at all positions, its
/// minima, and its random data.
namespace espy::cuda {

/// One launch: some samples of some queries at some positions. Long work is split into several
/// launches, so that it can be cancelled.
template <class Value>
struct SumsPiece {
  const Value* data;
  const Value* queries;  ///< of this piece, concatenated
  std::int64_t length;   ///< of each
  std::int64_t count;
  Value* sums;          ///< of all positions, query by query
  std::int64_t places;  ///< in all
  std::int64_t firstPlace;
  std::int64_t endPlace;
  std::int64_t firstSample;  ///< if not 0, continues the previous sums
  std::int64_t endSample;
};

/// Adds up the piece's sums. All but `privateSum` and `constantGather` accumulate in global memory,
/// which must be 0 before the first sample. The strategies with constant memory need all queries
/// there; `firstQuery` is the piece's first.
template <class Value>
void queueSums(const SumsPiece<Value>& piece, lab::GpuStrategy strategy, std::int64_t firstQuery,
               int block, const Stream& stream);

inline constexpr std::int64_t kConstantBytes = std::int64_t{64} << 10;
/// Copies all queries from device memory to constant memory; at most kConstantBytes.
void holdInConstantMemory(const void* queries, std::size_t bytes, const Stream& stream);

/// Sums of some queries at positions [first, end).
template <class Value>
struct MinimumPiece {
  const Value* sums;  ///< of all positions, query by query
  std::int64_t places;
  std::int64_t count;
  std::int64_t first;
  std::int64_t end;
  /// In/out: the least key of each query (cuda/signal/key.h).
  std::uint64_t* keys;
};

/// Lowers the keys: one thread per query scans its sums, as in the paper, or a parallel reduction.
template <class Value>
void queueMinimum(const MinimumPiece<Value>& piece, lab::GpuMinimum minimum, int block,
                  const Gpu& gpu);

/// Fills `data` with uniform random numbers as in the paper: integers 0..99, or floats in [0, 1).
/// Deterministic per seed; a prefix does not depend on `count`.
template <class Value>
void queueGenerate(Value* data, std::int64_t count, std::uint64_t seed, const Stream& stream);

}  // namespace espy::cuda
