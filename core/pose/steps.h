// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/engine/find.h"
#include "espy/engine/pose.h"

namespace espy::pose {

struct PoseSteps {
  double angle = 0;  ///< degrees
  double scale = 0;  ///< relative
  /// Further influences on a score: the loss of a needle half way between pixels, and the variance
  /// of its samples.
  double betweenPixels = 0;
  double variance = 0;
};

/// The score that may be lost between two poses of a grid, half by angle and half by scale.
inline constexpr double kLostBetweenPoses = 0.02;

/// The largest steps at which a needle's correlation with itself stays above 1 - kLostBetweenPoses
/// between two angles and two scales. With pixel changes t per radian and g per factor e, the
/// correlation falls by the mean of (a t + b g)^2 over twice the variance for a rotation a and a
/// scaling b.
PoseSteps stepsFor(const Needle& needle);

/// The translation that best compensates a rotation or scaling about the needle's centre, since its
/// detail may lie to one side. In the needle's pixels.
struct Drift {
  struct Shift {
    double x = 0;
    double y = 0;
  };
  Shift turned;  ///< per radian
  Shift grown;   ///< per factor e

  /// Of a needle that is turned by `radians` and grown by `growth`, before a pose turns it.
  Shift by(double radians, double growth, bool mirrored) const;
};

/// In pixels at 1/2^level, of a needle in this pose.
Drift::Shift turnedDrift(const Drift::Shift& drift, const GridPose& pose, int level);

/// Least squares: turning moves a pixel by r and growing by d; with gradient g the translation t
/// minimises the squares of g (r + t), and of g (d + t).
Drift driftOf(const Needle& needle);

}  // namespace espy::pose
