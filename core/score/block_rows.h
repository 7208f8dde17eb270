// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "base/scratch.h"
#include "base/simd.h"
#include "picture/planes.h"

namespace espy::score {

/// Sums `count` neighbouring blocks of `side` x `side` bytes; `side` is 2, 4 or 8, `pitch` in
/// bytes.
ESPY_SIMD_DECLARE(sumBlocks, void(const std::uint8_t* from, std::int64_t pitch, int side,
                                  std::int64_t count, std::uint16_t* to));

/// A tile of block sums, and their sums over windows, row by row.
class BlockRows {
 public:
  /// Samples of a channel and row, from the first block on. The rows of a block have one pitch.
  using Samples = std::function<const std::uint8_t*(int channel, std::int64_t row)>;

  /// Tile size in blocks.
  void resize(Size tile, int channels);

  /// Sums `count` blocks; the rest of the tile is 0.
  void load(const Samples& samples, Size count, int side);

  /// A view; valid until the next `resize`.
  picture::TilePlanes<std::uint16_t> planes() {
    return {blocks_.data(), tile_, channels_, tile_.width, tile_.pixels()};
  }

  /// Starts window sums at the first row. `window`: size in blocks; d = block sum - `mean`; squares
  /// lose `shift` bits.
  void beginSums(Size window, std::int32_t mean, int shift);
  /// Advances to the next row of windows (the first call: to row 0), `count` of them.
  void nextSums(std::int64_t count);
  /// Sums of d and of d^2 over the windows of the row.
  const std::int32_t* sums() const { return sums_.data(); }
  const std::uint32_t* squares() const { return squares_.data(); }

  /// Clears the flags of windows of row `y` whose blocks are all equal.
  void clearFlat(Size window, std::int64_t y, std::int64_t count, std::uint8_t* flags);

 private:
  const std::uint16_t* row(int channel, std::int64_t y) const {
    return blocks_.data() + channel * tile_.pixels() + y * tile_.width;
  }

  Size tile_;
  int channels_ = 1;
  Size window_;
  std::int32_t mean_ = 0;
  int shift_ = 0;
  std::int64_t next_ = 0;                ///< the next row of windows
  ScratchVector<std::uint16_t> blocks_;  ///< by channel and row
  // Per column over the rows of a window; prefix sums; per window.
  ScratchVector<std::int32_t> columnSums_;
  ScratchVector<std::uint32_t> columnSquares_;
  ScratchVector<std::uint32_t> running_;
  ScratchVector<std::int32_t> sums_;
  ScratchVector<std::uint32_t> squares_;
  ScratchVector<std::uint8_t> same_;
};

}  // namespace espy::score
