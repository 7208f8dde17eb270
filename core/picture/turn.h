// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "espy/image.h"

/// Rotation, scaling and mirroring in integer arithmetic, so that results are the same bytes
/// everywhere.
namespace espy::picture {

struct Turn {
  static constexpr std::int64_t kOne = 1'000'000;  ///< one degree, or a scale of 1
  static constexpr std::int64_t kCircle = 360 * kOne;

  std::int64_t angle = 0;  ///< millionths of a degree, counter-clockwise on the screen
  std::int64_t scale = kOne;
  bool mirrored = false;  ///< flipped left-right before the rotation

  bool operator==(const Turn&) const = default;
};

/// Cosine and sine of an angle, times 2^30, rounded. Integer arithmetic only; exactly 0 and 1 for
/// quarter turns.
struct Direction {
  std::int64_t cosine = 0;
  std::int64_t sine = 0;
};
Direction directionOf(std::int64_t angle);

/// Maps pixels of a turned picture to their sources, in units of 2^-30 pixels. The centres of both
/// pictures coincide.
struct TurnMap {
  /// Positions are rounded to 2^-8 pixels, which is also the tolerance at the picture's border.
  static constexpr int kBits = 30;
  static constexpr std::int64_t kTolerance = std::int64_t{1} << (kBits - 8);

  TurnMap(Size picture, const Turn& turn);

  Size from;  ///< the picture
  /// Size of the turned picture: the least that contains it and whose sides have the parity of the
  /// scaled sides. So pixel centres coincide in the middle for small angles and for enlargement.
  Size to;
  int samples = 1;          ///< per side: samples per pixel when shrinking, evenly spread
  std::int64_t cosine = 0;  ///< source offset to the right for a step to the right,
  std::int64_t sine = 0;    ///< and downwards; both divided by the scale
  bool mirrored = false;
};

}  // namespace espy::picture
