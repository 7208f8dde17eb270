// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "cuda/base/device_image.h"
#include "cuda/base/gpu.h"
#include "espy/engine/mark.h"

/// Kernels that paint a picture by its flags (pass 3), and that screen it by colour, in device
/// memory.
namespace espy::cuda {

/// Samples of one pixel.
using PixelBytes = std::array<std::uint8_t, 8>;
PixelBytes opaqueBytes(PixelFormat format, Colour colour);

/// Copies `from` to `to`, which may be the same, with unflagged pixels white.
void whiteOut(Gpu& gpu, const DevicePlane& from, PixelFormat format, const DevicePlane& flags,
              const DevicePlane& to);

/// Dims unflagged pixels, or lightens them.
void dim(Gpu& gpu, const DevicePlane& picture, PixelFormat format, const DevicePlane& flags,
         bool lighten);

/// Paints unflagged pixels that have a flag within `thickness` pixels.
void outline(Gpu& gpu, const DevicePlane& picture, PixelFormat format, const DevicePlane& flags,
             int thickness, Colour colour);

/// Flags pixels whose colour samples all are within `tolerance` of the colour's.
void screenOnDevice(Gpu& gpu, const DevicePlane& scene, PixelFormat format, Colour keep,
                    int tolerance, const DevicePlane& flags);

}  // namespace espy::cuda
