// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/base/device_image.h"
#include "cuda/base/stream.h"
#include "espy/mark.h"

/// The kernels of milestones 1 to 3 (docs/lab.md): in place, on 8-bit grey or RGBA.
namespace espy::cuda {

/// Paints pixels white that have not the colour; alpha is kept.
void queueScreen(const DevicePlane& picture, Colour shape, const Stream& stream);

/// Paints pixels of the ground white that have one of the shape among their eight neighbours.
/// Neither colour may be white.
void queueOutlineShape(const DevicePlane& picture, Colour shape, Colour ground,
                       const Stream& stream);

}  // namespace espy::cuda
