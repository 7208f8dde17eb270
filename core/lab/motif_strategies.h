// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <tuple>

#include "espy/control.h"
#include "espy/timeline.h"
#include "lab/motif_data.h"

/// The task of md-dtw: find the window where a multi-channel query is nearest to the data; channels
/// are normalised and warped independently.
namespace espy::lab {

struct MotifSearch {
  const Rows& query;
  const Rows& data;
  std::int64_t band = 0;   ///< samples
  std::int64_t lag = 0;    ///< samples by which each channel may be shifted in either direction
  std::int64_t reach = 1;  ///< a channel may match one of the data less than this distance away
  double elsewhere = 1.25;

  std::int64_t length() const { return std::ssize(query.front()); }
  std::int64_t places() const { return std::ssize(data.front()) - length() + 1; }
  /// Number of pairs of channels that may match.
  std::int64_t pairs() const;
  /// Cells of the DTW tables of all pairs at all windows.
  double cells() const;
};

/// The best window; ordered by distance, lags, start.
struct MotifPlace {
  double distance = std::numeric_limits<double>::infinity();
  std::int64_t shift = 0;
  std::int64_t start = -1;

  bool operator==(const MotifPlace&) const = default;
  bool operator<(const MotifPlace& other) const {
    return std::tie(distance, shift, start) < std::tie(other.distance, other.shift, other.start);
  }
};

/// Computes every table completely (baseline).
MotifPlace searchMotifPlainly(const MotifSearch& search, const Control& control,
                              Timeline& timeline);

/// UCR-suite style, for several channels: first lower bounds of all pairs (LB_Kim, then LB_Keogh);
/// prunes a window if the sum of its channels' bounds exceeds the best; abandons a table as soon as
/// it, plus the rest of its bound and the others' bounds, exceeds the best.
MotifPlace searchMotifWithBounds(const MotifSearch& search, const Control& control,
                                 Timeline& timeline);

}  // namespace espy::lab
