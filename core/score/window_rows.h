// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "picture/planes.h"
#include "score/formula.h"
#include "score/needle.h"

namespace espy::score {

/// The exact sums of single windows against a needle, whose samples are laid out once so that
/// registers of 64 bytes go through them.
class WindowRows {
 public:
  explicit WindowRows(const ScoredNeedle& needle);

  /// Over the pixels that take part of the window whose upper-left pixel is (x, y) of the tile.
  template <class Sample>
  WindowSums sums(const picture::TilePlanes<Sample>& tile, std::int64_t x, std::int64_t y) const;
  /// The sum of absolute differences over them.
  template <class Sample>
  std::uint64_t differences(const picture::TilePlanes<Sample>& tile, std::int64_t x,
                            std::int64_t y) const;

  /// What `sums` takes, as measured on one core.
  double nanoseconds() const;

 private:
  WindowSums sumsByVnni(const picture::TilePlanes<std::uint8_t>& tile, std::int64_t x,
                        std::int64_t y) const;
  std::uint64_t differencesByVnni(const picture::TilePlanes<std::uint8_t>& tile, std::int64_t x,
                                  std::int64_t y) const;

  const ScoredNeedle* needle_;
  std::int64_t chunks_ = 0;  ///< of 64 samples in a row; 0: this processor or form has no such way
  std::int32_t centre_ = 0;  ///< t, as in `DirectRows`
  WorkVector<std::int8_t> offsets_;      ///< T - t by channel, row and chunk; 0 where ignored
  WorkVector<std::uint8_t> samples_;     ///< T likewise
  WorkVector<std::uint64_t> takesPart_;  ///< by row and chunk, a bit for each sample
};

}  // namespace espy::score
