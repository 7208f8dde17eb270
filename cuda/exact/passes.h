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

/// Pass 1 of DESIGN as a kernel over a flag plane in device memory, and what is needed around it.
namespace espy::cuda {

/// Pass 1: flags the bases of one needle, everything else becomes 0. A thread takes four
/// neighbouring pixels of four rows: with one, too few reads are under way at once to keep the
/// memory busy.
class BaseFlagger {
 public:
  /// Sends the needle. Must outlive what `flag` queues.
  BaseFlagger(Gpu& gpu, const exact::Pattern& pattern);
  void flag(const DevicePlane& scene, const DevicePlane& flags, const Control& control) const;

 private:
  Gpu& gpu_;
  const exact::Pattern* pattern_;
  NeedlePack pack_;
};

/// Fetches the bases of a flag plane.
void fetchBases(Gpu& gpu, const DevicePlane& flags, std::int64_t firstRow, std::int64_t rows,
                const Control& control, exact::MatchBits& bits);

}  // namespace espy::cuda
