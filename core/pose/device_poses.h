// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "espy/engine/pose.h"
#include "find/needle.h"
#include "score/formula.h"

namespace espy::pose {

/// The part of the coarse-to-fine search that a device does: integer sums, from which the CPU
/// computes the same scores as on its own.
class DevicePoses {
 public:
  /// Side of the blocks of positions summed together.
  static constexpr std::int64_t kSide = 3;
  static constexpr std::size_t kPlaces = kSide * kSide;

  DevicePoses() = default;
  DevicePoses(const DevicePoses&) = delete;
  DevicePoses& operator=(const DevicePoses&) = delete;
  virtual ~DevicePoses() = default;

  /// Local maxima (8 neighbours) with at least this zncc of these needles in the scene at
  /// 1/2^shift, as `halved` makes it; unordered. Nothing if the CPU has to do it.
  virtual std::optional<std::vector<Peak>> peaks(int shift, std::span<const Needle> needles,
                                                 double minScore, const Control& control) = 0;

  /// A pose at kSide x kSide positions from (x, y) on. Sums of windows that are partly outside
  /// the scene are ignored.
  struct Block {
    std::uint32_t pose = 0;  ///< of the grid
    std::int64_t x = 0;
    std::int64_t y = 0;
  };
  struct BlockSums {
    finders::NeedleSums needle;
    std::array<score::WindowSums, kPlaces> windows;  ///< row by row
  };
  /// Prepares sums of this needle, 2^enlarged times its nominal size, in the scene at 1/2^shift;
  /// false if the CPU has to do it.
  virtual bool beginSums(int shift, const Needle& needle, int enlarged, const Control& control) = 0;
  virtual std::vector<BlockSums> sumsOf(const PoseGrid& grid, std::span<const Block> blocks,
                                        const Control& control) = 0;
};

}  // namespace espy::pose
