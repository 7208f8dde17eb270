// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "espy/image.h"

/// How a picture is turned, scaled and mirrored: in whole numbers, so that what comes out is the
/// same bytes everywhere.
namespace espy::picture {

struct Turn {
  static constexpr std::int64_t kOne = 1'000'000;  ///< a degree, or a scale of 1
  static constexpr std::int64_t kCircle = 360 * kOne;

  std::int64_t angle = 0;  ///< millionths of a degree, counter-clockwise as seen
  std::int64_t scale = kOne;
  bool mirrored = false;  ///< left and right are exchanged before it is turned

  bool operator==(const Turn&) const = default;
};

/// Cosine and sine of an angle in millionths of a degree, times 2^30, rounded: by whole numbers
/// alone, and exactly 0 and 1 for quarter turns.
struct Direction {
  std::int64_t cosine = 0;
  std::int64_t sine = 0;
};
Direction directionOf(std::int64_t angle);

/// Where pixels of a turned picture come from. Positions are counted in 2^-30 pixels; the centres
/// of both pictures fall upon each other.
struct TurnMap {
  /// Positions are rounded to 2^-8 pixels, and that is what may stick out of the picture.
  static constexpr int kBits = 30;
  static constexpr std::int64_t kTolerance = std::int64_t{1} << (kBits - 8);

  TurnMap(Size picture, const Turn& turn);

  Size from;  ///< the picture
  /// The turned one: the least that holds it and has as even or odd sides as the picture's own,
  /// scaled. So pixels of a picture that is turned by little, or grown, fall upon pixels in its
  /// middle, not between them.
  Size to;
  int samples = 1;          ///< a side: so many are taken of a pixel that shrinks, spread evenly
  std::int64_t cosine = 0;  ///< a step to the right is so much to the right in the picture,
  std::int64_t sine = 0;    ///< and so much down; each over the scale
  bool mirrored = false;
};

}  // namespace espy::picture
