// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/base/stream.h"

/// The paper's strategies: sums of absolute differences at all places, each in a file of its own.
namespace espy::cuda {

/// What one launch adds up: some samples of some queries at some places. Long work is cut into
/// several, so that it can be stopped in between.
template <class Value>
struct SumsPiece {
  const Value* data;
  const Value* queries;  ///< those of this piece, one after the other
  std::int64_t length;   ///< of each
  std::int64_t count;
  Value* sums;          ///< of all places, query after query
  std::int64_t places;  ///< in all
  std::int64_t firstPlace;
  std::int64_t endPlace;
  std::int64_t firstSample;  ///< where it is not 0, the sums so far are there
  std::int64_t endSample;
};

/// The sum of each place grows in global memory. It must be 0 before the first sample.
template <class Value>
void queueNaive(const SumsPiece<Value>& piece, int block, const Stream& stream);

/// In a register.
template <class Value>
void queuePrivate(const SumsPiece<Value>& piece, int block, const Stream& stream);

/// Of parts of the query, in a register, from tiles in shared memory; added to what is in global
/// memory, which must be 0 before the first sample.
template <class Value>
void queueTiling(const SumsPiece<Value>& piece, int block, const Stream& stream);

/// In a register, with the queries in constant memory, of which `firstQuery` is that of the piece.
template <class Value>
void queueConstant(const SumsPiece<Value>& piece, std::int64_t firstQuery, int block,
                   const Stream& stream);

inline constexpr std::int64_t kConstantBytes = std::int64_t{64} << 10;
/// Puts all queries there, from the device's memory; at most kConstantBytes.
void holdInConstantMemory(const void* queries, std::size_t bytes, const Stream& stream);

}  // namespace espy::cuda
