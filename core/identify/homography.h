// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "espy/engine/identify.h"

namespace espy::identify {

/// A place in a picture, between pixels.
struct Place {
  double x = 0;
  double y = 0;
};

/// Where a homography takes a place; `ahead` is positive where it lies before the camera.
struct Moved {
  Place place;
  double ahead = 0;
};
Moved moved(const Homography& homography, Place place);

/// How many times as large a homography makes what lies around a place; negative where it is turned
/// over.
double enlargement(const Homography& homography, Place place);

/// The pictures that a homography is between, as large as features are looked for.
struct TwoPictures {
  Size reference;
  Size query;
};

/// Is this what a camera makes of a flat surface? All corners of the reference's picture lie before
/// the camera and make a convex quadrilateral that is not turned over; and around `centre`, a place
/// in the reference, it becomes neither less than 1/5 nor more than 5 times as large: in pixels or
/// as a share of its picture, whichever changes less.
bool makesSense(const Homography& homography, const TwoPictures& pictures, Place centre);

}  // namespace espy::identify
