// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <cstdint>
#include <span>

#include "espy/engine/find.h"
#include "espy/engine/pose.h"

namespace espy::desktop {

/// The pose choices of the user interface.
enum class PoseChoice : std::uint8_t {
  off,
  symmetries,      ///< quarter turns, also mirrored
  angles,          ///< any angle
  anglesAndSizes,  ///< any angle, and half to twice the size
  own,             ///< custom ranges
};

/// Poses of a choice; none for `own`.
PoseOptions posesOf(PoseChoice choice);
/// The choice that has these poses, ignoring the visible part at borders; `own` if there is none.
PoseChoice choiceOf(const PoseOptions& pose);
/// Whether the method supports the choice. Exact search supports only symmetries.
bool allows(Method method, PoseChoice choice);
/// The poses reduced to what the method supports.
PoseOptions posesFor(Method method, PoseOptions pose);

/// Summary such as "any angle" or "-10° to 10°, mirrored"; empty without poses.
QString posesText(const PoseOptions& pose);

/// Summary of the matches' poses such as "turned by 90°, at 0.5 of the size"; empty if all are
/// upright and unscaled. If they differ, describes the first.
QString posesSummary(std::span<const Match> matches);

/// Angle in degrees, in (-180, 180].
double signedAngle(const Match& match);

}  // namespace espy::desktop
