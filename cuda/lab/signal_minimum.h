// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/base/gpu.h"

namespace espy::cuda {

/// Sums of some queries at the places from `first` to before `end`, to be looked through.
template <class Value>
struct MinimumPiece {
  const Value* sums;  ///< of all places, query after query
  std::int64_t places;
  std::int64_t count;
  std::int64_t first;
  std::int64_t end;
  /// The least of each query so far (cuda/signal/key.h), which is replaced by a lesser one.
  std::uint64_t* keys;
};

/// As in the paper: one thread for each query goes over its sums.
template <class Value>
void queueMinimumByOne(const MinimumPiece<Value>& piece, int block, const Stream& stream);

/// All threads look at some places, and then at what the others found.
template <class Value>
void queueMinimumByAll(const MinimumPiece<Value>& piece, int block, const Gpu& gpu);

}  // namespace espy::cuda
