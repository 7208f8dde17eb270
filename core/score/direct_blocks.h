// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/work_memory.h"
#include "espy/image.h"
#include "score/block_bound.h"

namespace espy::score {

/// A needle's blocks as 16-bit integers whose sum is 0, so that a product with the blocks of a
/// window does not depend on their mean. Products and sums of windows are exact in 32 bits; what
/// rounding the needle's blocks changes is taken off the bound (Cauchy-Schwarz).
struct BlockTaps {
  int side = 0;  ///< of a block, in pixels: 2, 4, 8 or 16
  Size grid;     ///< in blocks
  int channels = 1;
  /// Of rows 2 j and 2 j + 1, interleaved, by channel, j and column; 0 below the last row.
  WorkVector<std::int16_t> pairs;
  int squareShift = 0;  ///< bits that squares of blocks lose

  // With r the product, S and Q the sums of a window's blocks and of their shifted squares: a
  // window may reach the score where r > 0 and r^2 >= bound * (spread, or 0 if it is negative), and
  // spread = Q square - S^2 inverse, less what may be lost by rounding.
  float bound = 0;
  float square = 1;    ///< 2^squareShift
  float inverse = 1;   ///< of the number of blocks
  float constant = 0;  ///< what may be lost besides a share of Q

  std::int64_t pairRows() const { return (grid.height + 1) / 2; }
  /// Nothing for blocks with a mask, and where rounding leaves no bound.
  static std::optional<BlockTaps> make(const BlockBound& bound);
};

/// Nanoseconds for each position, on one core, of a needle with `grid` blocks at the SIMD level in
/// use.
double directBlocksNanoseconds(int side, Size grid, int channels);

/// Marks the positions of a region whose blocks may reach a correlation, by products of all their
/// blocks: for needles of few blocks that is faster than transforms. One thread's scratch memory.
class DirectBlocks {
 public:
  /// The first sample of a row of a channel of the region.
  using Samples = std::function<const std::uint8_t*(int channel, std::int64_t row)>;
  struct Position {
    std::int64_t x;
    std::int64_t y;
  };

  /// Sums up the blocks of a region of `pixels`, at each pixel.
  void load(const Samples& samples, Size pixels, int side, int channels);

  /// Appends those of `positions` from (0, 0) on that may reach the score. The region must hold
  /// their windows; `taps` have the side and channels that were loaded.
  void find(const BlockTaps& taps, Size positions, std::vector<Position>& found);

 private:
  void loadChannel(const Samples& samples, int channel);

  int side_ = 0;
  int channels_ = 1;
  Size pixels_;
  Size blocks_;             ///< positions of blocks
  std::int64_t pitch_ = 0;  ///< numbers from row to row, with room for vectors behind the last
  WorkVector<std::uint16_t> columns_;  ///< sums of `side` samples of a column
  WorkVector<std::uint16_t> halves_;   ///< of 2, 4, ... neighbouring columns
  /// Sums of blocks less half of the greatest, by channel and row.
  WorkVector<std::int16_t> sums_;
  /// The sums at a position and `side` rows below it, as the halves of a number.
  WorkVector<std::uint32_t> pairs_;
  // By row modulo `side`, then column: sums over the blocks of a column of the window.
  WorkVector<std::int32_t> columnSums_;
  WorkVector<std::uint32_t> columnSquares_;
  // Prefix sums of these, in steps of `side` columns.
  WorkVector<std::int32_t> runningSums_;
  WorkVector<std::uint32_t> runningSquares_;
  WorkVector<std::int64_t> hits_;  ///< columns of a row
};

}  // namespace espy::score
