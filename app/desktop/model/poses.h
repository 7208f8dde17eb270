// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <cstdint>
#include <span>

#include "espy/engine/find.h"
#include "espy/engine/pose.h"

namespace espy::desktop {

/// What people choose among, to find the same thing turned or at another size.
enum class PoseChoice : std::uint8_t {
  off,
  symmetries,      ///< quarter turns, also mirrored
  angles,          ///< any angle
  anglesAndSizes,  ///< any angle, and half to twice the size
  own,             ///< ranges of one's own
};

/// What the first four of them mean; nothing is turned with `own`.
PoseOptions posesOf(PoseChoice choice);
/// Which of them this is, whatever may hang over the border; `own` where it is none of the others.
PoseChoice choiceOf(const PoseOptions& pose);
/// Does this method find any of it? Identical pixels only turn by quarters.
bool allows(Method method, PoseChoice choice);
/// What of them this method finds.
PoseOptions posesFor(Method method, PoseOptions pose);

/// In a few words, as "any angle" or "-10° to 10°, mirrored"; empty where none are asked for.
QString posesText(const PoseOptions& pose);

/// How these matches lie, as "turned by 90°, at 0.5 of the size"; empty where they lie as their
/// needle does. Where they differ it says so of the first.
QString howTheyLie(std::span<const Match> matches);

/// The angle from more than -180 to 180 degrees.
double signedAngle(const Match& match);

}  // namespace espy::desktop
