// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/base/device_image.h"
#include "cuda/score/places.h"
#include "espy/control.h"

namespace espy::cuda {

/// Values of all places of a grid, sample by sample in 64 bits: for needles and scenes of any
/// format, of any size, with weights. Short launches, with a look at `control` after each.
void valuesOfAnything(const Gpu& gpu, const DevicePlane& scene, PixelFormat format,
                      const ScoredNeedle& needle, const PlaceGrid& grid, const ScoreRule& rule,
                      const Control& control, std::uint64_t* values);

/// Sums of all places: of I, then of I^2, then of I T, each as many as the grid counts. Makes
/// values of them with zncc and ssd.
void valuesOfSums(const Gpu& gpu, const PlaceGrid& grid, const ScoreRule& rule,
                  const std::uint64_t* sums, std::uint64_t* values);

}  // namespace espy::cuda
