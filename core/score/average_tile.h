// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "picture/planes.h"

namespace espy::score {

/// The averages of all square blocks of a tile, as bytes, arranged as side x side pictures of
/// adjacent blocks, one per phase.
class AverageTile {
 public:
  /// `unit`: divisor of the samples.
  template <class Sample>
  void load(const picture::TilePlanes<Sample>& tile, int side, int unit);

  int side() const { return side_; }  ///< 0: nothing is loaded
  void clear() { side_ = 0; }
  /// A view of the picture whose first block begins at (phaseX, phaseY), valid until the next
  /// `load`. Values behind the blocks that are inside the tile are undefined.
  picture::TilePlanes<std::uint8_t> phase(std::int64_t phaseX, std::int64_t phaseY);

 private:
  int side_ = 0;
  int channels_ = 1;
  std::int64_t rows_ = 0;
  std::int64_t width_ = 0;  ///< blocks of a row of one phase, with padding
  /// By channel, row, phase along the row and block.
  ScratchVector<std::uint8_t> means_;
  ScratchVector<std::uint32_t> columns_;
  ScratchVector<std::uint32_t> sums_;
  ScratchVector<std::uint8_t> bytes_;
};

/// Sums of the averages, and of their squares, over `grid` adjacent blocks and all channels.
class GridSums {
 public:
  /// Computes them for `count` positions of the grid in a phase.
  void load(const picture::TilePlanes<std::uint8_t>& phase, Size grid, Size count);

  const std::uint32_t* sums(std::int64_t y) const { return sums_.data() + y * pitch_; }
  const std::uint32_t* squares(std::int64_t y) const { return squares_.data() + y * pitch_; }

 private:
  std::int64_t pitch_ = 0;
  ScratchVector<std::uint32_t> sums_;
  ScratchVector<std::uint32_t> squares_;
  ScratchVector<std::uint32_t> spare_;
};

}  // namespace espy::score
