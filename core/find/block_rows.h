// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "base/work_memory.h"
#include "find/tile_planes.h"

namespace espy::find {

/// Sums up blocks of `side` x `side` bytes, `count` of them beside each other; `side` is 2, 4
/// or 8, and from row to row it is `pitch` bytes.
void sumBlocks(const std::uint8_t* from, std::int64_t pitch, int side, std::int64_t count,
               std::uint16_t* to);

/// A tile of sums of blocks, and their sums over windows, row by row.
class BlockRows {
 public:
  /// Samples of a channel and row, from where the first block begins. Rows of a block are equally
  /// far apart.
  using Samples = std::function<const std::uint8_t*(int channel, std::int64_t row)>;

  /// For tiles of this size, in blocks.
  void resize(Size tile, int channels);

  /// Sums up so many blocks; the rest of the tile is 0.
  void load(const Samples& samples, Size count, int side);

  /// As a picture; it lives here.
  TilePlanes<std::uint16_t> planes() {
    return {blocks_.data(), tile_, channels_, tile_.width, tile_.pixels()};
  }

  /// Makes ready for windows of so many blocks, from the first row on. Of a sum J of a block d is
  /// J - mean, and squares lose `shift` bits.
  void beginSums(Size window, std::int32_t mean, int shift);
  /// Goes to the next row of windows, the first at the first call: `count` of them.
  void nextSums(std::int64_t count);
  /// Of d and of d^2, over the windows of the row.
  const std::int32_t* sums() const { return sums_.data(); }
  const std::uint32_t* squares() const { return squares_.data(); }

  /// Clears the flags of those windows of row `y` whose blocks are all the same.
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
  std::int64_t next_ = 0;             ///< the next row of windows
  WorkVector<std::uint16_t> blocks_;  ///< by channel and row
  // Of each column, over the rows of a window; then from the left on; then of windows.
  WorkVector<std::int32_t> columnSums_;
  WorkVector<std::uint32_t> columnSquares_;
  WorkVector<std::uint32_t> running_;
  WorkVector<std::int32_t> sums_;
  WorkVector<std::uint32_t> squares_;
  WorkVector<std::uint8_t> same_;
};

}  // namespace espy::find
