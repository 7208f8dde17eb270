// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cuda/score/pieces.h"
#include "cuda/score/places.h"
#include "cuda/score/planes.h"
#include "espy/control.h"

namespace espy::cuda {

/// Limit of a needle's samples for 32-bit distances.
inline constexpr std::int64_t kMostDifferences = std::int64_t{1} << 24;

/// Bytes to compare, with a mask: a needle or its block averages.
struct ComparedBytes {
  Size size;
  int channels = 1;
  std::vector<std::uint8_t> values;   ///< by channel, row and column; 0 where masked
  std::vector<std::uint8_t> present;  ///< by row and column: 1 where a pixel takes part
};
ComparedBytes comparedBytes(const ScoredNeedle& needle);

/// Such bytes in device memory, packed into 32-bit words.
class DifferenceNeedle {
 public:
  /// At most kMostDifferences samples. Queues the copy; this object must outlive it.
  DifferenceNeedle(const Gpu& gpu, const ComparedBytes& bytes);

  const Pieces& pieces() const { return pieces_; }
  bool masked() const { return masked_; }
  /// Do rows consist of whole groups of words?
  bool isEven() const;
  int columnsOfLast() const { return columnsOfLast_; }  ///< in the rightmost pieces
  std::int64_t samples() const { return samples_; }
  const std::uint32_t* words() const { return words_.data(); }

 private:
  Pieces pieces_;
  bool masked_ = false;
  int columnsOfLast_ = 1;
  std::int64_t samples_ = 0;
  PinnedBuffer<std::uint32_t> staged_;
  DeviceBuffer<std::uint32_t> words_;
};

/// Writes the distances of all positions. Checks `control` between launches.
void sumDifferences(const Gpu& gpu, const BytePlanes& planes, const DifferenceNeedle& needle,
                    const PlaceGrid& grid, const Control& control, std::uint32_t* distances);

}  // namespace espy::cuda
