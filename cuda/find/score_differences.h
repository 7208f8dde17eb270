// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/find/score_pieces.h"
#include "cuda/find/score_places.h"
#include "cuda/find/score_planes.h"
#include "espy/control.h"

namespace espy::cuda {

/// Distances of so many samples fit into 32 bits.
inline constexpr std::int64_t kMostDifferences = std::int64_t{1} << 24;

/// Sums of absolute differences of bytes, four at once.
class Differences {
 public:
  /// For a needle of bytes without weights, of at most kMostDifferences samples. Queues the copy;
  /// the object must outlive it.
  Differences(const Gpu& gpu, const ScoredNeedle& needle);

  /// The distances of all places. Looks at `control` between launches, of which many mean long.
  void sum(const Gpu& gpu, const BytePlanes& planes, const PlaceGrid& grid, const Control& control,
           std::uint32_t* distances) const;

 private:
  Pieces pieces_;
  bool masked_ = false;
  int columnsOfLast_ = 1;  ///< in the pieces most to the right
  std::int64_t samples_ = 0;
  PinnedBuffer<std::uint32_t> staged_;
  DeviceBuffer<std::uint32_t> words_;
};

}  // namespace espy::cuda
