// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/work_memory.h"
#include "picture/planes.h"
#include "score/formula.h"
#include "score/needle.h"

namespace espy::score {

/// A 32-bit lane gains at most 4 * 255^2 from a chunk, so it holds the sums of this many.
inline constexpr std::int64_t kMostChunks = 8192;

/// A needle of 8 bits, laid out in chunks, which go into vectors.
struct WindowRowsLayout {
  bool solid = false;  ///< no pixel is ignored
  std::int64_t height = 0;
  std::int64_t chunks = 0;          ///< of a row
  std::int32_t centre = 0;          ///< t, as in `DirectRows`
  WorkVector<std::uint8_t> needle;  ///< T - t by channel, row and chunk; 0 where ignored
  WorkVector<std::uint8_t> parts;   ///< by row and chunk, a mask of the samples that take part
};

/// Samples in a chunk.
std::int64_t windowLanes();

/// The exact sums of single windows against a needle.
class WindowRows {
 public:
  explicit WindowRows(const ScoredNeedle& needle);

  /// Over the pixels that take part of the window whose upper-left pixel is (x, y) of the tile.
  /// May read `TilePlanes::kPadding` samples behind a row.
  template <class Sample>
  WindowSums sums(const picture::TilePlanes<Sample>& tile, std::int64_t x, std::int64_t y) const;

  /// The same for a tile of one channel that is a view of a picture, behind whose last sample
  /// nothing may be read.
  WindowSums sumsInPicture(const picture::TilePlanes<std::uint8_t>& picture, std::int64_t x,
                           std::int64_t y) const;

  /// What `sums` takes, as measured on one core.
  double nanoseconds() const;

 private:
  using Loops = WindowSums (*)(const picture::TilePlanes<std::uint8_t>& tile,
                               const WindowRowsLayout& layout, std::int64_t x, std::int64_t y);

  const ScoredNeedle* needle_;
  Loops loops_ = nullptr;  ///< null with 16 bits and weights
  WindowRowsLayout layout_;
};

}  // namespace espy::score
