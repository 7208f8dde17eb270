// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cuda/base/device_image.h"
#include "cuda/base/gpu.h"
#include "cuda/base/resident.h"

namespace espy::cuda {

/// A picture on the GPU, or rows of one, and planes derived from it.
struct SceneOnDevice {
  const DeviceImage& image;
  DerivedPlanes& derived;
};

/// 8-bit samples, one plane per compared channel, of equal pitch and size. A grey picture's plane
/// is used for all three.
struct BytePlanes {
  std::array<const std::uint8_t*, 3> bytes{};
  std::int64_t pitch = 0;  ///< bytes, a multiple of 16
  std::int64_t width = 0;
  std::int64_t height = 0;
};

/// Planes of the colour channels of an 8-bit picture. Planes that have to be computed are cached in
/// `kept`.
BytePlanes colourPlanes(const Gpu& gpu, const DeviceImage& image, DerivedPlanes& kept);

/// The squares of all samples: low bytes and high bytes.
struct SquarePlanes {
  BytePlanes low;
  BytePlanes high;
};
SquarePlanes squarePlanes(const Gpu& gpu, const DeviceImage& image, DerivedPlanes& kept);

/// Averages of all blocks of step x step samples, rounded down, at their upper-left samples. The
/// planes are deinterleaved: a row has every step-th average, then those one further on, and so on,
/// in segments of `segment` bytes. Rows and segments have the sizes of the samples'; values without
/// a whole block are undefined.
struct BlockPlanes {
  BytePlanes planes;
  int step = 1;
  std::int64_t segment = 0;  ///< bytes, a multiple of 16
};
/// `step`: 2, 4 or 8.
BlockPlanes blockPlanes(const Gpu& gpu, const DeviceImage& image, DerivedPlanes& kept, int step);

}  // namespace espy::cuda
