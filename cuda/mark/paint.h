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

/// Paints the style: white-out copies `from`, which may be the picture itself, with unflagged
/// pixels white; the others change pixels of the picture.
void paintByFlags(Gpu& gpu, const DevicePlane& from, const DeviceImage& picture,
                  const DevicePlane& flags, const MarkOptions& options);

/// Flags pixels whose colour samples all are within `tolerance` of the colour's.
void screenOnDevice(Gpu& gpu, const DevicePlane& scene, PixelFormat format, Colour keep,
                    int tolerance, const DevicePlane& flags);

}  // namespace espy::cuda
