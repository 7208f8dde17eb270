// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/engine/find.h"

namespace espy::pose {

/// How far apart poses may be.
struct PoseSteps {
  double angle = 0;  ///< degrees
  double scale = 0;  ///< from a scale to the next, over the scale
  /// What else a score depends on: how much a needle that lies in the middle between pixels loses,
  /// and the variance of its samples.
  double betweenPixels = 0;
  double variance = 0;
};

/// The score that may be lost between two poses of a grid, half of it by the angle and half of it
/// by the scale.
inline constexpr double kLostBetweenPoses = 0.02;

/// So far apart that a needle correlates with itself by no less than 1 - kLostBetweenPoses wherever
/// it lies between two angles and two scales. Where its pixels change by t as it is turned by a
/// radian, and by g as it grows e times, the correlation falls by the mean of (a t + b g)^2 over
/// twice the variance, a and b being how far it is turned and grown.
PoseSteps stepsFor(const Needle& needle);

}  // namespace espy::pose
