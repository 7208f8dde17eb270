// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/base/device_image.h"
#include "cuda/score/places.h"
#include "espy/control.h"

namespace espy::cuda {

/// Computes the values of all positions of a grid, sample by sample in 64 bits: for any format and
/// size, with weights. Short launches; checks `control` after each.
void valuesOfAnything(const Gpu& gpu, const DevicePlane& scene, PixelFormat format,
                      const ScoredNeedle& needle, const PlaceGrid& grid, const ScoreRule& rule,
                      const Control& control, std::uint64_t* values);

/// Converts sums of all positions (of I, then I^2, then I T, each `grid.count()` long) to values;
/// zncc and ssd.
void valuesOfSums(const Gpu& gpu, const PlaceGrid& grid, const ScoreRule& rule,
                  const std::uint64_t* sums, std::uint64_t* values);

}  // namespace espy::cuda
