// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "picture/planes.h"

namespace espy::score {

/// The means of all square blocks of a tile, as bytes, and pictures made of those that lie side by
/// side: there are side x side of them, one for each phase in which blocks can be laid.
class MeansTile {
 public:
  /// `unit` is what samples are divided by.
  template <class Sample>
  void load(const picture::TilePlanes<Sample>& tile, int side, int unit);

  int side() const { return side_; }  ///< 0: nothing is loaded
  void clear() { side_ = 0; }
  /// The picture whose first block begins at (phaseX, phaseY); it lives here. Behind the blocks
  /// that lie wholly within the tile are others that mean nothing.
  picture::TilePlanes<std::uint8_t> phase(std::int64_t phaseX, std::int64_t phaseY);

 private:
  int side_ = 0;
  int channels_ = 1;
  std::int64_t rows_ = 0;
  std::int64_t width_ = 0;  ///< blocks beside each other in one phase, and room behind them
  /// By channel, row, phase along the row and block.
  WorkVector<std::uint8_t> means_;
  WorkVector<std::uint32_t> columns_;
  WorkVector<std::uint32_t> sums_;
  WorkVector<std::uint8_t> bytes_;
};

/// Sums of the means of `grid` blocks side by side, over all channels, and of their squares.
class GridSums {
 public:
  /// Of so many grids of a phase, by their first block; takes the tile's channels together.
  void load(const picture::TilePlanes<std::uint8_t>& phase, Size grid, Size count);

  const std::uint32_t* sums(std::int64_t y) const { return sums_.data() + y * pitch_; }
  const std::uint32_t* squares(std::int64_t y) const { return squares_.data() + y * pitch_; }

 private:
  std::int64_t pitch_ = 0;
  WorkVector<std::uint32_t> sums_;
  WorkVector<std::uint32_t> squares_;
  WorkVector<std::uint32_t> spare_;
};

}  // namespace espy::score
