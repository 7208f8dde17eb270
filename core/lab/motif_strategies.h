// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <tuple>

#include "espy/control.h"
#include "espy/timeline.h"
#include "lab/motif_data.h"

/// What md-dtw does: the place where a query of several channels is nearest to the data, each
/// channel normalised and warped by itself.
namespace espy::lab {

struct MotifSearch {
  const Rows& query;
  const Rows& data;
  std::int64_t band = 0;   ///< samples
  std::int64_t lag = 0;    ///< each channel may be so much earlier or later
  std::int64_t reach = 1;  ///< and stand for one of the data less than this away
  double elsewhere = 1.25;

  std::int64_t length() const { return std::ssize(query.front()); }
  std::int64_t places() const { return std::ssize(data.front()) - length() + 1; }
  /// Pairs of channels that may meet.
  std::int64_t pairs() const;
  /// Cells of the tables of all pairs at all places.
  double cells() const;
};

/// The best place: by distance, by lags, by start.
struct MotifPlace {
  double distance = std::numeric_limits<double>::infinity();
  std::int64_t shift = 0;
  std::int64_t start = -1;

  bool operator==(const MotifPlace&) const = default;
  bool operator<(const MotifPlace& other) const {
    return std::tie(distance, shift, start) < std::tie(other.distance, other.shift, other.start);
  }
};

/// Every table of every pair at every place, to the end.
MotifPlace searchMotifPlainly(const MotifSearch& search, const Control& control,
                              Timeline& timeline);

/// As the UCR suite does it, for several channels: bounds of all pairs come first (LB_Kim, then
/// LB_Keogh), a place whose channels' bounds add up to more than the best is left, and a table is
/// given up as soon as it, with what is left of its bound and the others' bounds, is farther off.
MotifPlace searchMotifWithBounds(const MotifSearch& search, const Control& control,
                                 Timeline& timeline);

}  // namespace espy::lab
