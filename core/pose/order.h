// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "espy/engine/pose.h"

namespace espy::pose {

/// Where the window of a place begins, which may be outside the scene.
inline std::int64_t columnOf(const PosedPeak& place) {
  return std::int64_t{place.peak.x} - place.left;
}
inline std::int64_t rowOf(const PosedPeak& place) {
  return std::int64_t{place.peak.y} - place.above;
}

/// By score, then y, then x, then needle, then pose. Of those that hang over the scene's border, y
/// and x are those of what lies inside; then by where their windows begin.
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

/// Keeps the better one.
inline void keepBetter(std::optional<PosedPeak>& best, const PosedPeak& other) {
  if (!best || IsBetterPosed()(other, *best)) best = other;
}

/// Places of another pose whose centres lie at most one pixel off, along one side: from `first` on
/// so many. Windows of the two poses are `own` and `other` pixels wide; `at` is the place.
struct NearPlaces {
  std::int64_t first;
  std::int64_t count;
};
inline NearPlaces nearPlaces(std::int64_t at, std::int64_t own, std::int64_t other) {
  // Centres are counted in half pixels: |2 p + other - (2 at + own)| <= 2.
  const std::int64_t twice = 2 * at + own - other;
  const bool between = (twice & 1) != 0;
  return between ? NearPlaces{(twice - 1) / 2, 2} : NearPlaces{twice / 2 - 1, 3};
}

}  // namespace espy::pose
