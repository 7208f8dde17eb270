// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "support/surface_sheet.h"

namespace espy::test {

/// Side of a reference photograph in pixels.
inline constexpr std::int64_t kReferenceSide = 320;

/// Pose of camera and light. Angles in degrees.
struct SurfaceView {
  Size picture{kReferenceSide, kReferenceSide};
  double scale = 1;   ///< 1: the surface is kReferenceSide pixels wide
  double turn = 0;    ///< clockwise
  double tilt = 0;    ///< of the camera against the normal
  double tiltTo = 0;  ///< direction of the tilt
  double x = 0;       ///< offset of the surface's centre from the picture's, pixels
  double y = 0;
  double lightFrom = 0;   ///< azimuth, clockwise from the right
  double lightHigh = 45;  ///< elevation above the surface
  double hidden = 0;      ///< occluded fraction of the surface
  Disturbance disturbance;
};

/// Difficulty of photographs; docs/measurements/identify.md lists the ranges.
enum class SurfaceLevel : std::uint8_t { easy, medium, hard };
inline constexpr int kSurfaceLevels = 3;
const char* nameOf(SurfaceLevel level);

/// View of a reference photograph: from above, filling the picture.
SurfaceView referenceView(std::uint64_t seed);
/// Random view of a query photograph.
SurfaceView queryView(SurfaceLevel level, std::uint64_t seed);

/// Homography from the reference's photograph to this view, a row-major 3 x 3 matrix of sub-pixel
/// positions.
std::array<double, 9> homographyTo(const SurfaceView& view);

/// Grey photograph of a surface. RunEnvironment and occluders have the texture of `around`.
Image surfacePhoto(const SurfaceSheet& surface, const SurfaceSheet& around, const SurfaceView& view,
                   std::uint64_t seed);

}  // namespace espy::test
