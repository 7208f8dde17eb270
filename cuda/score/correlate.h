// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "cuda/score/pieces.h"
#include "cuda/score/places.h"
#include "cuda/score/planes.h"
#include "cuda/score/windows.h"

namespace espy::cuda {

/// Limit of a needle's samples for 32-bit sums, also of a window's squares.
inline constexpr std::int64_t kMostCorrelated = 65536;

/// Does this library contain tensor core code for the current device?
bool canCorrelate();

/// Needles that are searched together, and the output of their candidates.
struct NeedleBatch {
  static constexpr int kMost = 32;
  int count = 0;
  int needles[kMost] = {};  ///< indices of the needles in the factors
  Scoring scorings[kMost];
  /// Of the first needle, followed by the others.
  Candidates candidates;
};

/// A signed byte for each sample of a needle, in the layout of the tensor cores.
class Factors {
 public:
  /// `factors`: by needle, channel, row and column, at most kMostCorrelated per needle. Queues the
  /// copy; this object must outlive it. `byGroups`: by instructions of warp groups, which multiply
  /// 1.5 times as fast; not for needles of few rows, or if there is little memory.
  Factors(const Gpu& gpu, Size size, int channels, std::span<const std::int8_t> factors,
          bool byGroups = hasWarpGroups());

  /// Writes the first needle's exact sums of sample times factor at all positions; or those of the
  /// first `needles`, one after the other.
  void correlate(const Gpu& gpu, const BytePlanes& planes, const PlaceGrid& grid,
                 std::int32_t* sums, int needles = 1) const;
  /// Finds the candidates of several needles (windows.h defines the summaries' keys).
  void findCandidates(const Gpu& gpu, const BytePlanes& planes, const PlaceGrid& grid,
                      const NeedleBatch& batch, const WindowSums* windows) const;

 private:
  /// Cuts the needles into pieces and allocates their factors.
  void layOut(Size size, int channels, int needles, bool byGroups);
  template <class Sink>
  void queue(const Gpu& gpu, const BytePlanes& planes, const PlaceGrid& grid, int needles,
             const Sink& sink) const;

  Pieces pieces_;
  int halves_ = 1;  ///< of steps of 32 bytes, in a piece
  bool byGroups_ = false;
  PinnedBuffer<std::int8_t> staged_;
  DeviceBuffer<std::int8_t> sent_;
  DeviceBuffer<std::uint32_t> words_;
};

}  // namespace espy::cuda
