// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "cuda/find/score_pieces.h"
#include "cuda/find/score_places.h"
#include "cuda/find/score_planes.h"

namespace espy::cuda {

/// So many samples of a needle can be summed up in 32 bits, as can a window's squares.
inline constexpr std::int64_t kMostCorrelated = 65536;

/// Does this library have code for the tensor cores of the device in use?
bool canCorrelate();

/// A signed byte for each sample of a needle, in the order in which tensor cores take it.
class Factors {
 public:
  /// At most kMostCorrelated of them, by channel, row and column. Queues the copy; the object must
  /// outlive it.
  Factors(const Gpu& gpu, Size size, int channels, std::span<const std::int8_t> factors);

  /// The sums of sample times factor at all places, exactly.
  void correlate(const Gpu& gpu, const BytePlanes& planes, const PlaceGrid& grid,
                 std::int32_t* sums) const;

 private:
  Pieces pieces_;
  int halves_ = 1;  ///< of steps of 32 bytes, in a piece
  PinnedBuffer<std::uint32_t> staged_;
  DeviceBuffer<std::uint32_t> words_;
};

}  // namespace espy::cuda
