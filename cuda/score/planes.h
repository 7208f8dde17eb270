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

/// A picture on the card, or rows of one, and what searches made of it.
struct SceneOnCard {
  const DeviceImage& image;
  DerivedPlanes& derived;
};

/// The 8-bit samples of a picture, one plane a channel that is compared; all planes alike in
/// pitch and size. A grey picture's one plane stands for all three.
struct BytePlanes {
  std::array<const std::uint8_t*, 3> bytes{};
  std::int64_t pitch = 0;  ///< a multiple of 16
  std::int64_t width = 0;
  std::int64_t height = 0;
};

/// Planes of the colour channels of a picture with 8-bit samples. What has to be made for that is
/// kept in `kept`, for the next time.
BytePlanes colourPlanes(const Gpu& gpu, const DeviceImage& image, DerivedPlanes& kept);

/// The squares of all samples: their lower bytes, and their upper ones.
struct SquarePlanes {
  BytePlanes low;
  BytePlanes high;
};
SquarePlanes squarePlanes(const Gpu& gpu, const DeviceImage& image, DerivedPlanes& kept);

/// Means of all blocks of step x step samples, rounded down, where their upper-left samples are.
/// The planes are split: a row has every step-th of them, then those one further on, and so on, in
/// segments of `segment` bytes. Rows and segments are as long as those of samples; what lies where
/// no whole block begins is undefined.
struct BlockPlanes {
  BytePlanes planes;
  int step = 1;
  std::int64_t segment = 0;  ///< a multiple of 16
};
/// With steps of 2, 4 and 8.
BlockPlanes blockPlanes(const Gpu& gpu, const DeviceImage& image, DerivedPlanes& kept, int step);

}  // namespace espy::cuda
