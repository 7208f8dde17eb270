// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/distance_rows.h"

#include <algorithm>
#include <array>

#include "score/costs.h"

namespace espy::score {

DistanceRows::DistanceRows(const ScoredNeedle& needle, Method method) : loops_(rowLoops()) {
  if (method == Method::sad && needle.form.depth == Depth::u8 && !needle.weighted) {
    taps_.emplace(needle, loops_.byFours);
  } else {
    lanes_.emplace(needle, method);
  }
}

double DistanceRows::nanoseconds() const {
  if (lanes_) return lanes_->nanoseconds();
  const costs::Rows& cost = costs::rows();
  if (!loops_.byFours) {
    return cost.withinPlace + cost.within * static_cast<double>(taps_->eights.size());
  }
  return cost.withinPlace + cost.withinRow * static_cast<double>(taps_->rows.size()) +
         cost.within * static_cast<double>(taps_->fours.size()) +
         cost.withinOne * static_cast<double>(taps_->ones.size());
}

template <class Sample>
bool DistanceRows::at(const picture::TilePlanes<Sample>& tile, std::int64_t x, std::int64_t y,
                      std::int64_t count, std::uint64_t most, std::uint64_t* distances) const {
  const Sample* first = tile.row(0, y) + x;
  if constexpr (sizeof(Sample) == 1) {
    if (taps_) {
      std::array<std::uint64_t, kPlaces> sums;
      if (!loops_.differencesWithin({first, tile.pitch(), tile.channelPitch()}, *taps_, most,
                                    sums.data()) ||
          *std::min_element(sums.begin(), sums.begin() + count) > most) {
        return false;
      }
      std::copy_n(sums.begin(), count, distances);
      return true;
    }
  }
  std::array<const Sample*, kPlaces> windows;
  std::array<finders::Wide, kPlaces> sums;
  for (std::int64_t i = 0; i < count; ++i) windows[static_cast<std::size_t>(i)] = first + i;
  lanes_->at(windows.data(), static_cast<int>(count), tile.pitch(), tile.channelPitch(), most,
             sums.data());
  if (*std::min_element(sums.begin(), sums.begin() + count) > most) return false;
  std::copy_n(sums.begin(), count, distances);
  return true;
}

template bool DistanceRows::at(const picture::TilePlanes<std::uint8_t>&, std::int64_t, std::int64_t,
                               std::int64_t, std::uint64_t, std::uint64_t*) const;
template bool DistanceRows::at(const picture::TilePlanes<std::uint16_t>&, std::int64_t,
                               std::int64_t, std::int64_t, std::uint64_t, std::uint64_t*) const;

}  // namespace espy::score
