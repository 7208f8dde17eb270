// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/difference_rows.h"

#include <algorithm>
#include <limits>

#include "score/costs.h"

namespace espy::score {

bool DifferenceRows::can(const ScoredNeedle& needle) {
  return needle.form.depth == Depth::u8 && needle.solid && !needle.weighted &&
         needle.sums.samples <= std::numeric_limits<std::uint32_t>::max() / 255;
}

double DifferenceRows::nanoseconds(const ScoredNeedle& needle) {
  const costs::Rows& cost = costs::rows();
  const std::int64_t together = rowLoops().byFours ? 4 : 8;
  const std::int64_t whole = needle.size.width / together;
  const std::int64_t left = needle.size.width % together;
  const auto rows = static_cast<double>(needle.size.height * needle.form.channels);
  return cost.differencePlace +
         rows * (cost.differences * static_cast<double>(whole) +
                 (rowLoops().byFours ? cost.differencesRest * static_cast<double>(left)
                  : left > 0         ? cost.differencesRest
                                     : 0) +
                 cost.differencesRow);
}

DifferenceRows::DifferenceRows(const ScoredNeedle& needle)
    : loops_(rowLoops()), taps_(needle, loops_.byFours) {}

void DifferenceRows::compare(const picture::TilePlanes<std::uint8_t>& tile, std::int64_t top,
                             Size places, std::uint32_t* to, std::int64_t pitch) const {
  alignas(64) std::uint32_t sums[kRowsTogether * kStretch];
  for (std::int64_t y = 0; y < places.height;) {
    const std::int64_t rows = y + kRowsTogether <= places.height ? kRowsTogether : 1;
    for (std::int64_t x = 0; x < places.width; x += kStretch) {
      loops_.differences({tile.row(0, top + y) + x, tile.pitch(), tile.channelPitch()}, taps_,
                         static_cast<int>(rows), sums);
      const std::int64_t count = std::min(kStretch, places.width - x);
      for (std::int64_t r = 0; r < rows; ++r) {
        std::copy_n(sums + r * kStretch, count, to + (y + r) * pitch + x);
      }
    }
    y += rows;
  }
}

}  // namespace espy::score
