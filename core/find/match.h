// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "espy/engine/find.h"

namespace espy::finders {

/// Holds the product of a number of samples and a sum of squares of 16-bit samples.
__extension__ using Wide = __int128;

/// Greater than any distance.
inline constexpr Wide kFar = static_cast<Wide>(1) << 120;

/// Does a non-negative sum fit into 64 bits?
bool fitsInto64(Wide sum);
/// Stores a distance of up to 80 bits.
void setDistance(Peak& peak, Wide distance);
inline Distance distanceOf(const Peak& peak) {
  return {peak.distance, static_cast<std::uint16_t>(peak.distanceHigh)};
}

/// Order of matches and peaks: by score, then y, then x, then needle.
struct IsBetter {
  template <class Place>
  bool operator()(const Place& a, const Place& b) const {
    if (a.score != b.score) return a.score > b.score;
    if (a.y != b.y) return a.y < b.y;
    if (a.x != b.x) return a.x < b.x;
    return a.needle < b.needle;
  }
};

/// Converts peaks of these needles to matches; matches are returned as they are.
class AsMatch {
 public:
  AsMatch() = default;
  explicit AsMatch(std::span<const Needle> needles) : needles_(needles) {}

  const Match& operator()(const Match& match) const { return match; }
  Match operator()(const Peak& peak) const {
    const Size window = needles_[peak.needle].picture.size();
    return {.needle = peak.needle,
            .x = peak.x,
            .y = peak.y,
            .width = static_cast<std::uint32_t>(window.width),
            .height = static_cast<std::uint32_t>(window.height),
            .distance = distanceOf(peak),
            .score = peak.score};
  }

 private:
  std::span<const Needle> needles_;
};

}  // namespace espy::finders
