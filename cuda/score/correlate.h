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

/// So many samples of a needle can be summed up in 32 bits, as can a window's squares.
inline constexpr std::int64_t kMostCorrelated = 65536;

/// Does this library have code for the tensor cores of the device in use?
bool canCorrelate();

/// Needles that are searched at once, and where their candidates go.
struct NeedleBatch {
  static constexpr int kMost = 32;
  int count = 0;
  int needles[kMost] = {};  ///< which of the factors' needles
  Scoring scorings[kMost];
  /// Of the first needle; those of the others follow.
  Candidates candidates;
};

/// A signed byte for each sample of a needle, in the order in which tensor cores take it.
class Factors {
 public:
  /// By needle, channel, row and column, at most kMostCorrelated a needle. Queues the copy; the
  /// object must outlive it.
  Factors(const Gpu& gpu, Size size, int channels, std::span<const std::int8_t> factors);

  /// The first needle's sums of sample times factor at all places, exactly; or those of the first
  /// `needles`, one after the other.
  void correlate(const Gpu& gpu, const BytePlanes& planes, const PlaceGrid& grid,
                 std::int32_t* sums, int needles = 1) const;
  /// The candidates of several needles at once (windows.h says what the summaries' keys are).
  void findCandidates(const Gpu& gpu, const BytePlanes& planes, const PlaceGrid& grid,
                      const NeedleBatch& batch, const WindowSums* windows) const;

 private:
  Pieces pieces_;
  int halves_ = 1;  ///< of steps of 32 bytes, in a piece
  PinnedBuffer<std::int8_t> staged_;
  DeviceBuffer<std::int8_t> sent_;
  DeviceBuffer<std::uint32_t> words_;
};

}  // namespace espy::cuda
