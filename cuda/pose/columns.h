// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "cuda/score/needle.h"

namespace espy::cuda {

/// Warped needles as columns of a matrix product whose rows are windows of an 8-bit grey picture.
/// Groups of eight columns share the scene's bytes, 32 of a row per step; steps without any needle
/// pixel are skipped.
struct NeedleColumns {
  static constexpr int kNeedles = 8;
  static constexpr int kBytes = 32;
  static constexpr int kLanes = 32;

  /// A lane's operands for 32 bytes of eight needles: four samples minus 128 and those 16 later,
  /// then the mask likewise; 0 where no pixel counts.
  using Factors = std::array<std::uint32_t, 4>;
  /// Relative to a window's upper left pixel.
  struct Step {
    std::int32_t row = 0;
    std::int32_t column = 0;  ///< a multiple of kBytes
  };

  NeedleColumns(std::span<const ScoredNeedle> needles, const Control& control);

  int groups() const { return static_cast<int>(begins.size()) - 1; }

  std::vector<std::uint32_t> begins;  ///< first step of each group, and the end
  std::vector<Step> steps;
  std::vector<Factors> factors;  ///< per step, by lane
  std::int64_t width = 0;        ///< of the widest needle, rounded up to kBytes
  std::int64_t height = 0;
};

}  // namespace espy::cuda
