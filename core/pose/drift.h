// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/engine/pose.h"

namespace espy::pose {

/// How far a needle that is turned or grown about its middle must be moved besides, to fit best to
/// what it was: what there is to see in it may lie to one side. In the needle's own pixels.
struct Drift {
  struct Shift {
    double x = 0;
    double y = 0;
  };
  Shift turned;  ///< by a radian
  Shift grown;   ///< by a scale of e

  /// In pixels of a scene at 1/2^level, from this pose to one that is turned by so many radians and
  /// grown by such a part more.
  Shift from(const GridPose& pose, double radians, double growth, int level) const;
};

/// Where its pixels change by g, turning moves them by r and growing by d, the needle is moved by
/// the t for which the squares of g (r + t), and of g (d + t), are the least.
Drift driftOf(const Needle& needle);

}  // namespace espy::pose
