// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/window_distance.h"

#include <algorithm>
#include <array>

namespace espy::finders {

template <class Sample>
WindowDistance<Sample>::WindowDistance(const PreparedNeedle& needle, Method method)
    : lanes_(needle, method) {}

template <class Sample>
void WindowDistance<Sample>::at(const picture::TilePlanes<Sample>& tile,
                                std::span<const Place> places, Wide most, Wide* distances) const {
  for (std::size_t first = 0; first < places.size(); first += WindowLanes::kTogether) {
    const std::size_t count = std::min<std::size_t>(WindowLanes::kTogether, places.size() - first);
    std::array<const Sample*, WindowLanes::kTogether> windows{};
    for (std::size_t i = 0; i < count; ++i) {
      windows[i] = tile.row(0, places[first + i].y) + places[first + i].x;
    }
    lanes_.at(windows.data(), static_cast<int>(count), tile.pitch(), tile.channelPitch(), most,
              distances + first);
  }
}

template <class Sample>
Wide WindowDistance<Sample>::at(const picture::TilePlanes<Sample>& tile, std::int64_t x,
                                std::int64_t y, Wide most) const {
  Wide distance = 0;
  const Sample* const window = tile.row(0, y) + x;
  lanes_.at(&window, 1, tile.pitch(), tile.channelPitch(), most, &distance);
  return distance;
}

template class WindowDistance<std::uint8_t>;
template class WindowDistance<std::uint16_t>;

}  // namespace espy::finders
