// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "espy/engine/find.h"
#include "find/match.h"
#include "find/needle.h"
#include "find/window_lanes.h"
#include "picture/planes.h"

namespace espy::finders {

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

  /// What one of several windows takes, as measured on one core.
  double nanoseconds() const { return lanes_.nanoseconds(); }

 private:
  WindowLanes lanes_;
};

extern template class WindowDistance<std::uint8_t>;
extern template class WindowDistance<std::uint16_t>;

}  // namespace espy::finders
