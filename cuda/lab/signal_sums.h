// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/base/stream.h"

/// The strategies of the paper that signal-sad repeats (docs/lab.md): SAD at all positions, one
/// file per strategy.
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

/// Accumulates in global memory, which must be 0 before the first sample.
template <class Value>
void queueNaive(const SumsPiece<Value>& piece, int block, const Stream& stream);

/// Accumulates in a register.
template <class Value>
void queuePrivate(const SumsPiece<Value>& piece, int block, const Stream& stream);

/// Accumulates parts of the query in a register, from tiles in shared memory, then adds to global
/// memory, which must be 0 before the first sample.
template <class Value>
void queueTiling(const SumsPiece<Value>& piece, int block, const Stream& stream);

/// Accumulates in a register, with all queries in constant memory; `firstQuery`: the piece's first.
template <class Value>
void queueConstant(const SumsPiece<Value>& piece, std::int64_t firstQuery, int block,
                   const Stream& stream);

inline constexpr std::int64_t kConstantBytes = std::int64_t{64} << 10;
/// Copies all queries from device memory to constant memory; at most kConstantBytes.
void holdInConstantMemory(const void* queries, std::size_t bytes, const Stream& stream);

}  // namespace espy::cuda
