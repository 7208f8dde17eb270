// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// The innermost loops of searchDirectly.
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

void addDirectly(const DirectTile<std::int32_t>& tile);
/// In the order of the samples.
void addDirectly(const DirectTile<float>& tile);
/// The same for processors with AVX-512.
void addDirectlyBy512(const DirectTile<float>& tile);

}  // namespace espy::signal
