// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/scratch.h"
#include "espy/image.h"
#include "score/block_bound.h"

namespace espy::score {

/// A needle's blocks as 16-bit integers whose sum is 0, so that a product with a window's blocks
/// does not depend on their mean. Products and window sums are exact in 32 bits; the bound is
/// lowered by the rounding of the needle's blocks (Cauchy-Schwarz).
struct BlockTaps {
  int side = 0;  ///< of a block, in pixels: 2, 4, 8 or 16
  Size grid;     ///< in blocks
  int channels = 1;
  /// Rows 2 j and 2 j + 1 interleaved, by channel, j and column; 0 below the last row.
  ScratchVector<std::int16_t> pairs;
  int squareShift = 0;  ///< bits dropped from squares of blocks

  // Let r be the product, S and Q the sums of a window's blocks and of their shifted squares. A
  // window may reach the score if r > 0 and r^2 >= bound * max(spread, 0), with spread = Q square -
  // S^2 inverse, less what rounding may lose.
  float bound = 0;
  float square = 1;    ///< 2^squareShift
  float inverse = 1;   ///< 1 / number of blocks
  float constant = 0;  ///< rounding loss, besides a share of Q

  std::int64_t pairRows() const { return (grid.height + 1) / 2; }
  /// Empty for blocks with a mask, and where rounding leaves no bound.
  static std::optional<BlockTaps> make(const BlockBound& bound);
};

/// Nanoseconds per position on one core, for a needle of `grid` blocks, at the SIMD level in use.
double directBlocksNanoseconds(int side, Size grid, int channels);

/// Finds the positions of a region whose blocks may reach a correlation, by direct multiplication:
/// faster than FFTs for few blocks. One per thread.
class DirectBlocks {
 public:
  /// The first sample of a row of a channel of the region.
  using Samples = std::function<const std::uint8_t*(int channel, std::int64_t row)>;
  struct Position {
    std::int64_t x;
    std::int64_t y;
  };

  /// Computes the block sums of a region of `pixels`, at each pixel.
  void load(const Samples& samples, Size pixels, int side, int channels);

  /// Appends those of `positions` from (0, 0) on that may reach the score. The region must contain
  /// their windows; `taps` must have the loaded side and channels.
  void find(const BlockTaps& taps, Size positions, std::vector<Position>& found);

 private:
  void loadChannel(const Samples& samples, int channel);

  int side_ = 0;
  int channels_ = 1;
  Size pixels_;
  Size blocks_;                           ///< number of block positions
  std::int64_t pitch_ = 0;                ///< numbers from row to row, padded for full vectors
  ScratchVector<std::uint16_t> columns_;  ///< sums of `side` samples of a column
  ScratchVector<std::uint16_t> halves_;   ///< partial sums of 2, 4, ... columns
  /// Sums of blocks less half of the maximum, by channel and row.
  ScratchVector<std::int16_t> sums_;
  /// The sums at a position and `side` rows below it, packed into one number.
  ScratchVector<std::uint32_t> pairs_;
  // By row modulo `side`, then column: sums over the blocks of a window's column.
  ScratchVector<std::int32_t> columnSums_;
  ScratchVector<std::uint32_t> columnSquares_;
  // Their prefix sums, with stride `side`.
  ScratchVector<std::int32_t> runningSums_;
  ScratchVector<std::uint32_t> runningSquares_;
  ScratchVector<std::int64_t> hits_;  ///< columns in a row
};

}  // namespace espy::score
