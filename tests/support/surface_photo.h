// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "support/surface_sheet.h"

namespace espy::test {

/// Pixels of a reference's photograph along each side, and texels that each is made of.
inline constexpr std::int64_t kReferenceSide = 320;

/// Where a camera stands and where the light comes from. Angles in degrees.
struct SurfaceView {
  Size picture{kReferenceSide, kReferenceSide};
  double scale = 1;   ///< of the surface, which is kReferenceSide pixels wide at 1
  double turn = 0;    ///< clockwise as seen
  double tilt = 0;    ///< of the camera, away from straight above,
  double tiltTo = 0;  ///< into this direction
  double x = 0;       ///< the surface's middle lies so many pixels beside the picture's
  double y = 0;
  double lightFrom = 0;   ///< clockwise from the right
  double lightHigh = 45;  ///< above the surface
  double hidden = 0;      ///< this part of the surface lies under something else
  Disturbance disturbance;
};

/// How hard photographs are to identify; docs/measurements/identify.md has the ranges as a table.
enum class SurfaceLevel : std::uint8_t { easy, medium, hard };
inline constexpr int kSurfaceLevels = 3;
const char* nameOf(SurfaceLevel level);

/// As a surface is photographed for a library: from above, filling the picture.
SurfaceView referenceView(std::uint64_t seed);
/// As somebody photographs it who wants to know which one it is.
SurfaceView queryView(SurfaceLevel level, std::uint64_t seed);

/// Takes places of the reference's photograph, straight from above, to places of this one; rows of
/// a 3 x 3 matrix. Places are between pixels.
std::array<double, 9> homographyTo(const SurfaceView& view);

/// A photograph in grey. What lies around the surface and upon it is made of `around`.
Image surfacePhoto(const SurfaceSheet& surface, const SurfaceSheet& around, const SurfaceView& view,
                   std::uint64_t seed);

}  // namespace espy::test
