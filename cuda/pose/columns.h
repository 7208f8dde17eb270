// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "cuda/score/needle.h"

namespace espy::cuda {

/// Turned needles as columns of a matrix product, whose rows are windows of a grey picture of
/// bytes. Eight needles are a group: their columns meet the same bytes of the scene, 32 of a row at
/// a time, and where none of them has a pixel, none are multiplied.
struct NeedleColumns {
  static constexpr int kNeedles = 8;
  static constexpr int kBytes = 32;
  static constexpr int kLanes = 32;

  /// What a lane of a warp holds of 32 bytes of eight needles: four bytes and those 16 further on
  /// of samples less 128, then of ones; both 0 where no pixel takes part.
  using Factors = std::array<std::uint32_t, 4>;
  /// From a window's upper-left pixel.
  struct Step {
    std::int32_t row = 0;
    std::int32_t column = 0;  ///< a multiple of kBytes
  };

  NeedleColumns(std::span<const ScoredNeedle> needles, const Control& control);

  int groups() const { return static_cast<int>(begins.size()) - 1; }

  std::vector<std::uint32_t> begins;  ///< of each group's steps, and their end
  std::vector<Step> steps;
  std::vector<Factors> factors;  ///< of each step, by lane
  std::int64_t width = 0;        ///< of the widest needle, rounded up to kBytes
  std::int64_t height = 0;
};

}  // namespace espy::cuda
