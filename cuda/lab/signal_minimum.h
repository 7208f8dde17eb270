// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/base/gpu.h"

namespace espy::cuda {

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

/// As in the paper: one thread per query scans its sums.
template <class Value>
void queueMinimumByOne(const MinimumPiece<Value>& piece, int block, const Stream& stream);

/// Parallel reduction.
template <class Value>
void queueMinimumByAll(const MinimumPiece<Value>& piece, int block, const Gpu& gpu);

}  // namespace espy::cuda
