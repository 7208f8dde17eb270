// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "support/pose_scenes.h"

/// Surfaces of which photographs can be taken: how bright they are and how high, at every place.
/// What a photograph shows depends on the light as well (surface_photo.h).
namespace espy::test {

enum class SurfaceKind : std::uint8_t {
  stone,   ///< grains of many sizes on clouds
  wood,    ///< rings, pores along them, knots
  cloth,   ///< a weave of threads that differ
  leaves,  ///< blades of leaves pressed together, as in bricks of tea
  clay,    ///< dried, in cells with cracks between them
};
inline constexpr int kSurfaceKinds = 5;

/// What makes one surface. Each has a layer below and one above: surfaces may share a part of the
/// one below, as planks of one tree and bricks of one mould do.
struct SurfaceSeed {
  SurfaceKind kind = SurfaceKind::stone;
  std::uint64_t own = 0;
  std::uint64_t other = 0;  ///< the surface that it shares with
  double shared = 0;        ///< this part of the layer below, 0..1
};

/// A square of texels.
struct SurfaceSheet {
  static constexpr std::int64_t kSide = 416;

  Canvas albedo{{kSide, kSide}};   ///< 0..1
  Canvas heights{{kSide, kSide}};  ///< in texels
  double gloss = 0;                ///< what shines, beside what is only bright
};

/// The same for the same seed.
SurfaceSheet surfaceSheet(const SurfaceSeed& seed);

}  // namespace espy::test
