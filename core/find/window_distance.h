// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "espy/find.h"
#include "find/match.h"
#include "find/needle.h"
#include "find/window_lanes.h"
#include "picture/planes.h"

namespace espy::find {

/// The sums of differences (sad; else of their squares) of single windows, each as often as its
/// pixel weighs, however large they are.
template <class Sample>
class WindowDistance {
 public:
  WindowDistance(const PreparedNeedle& needle, Method method);

  /// Of the window whose upper-left pixel is (x, y) of the tile. What exceeds `most` may be less
  /// than it is, but still exceeds it.
  Wide at(const picture::TilePlanes<Sample>& tile, std::int64_t x, std::int64_t y,
          Wide most = kFar) const;
  /// Of several windows, likewise; faster than one by one, best where they lie near each other.
  void at(const picture::TilePlanes<Sample>& tile, std::span<const Place> places, Wide most,
          Wide* distances) const;

  /// Where windows go through `WindowLanes`: what one of several takes, as measured on one core.
  std::optional<double> nanoseconds() const;

 private:
  const PreparedNeedle& needle_;
  bool squared_;
  bool plain_;  ///< all pixels take part, and none weighs more than others
  std::optional<WindowLanes> lanes_;
  std::vector<Sample> values_;  ///< where there are none
};

extern template class WindowDistance<std::uint8_t>;
extern template class WindowDistance<std::uint16_t>;

}  // namespace espy::find
