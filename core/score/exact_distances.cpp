// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/exact_distances.h"

#include <algorithm>
#include <array>
#include <limits>

#include "score/costs.h"

namespace espy::score {

bool WindowDistances::can(const ScoredNeedle& needle) {
  return needle.form.depth == Depth::u8 && needle.solid && !needle.weighted;
}

WindowDistances::WindowDistances(const ScoredNeedle& needle, Method method)
    : lanes_(needle, method),
      uncachedSamples_(
          std::max(0.0, static_cast<double>(needle.values.size()) - costs::kCachedSamples)) {}

double WindowDistances::nanoseconds() const {
  return lanes_.nanoseconds() + costs::kUncachedSample * uncachedSamples_;
}

std::uint64_t WindowDistances::at(const std::uint8_t* window, const picture::SamplePlanes& planes,
                                  std::uint64_t most) const {
  finders::Wide distance = 0;
  lanes_.at(&window, 1, planes.pitch, planes.channelPitch, most, &distance);
  return static_cast<std::uint64_t>(distance);
}

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
  std::array<const Sample*, kPlaces> windows{};
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
