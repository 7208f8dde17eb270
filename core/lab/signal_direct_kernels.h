// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// The innermost loops of searchDirectly.
namespace espy::lab {

/// Some queries, part of their samples, and many places beside each other.
template <class Value>
struct DirectTile {
  static constexpr std::int64_t kPlaces = 64;
  static constexpr int kQueries = 5;  ///< at most

  const Value* data;   ///< of the first place
  const Value* query;  ///< of the first query
  std::int64_t pitch;  ///< from query to query
  int queries;
  std::int64_t samples;
  Value* sums;  ///< kPlaces of each query, to be added to
};

void addDirectly(const DirectTile<std::int32_t>& tile);
/// In the order of the samples.
void addDirectly(const DirectTile<float>& tile);
/// The same for processors with AVX-512.
void addDirectlyBy512(const DirectTile<float>& tile);

}  // namespace espy::lab
