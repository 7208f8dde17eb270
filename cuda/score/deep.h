// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/score/correlate.h"
#include "cuda/score/needle.h"

namespace espy::cuda {

/// The high and low bytes of a picture's 16-bit samples.
struct DeepPlanes {
  BytePlanes high;
  BytePlanes low;
};
DeepPlanes deepPlanes(const Gpu& gpu, const DeviceImage& image, DerivedPlanes& kept);

/// A needle without a mask for scenes of 16-bit samples, stored as two needles of bytes: a product
/// of samples is four products of bytes, on the 8-bit tensor cores.
class DeepNeedle {
 public:
  /// Number of planes of sums that `values` needs, each of `PlaceGrid::count()`.
  static constexpr int kSums = 4;
  static constexpr std::int64_t kWidest = 1024;

  DeepNeedle(const Gpu& gpu, const ScoredNeedle& needle);

  /// Writes the values of all positions, zncc or ssd.
  void values(const Gpu& gpu, const DeviceImage& image, DerivedPlanes& kept, const PlaceGrid& grid,
              const ScoreRule& rule, std::int32_t* sums, std::uint64_t* values) const;

 private:
  Size size_;
  int channels_;
  Factors factors_;  ///< of the high bytes, then of the low ones
};

}  // namespace espy::cuda
