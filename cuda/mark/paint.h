// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "cuda/base/device_image.h"
#include "cuda/base/gpu.h"
#include "espy/engine/mark.h"

/// Pass 3 and screening as kernels over pictures and flag planes in device memory.
namespace espy::cuda {

/// The samples of one pixel.
using PixelBytes = std::array<std::uint8_t, 8>;
PixelBytes opaqueBytes(PixelFormat format, Colour colour);

/// Writes `from` with everything unflagged white to `to`, which may be the same.
void whiteOut(Gpu& gpu, const DevicePlane& from, PixelFormat format, const DevicePlane& flags,
              const DevicePlane& to);

/// Darkens what is not flagged.
void dim(Gpu& gpu, const DevicePlane& picture, PixelFormat format, const DevicePlane& flags);

/// Paints what is not flagged and has a flag within `thickness` pixels.
void outline(Gpu& gpu, const DevicePlane& picture, PixelFormat format, const DevicePlane& flags,
             int thickness, Colour colour);

/// Flags the pixels of which no colour sample is further than `tolerance` from the colour's.
void screenOnDevice(Gpu& gpu, const DevicePlane& scene, PixelFormat format, Colour keep,
                    int tolerance, const DevicePlane& flags);

}  // namespace espy::cuda
