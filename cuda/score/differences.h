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

/// Distances of so many samples fit into 32 bits.
inline constexpr std::int64_t kMostDifferences = std::int64_t{1} << 24;

/// Bytes that are compared, and which of them: a needle, or what stands for it.
struct ComparedBytes {
  Size size;
  int channels = 1;
  std::vector<std::uint8_t> values;   ///< by channel, row and column; 0 where none takes part
  std::vector<std::uint8_t> present;  ///< by row and column: does a pixel take part?
};
ComparedBytes comparedBytes(const ScoredNeedle& needle);

/// Such bytes on the card, as kernels read them: four at once.
class DifferenceNeedle {
 public:
  /// At most kMostDifferences. Queues the copy; the object must outlive it.
  DifferenceNeedle(const Gpu& gpu, const ComparedBytes& bytes);

  const Pieces& pieces() const { return pieces_; }
  bool masked() const { return masked_; }
  /// Are all rows whole groups of words?
  bool isEven() const;
  int columnsOfLast() const { return columnsOfLast_; }  ///< in the pieces most to the right
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

/// The distances of all places. Looks at `control` between launches, of which many mean long.
void sumDifferences(const Gpu& gpu, const BytePlanes& planes, const DifferenceNeedle& needle,
                    const PlaceGrid& grid, const Control& control, std::uint32_t* distances);

}  // namespace espy::cuda
