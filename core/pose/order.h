// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "espy/control.h"
#include "espy/engine/pose.h"

namespace espy::pose {

/// The first column of a window, which may be outside the scene.
inline std::int64_t columnOf(const PosedPeak& place) {
  return std::int64_t{place.peak.x} - place.left;
}
inline std::int64_t rowOf(const PosedPeak& place) {
  return std::int64_t{place.peak.y} - place.above;
}

/// By score, y, x, needle, pose. For windows that overlap the border, y and x are those of the
/// visible part; ties then go by the window's origin.
struct IsBetterPosed {
  bool operator()(const PosedPeak& a, const PosedPeak& b) const {
    if (a.peak.score != b.peak.score) return a.peak.score > b.peak.score;
    if (a.peak.y != b.peak.y) return a.peak.y < b.peak.y;
    if (a.peak.x != b.peak.x) return a.peak.x < b.peak.x;
    if (a.above != b.above) return a.above > b.above;
    if (a.left != b.left) return a.left > b.left;
    if (a.peak.needle != b.peak.needle) return a.peak.needle < b.peak.needle;
    return a.pose < b.pose;
  }
};

/// Sorts places, of which there may be millions, with a check for cancellation now and then.
template <class IsBefore = IsBetterPosed>
void sortPlaces(std::vector<PosedPeak>& places, const Control& control,
                const IsBefore& isBefore = {}) {
  constexpr std::uint32_t kCheckEvery = 1 << 14;
  std::uint32_t count = 0;
  std::sort(places.begin(), places.end(), [&](const PosedPeak& a, const PosedPeak& b) {
    if (++count % kCheckEvery == 0) control.check();
    return isBefore(a, b);
  });
}

inline void keepBetter(std::optional<PosedPeak>& best, const PosedPeak& other) {
  if (!best || IsBetterPosed()(other, *best)) best = other;
}

/// Positions of another pose whose centres are within one pixel, along one axis: `count` from
/// `first` on. `own` and `other` are the window sizes; `at` is the position.
struct NearPlaces {
  std::int64_t first;
  std::int64_t count;
};
inline NearPlaces nearPlaces(std::int64_t at, std::int64_t own, std::int64_t other) {
  // In half pixels: |2 p + other - (2 at + own)| <= 2.
  const std::int64_t twice = 2 * at + own - other;
  const bool between = (twice & 1) != 0;
  return between ? NearPlaces{(twice - 1) / 2, 2} : NearPlaces{twice / 2 - 1, 3};
}

}  // namespace espy::pose
