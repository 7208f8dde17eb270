// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "support/pose_scenes.h"

/// Synthetic surfaces with albedo and height, to be photographed under varying light
/// (surface_photo.h).
namespace espy::test {

enum class SurfaceKind : std::uint8_t {
  stone,   ///< grains of many sizes on noise
  wood,    ///< rings, pores along them, knots
  cloth,   ///< a weave of different threads
  leaves,  ///< compressed leaves, as in bricks of tea
  clay,    ///< dried, with cracks between cells
};
inline constexpr int kSurfaceKinds = 5;

/// Seeds of a surface. It has a lower and an upper layer; surfaces may share a part of the lower
/// one, like planks of one tree or bricks of one mould.
struct SurfaceSeed {
  SurfaceKind kind = SurfaceKind::stone;
  std::uint64_t own = 0;
  std::uint64_t other = 0;  ///< of the surface to share with
  double shared = 0;        ///< fraction of the lower layer, 0..1
};

/// A square of texels.
struct SurfaceSheet {
  static constexpr std::int64_t kSide = 416;

  Canvas albedo{{kSide, kSide}};   ///< 0..1
  Canvas heights{{kSide, kSide}};  ///< in texels
  double gloss = 0;                ///< strength of specular reflection
};

/// Deterministic in `seed`.
SurfaceSheet surfaceSheet(const SurfaceSeed& seed);

}  // namespace espy::test
