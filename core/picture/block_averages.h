// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/scratch.h"
#include "espy/image.h"

namespace espy::picture {

/// Planes of 8-bit samples, one per channel.
struct SamplePlanes {
  const std::uint8_t* begin = nullptr;
  std::int64_t pitch = 0;  ///< bytes between rows
  std::int64_t channelPitch = 0;

  const std::uint8_t* row(int channel, std::int64_t y) const {
    return begin + channel * channelPitch + y * pitch;
  }
};

/// The means of all square blocks of a picture, as bytes, at every position. Columns are
/// interleaved: a row holds first the averages of blocks that begin at columns 0, side, 2 side,
/// ..., then at 1, side + 1, and so on. So adjacent blocks have adjacent means, for any first
/// column.
class BlockAverages {
 public:
  /// Bytes that may be read past the last position of a row.
  static constexpr std::int64_t kPadding = 192;

  /// The most means that are computed per step.
  static constexpr std::int64_t kTogether = 32;

  /// Allocates; `side` is a power of two from 2 to 128.
  BlockAverages(Size picture, int channels, int side);

  int side() const { return side_; }
  /// Blocks per column remainder; those beyond the picture are undefined.
  std::int64_t blocksAcross() const { return across_; }
  /// Means per row.
  std::int64_t positions() const { return side_ * across_; }
  std::int64_t rows() const { return rows_; }
  /// Planes of blocks: one step down is `side` rows.
  SamplePlanes planes() const { return {means_.data(), side_ * pitch_, rows_ * pitch_}; }
  /// Start of row `y`.
  const std::uint8_t* row(std::int64_t y) const { return means_.data() + y * pitch_; }
  /// The mean of the first channel's block with upper-left pixel (x, y).
  const std::uint8_t* at(std::int64_t x, std::int64_t y) const {
    return means_.data() + y * pitch_ + x % side_ * across_ + x / side_;
  }

  /// Scratch buffers, one per thread.
  struct Scratch {
    ScratchVector<std::uint8_t> dealt;
    ScratchVector<std::uint8_t> halves;
    ScratchVector<std::uint16_t> columns;
  };
  /// Computes rows [first, last). Threads may fill disjoint ranges concurrently.
  void fill(const SamplePlanes& picture, std::int64_t first, std::int64_t last, Scratch& scratch);

 private:
  Size picture_;
  int channels_;
  int side_;
  std::int64_t across_;
  std::int64_t rows_;
  std::int64_t pitch_;
  ScratchVector<std::uint8_t> means_;
};

}  // namespace espy::picture
