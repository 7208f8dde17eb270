// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/scratch.h"
#include "base/simd.h"
#include "picture/planes.h"
#include "score/formula.h"
#include "score/needle.h"

namespace espy::score {

/// A 32-bit lane gains at most 4 * 255^2 per chunk, so it holds the sums of this many chunks.
inline constexpr std::int64_t kMostChunks = 8192;

/// An 8-bit needle in chunks of one vector.
struct WindowRowsLayout {
  bool solid = false;  ///< no pixel is ignored
  std::int64_t height = 0;
  std::int64_t chunks = 0;             ///< per row
  std::int32_t centre = 0;             ///< t, as in `DirectRows`
  ScratchVector<std::uint8_t> needle;  ///< T - t by channel, row and chunk; 0 where ignored
  ScratchVector<std::uint8_t> parts;   ///< by row and chunk: a mask of the samples that take part
};

/// Samples in a chunk.
ESPY_SIMD_DECLARE(windowLanes, std::int64_t());

/// The exact sums of single windows against a needle.
class WindowRows {
 public:
  explicit WindowRows(const ScoredNeedle& needle);

  /// Sums over the pixels that take part, of the window at (x, y) of the tile. May read
  /// `TilePlanes::kPadding` samples behind a row.
  template <class Sample>
  WindowSums sums(const picture::TilePlanes<Sample>& tile, std::int64_t x, std::int64_t y) const;

  /// The same for a one-channel tile that is a view of a picture; reads nothing behind its last
  /// sample.
  WindowSums sumsInPicture(const picture::TilePlanes<std::uint8_t>& picture, std::int64_t x,
                           std::int64_t y) const;

  /// Cost of `sums`, measured on one core.
  double nanoseconds() const;

 private:
  using Loops = WindowSums (*)(const picture::TilePlanes<std::uint8_t>& tile,
                               const WindowRowsLayout& layout, std::int64_t x, std::int64_t y);

  const ScoredNeedle* needle_;
  Loops loops_ = nullptr;  ///< null with 16 bits or weights
  WindowRowsLayout layout_;
};

}  // namespace espy::score
