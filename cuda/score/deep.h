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
  /// Number of planes of sums of products, each of `PlaceGrid::count()`.
  static constexpr int kSums = 4;
  static constexpr std::int64_t kWidest = 1024;

  DeepNeedle(const Gpu& gpu, const ScoredNeedle& needle);

  /// Writes the sums of products of all positions.
  void correlate(const Gpu& gpu, const DeviceImage& image, DerivedPlanes& kept,
                 const PlaceGrid& grid, std::int32_t* sums) const;
  /// Finds the candidates from these sums, zncc or ssd. With zncc the summary's key has the error
  /// bound kKeyError.
  void findCandidates(const Gpu& gpu, const DeviceImage& image, DerivedPlanes& kept,
                      const PlaceGrid& grid, const Scoring& scoring, const std::int32_t* sums,
                      const Candidates& candidates) const;

 private:
  Size size_;
  int channels_;
  Factors factors_;  ///< of the high bytes, then of the low ones
};

}  // namespace espy::cuda
