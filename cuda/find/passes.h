// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "cuda/base/device_image.h"
#include "cuda/base/gpu.h"
#include "cuda/find/needle_pack.h"
#include "espy/find.h"
#include "find/match_bits.h"
#include "find/pattern.h"

/// The passes of DESIGN as kernels over flag planes in device memory, and what is needed around
/// them.
namespace espy::cuda {

/// Pass 1: flags the bases of one needle, everything else becomes 0. A thread takes four
/// neighbouring pixels of four rows: with one, too few reads are under way at once to keep the
/// memory busy.
class BaseFlagger {
 public:
  /// Sends the needle. Must outlive what `flag` queues.
  BaseFlagger(Gpu& gpu, const find::Pattern& pattern);
  void flag(const DevicePlane& scene, const DevicePlane& flags, const Control& control) const;

 private:
  Gpu& gpu_;
  const find::Pattern* pattern_;
  NeedlePack pack_;
};

/// Pass 2 for windows of one size: copies `bases` to `flags` and flags the members of each base's
/// window. With `accumulate`, adds the members to what `flags` holds, and bases become members.
void flagMembers(Gpu& gpu, const DevicePlane& bases, Size window, bool accumulate,
                 const DevicePlane& flags);

/// Flags these upper-left pixels as bases; nothing else changes. `firstRow` of the scene is row 0
/// of the plane, and what lies outside it is left out.
void setBases(Gpu& gpu, std::span<const Place> places, std::int64_t firstRow,
              const DevicePlane& flags);

/// Fetches the bases of a flag plane.
void fetchBases(Gpu& gpu, const DevicePlane& flags, std::int64_t firstRow, std::int64_t rows,
                const Control& control, find::MatchBits& bits);

}  // namespace espy::cuda
