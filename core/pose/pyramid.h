// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "espy/pose.h"

namespace espy::pose {

/// Pixels around a scene at a smaller size: windows there may stick out by what they are rounded.
inline constexpr std::int64_t kRim = 4;

/// A picture at half its size: means of 2 x 2 pixels of its colours. Around it are `rim` pixels
/// like those at its border, because windows are whole pixels at every size.
Image halved(const ImageView& picture, std::int64_t rim, int threads, const Control& control);

/// One size at which a needle is looked for, 1/2^shift.
struct Level {
  int shift = 0;
  Image needle;  ///< at this size; empty at the full one
  Image mask;
  bool hasMask = false;
  /// Only every so manyth angle and scale of the grid is tried.
  std::uint32_t angleStride = 1;
  std::uint32_t scaleStride = 1;
  double minScore = 0;  ///< a place that may lead to a match has at least this much here

  /// As a needle; `own` is the one at full size.
  Needle asNeedle(const Needle& own) const {
    if (shift == 0) return own;
    if (!hasMask) return {needle.view(), {}};
    return {needle.view(), mask.view()};
  }
};

/// The sizes at which this needle is looked for, from full to the smallest at which enough of it is
/// left where its scale is `leastScale`. At each a true match may lose as much of its score as half
/// a step of its angles and scales, half a pixel, and chance take: that lowers the minimum.
std::vector<Level> levelsFor(const Needle& needle, const PoseGrid& grid,
                             const ScoreOptions& options, double leastScale);

}  // namespace espy::pose
