// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "cuda/base/device_image.h"
#include "cuda/base/gpu.h"
#include "cuda/exact/needle_pack.h"
#include "espy/engine/exact.h"
#include "exact/match_bits.h"
#include "exact/pattern.h"

/// Pass 1 as a kernel over a flag plane in device memory.
namespace espy::cuda {

/// Pass 1: sets the flags of one needle's base pixels to 1, all others to 0. A thread handles four
/// neighbouring pixels of four rows, so that enough loads are in flight to saturate memory.
class BaseFlagger {
 public:
  /// Uploads the needle. Must outlive what `flag` queues.
  BaseFlagger(Gpu& gpu, const exact::Pattern& pattern);
  void flag(const DevicePlane& scene, const DevicePlane& flags, const Control& control) const;

 private:
  Gpu& gpu_;
  const exact::Pattern* pattern_;
  NeedlePack pack_;
};

/// Downloads the base pixels of a flag plane, of the rows that `bits` has. Synchronises.
void fetchBases(const Gpu& gpu, const DevicePlane& flags, const Control& control,
                exact::MatchBits& bits);

}  // namespace espy::cuda
