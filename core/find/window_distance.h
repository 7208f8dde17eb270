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

/// Sums of differences (sad, otherwise squared) of single windows, weighted by pixel, of any size.
template <class Sample>
class WindowDistance {
 public:
  WindowDistance(const PreparedNeedle& needle, Method method);

  /// The distance of the window at (x, y) of the tile. A result above `most` may be a partial sum.
  Wide at(const picture::TilePlanes<Sample>& tile, std::int64_t x, std::int64_t y,
          Wide most = kFar) const;
  /// The same for several windows; faster than one by one, best if they are close together.
  void at(const picture::TilePlanes<Sample>& tile, std::span<const Place> places, Wide most,
          Wide* distances) const;

  /// Cost per window, of several, measured on one core.
  double nanoseconds() const { return lanes_.nanoseconds(); }

 private:
  WindowLanes lanes_;
};

extern template class WindowDistance<std::uint8_t>;
extern template class WindowDistance<std::uint16_t>;

}  // namespace espy::finders
