// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "cuda/base/gpu.h"
#include "cuda/base/resident.h"
#include "espy/engine/mark.h"

/// Registered functions of the engines `cuda` and `cuda-passes` (espy/mark.h), which share the
/// kernels.
namespace espy::cuda {

void paintMarks(const MutableImageView& picture, const ImageView& flags, const MarkOptions& options,
                const Control& control, Timeline& timeline);
Image screenColour(const ImageView& scene, Colour keep, int tolerance, const Control& control,
                   Timeline& timeline);
Image markPicture(const Scene& scene, std::span<const Match> matches, const MarkOptions& options,
                  const Control& control, Timeline& timeline);

/// The device part of markPicture: leaves flags and paint in `scene.painted()`.
void markOnDevice(Gpu& gpu, DevicePicture& scene, std::span<const Match> matches,
                  const MarkOptions& options, StageClock& clock);

}  // namespace espy::cuda
