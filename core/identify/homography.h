// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/engine/identify.h"

namespace espy::identify {

struct Place {
  double x = 0;
  double y = 0;
};

/// A point mapped by a homography; `ahead` is positive in front of the camera.
struct Moved {
  Place place;
  double ahead = 0;
};
Moved moved(const Homography& homography, Place place);

/// Local area scale of a homography; negative if it mirrors.
double enlargement(const Homography& homography, Place place);

/// Sizes of the two pictures, as shrunk for features.
struct TwoPictures {
  Size reference;
  Size query;
};

/// Whether a camera can see a flat surface like this: all corners of the reference lie in front and
/// form a convex, unmirrored quadrilateral, and around `centre` the scale is within 1/5..5, in
/// pixels or relative to the pictures, whichever is closer to 1.
bool makesSense(const Homography& homography, const TwoPictures& pictures, Place centre);

}  // namespace espy::identify
