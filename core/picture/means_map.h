// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/work_memory.h"
#include "espy/image.h"

namespace espy::picture {

/// Where 8-bit samples lie, one plane for each channel.
struct SamplePlanes {
  const std::uint8_t* begin = nullptr;
  std::int64_t pitch = 0;  ///< from row to row
  std::int64_t channelPitch = 0;

  const std::uint8_t* row(int channel, std::int64_t y) const {
    return begin + channel * channelPitch + y * pitch;
  }
};

/// The means of all square blocks of a picture, as bytes. In each row come first those of the
/// blocks that begin at columns 0, side, 2 side, ..., then those that begin at 1, side + 1, and so
/// on: blocks side by side have means side by side, wherever the first one begins.
class MeansMap {
 public:
  /// Bytes that may be read behind the last position of a row.
  static constexpr std::int64_t kPadding = 192;

  /// Means that are made at a time, at most.
  static constexpr std::int64_t kTogether = 32;

  /// Room for them; `side` is a power of two from 2 to 128.
  MeansMap(Size picture, int channels, int side);

  int side() const { return side_; }
  /// Blocks that begin at the same remainder of columns; those behind the picture's end mean
  /// nothing.
  std::int64_t blocksAcross() const { return across_; }
  /// Means in a row.
  std::int64_t positions() const { return side_ * across_; }
  std::int64_t rows() const { return rows_; }
  /// Blocks below each other are a number of rows apart.
  SamplePlanes planes() const { return {means_.data(), side_ * pitch_, rows_ * pitch_}; }
  /// The first mean of a row.
  const std::uint8_t* row(std::int64_t y) const { return means_.data() + y * pitch_; }
  /// The mean of the first channel's block whose upper-left pixel is (x, y).
  const std::uint8_t* at(std::int64_t x, std::int64_t y) const {
    return means_.data() + y * pitch_ + x % side_ * across_ + x / side_;
  }

  /// What a thread works in.
  struct Scratch {
    WorkVector<std::uint8_t> dealt;
    WorkVector<std::uint8_t> halves;
    WorkVector<std::uint16_t> columns;
  };
  /// Makes rows [first, last). Several threads may make different ones.
  void fill(const SamplePlanes& picture, std::int64_t first, std::int64_t last, Scratch& scratch);

 private:
  Size picture_;
  int channels_;
  int side_;
  std::int64_t across_;
  std::int64_t rows_;
  std::int64_t pitch_;
  WorkVector<std::uint8_t> means_;
};

}  // namespace espy::picture
