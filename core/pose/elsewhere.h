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

/// What a device does of the search from coarse to fine: sums of whole numbers, of which the
/// processor makes the same scores as of its own. So it finds what the processor would.
class PosesElsewhere {
 public:
  /// Of a side of the places that are summed up together.
  static constexpr std::int64_t kSide = 3;
  static constexpr std::size_t kPlaces = kSide * kSide;

  PosesElsewhere() = default;
  PosesElsewhere(const PosesElsewhere&) = delete;
  PosesElsewhere& operator=(const PosesElsewhere&) = delete;
  virtual ~PosesElsewhere() = default;

  /// Of the scene at 1/2^shift, as `halved` makes it, the places at which one of these turned
  /// needles has at least this zncc, and no less than at the eight places around; in no order.
  /// Nothing where that is left to the processor.
  virtual std::optional<std::vector<Peak>> peaks(int shift, std::span<const Needle> needles,
                                                 double minScore, const Control& control) = 0;

  /// A needle in a pose at kSide x kSide places, the first of which is this one. Some of them may
  /// lie where the window sticks out: then nobody looks at what is said of those.
  struct Block {
    std::uint32_t pose = 0;  ///< of the grid
    std::int64_t x = 0;
    std::int64_t y = 0;
  };
  struct BlockSums {
    finders::NeedleSums needle;
    std::array<score::WindowSums, kPlaces> windows;  ///< row by row
  };
  /// From now on windows of the scene at 1/2^shift are summed up for this needle, which is
  /// 2^enlarged times as large as poses are meant for; false where they are left to the processor.
  virtual bool beginSums(int shift, const Needle& needle, int enlarged, const Control& control) = 0;
  virtual std::vector<BlockSums> sumsOf(const PoseGrid& grid, std::span<const Block> blocks,
                                        const Control& control) = 0;
};

}  // namespace espy::pose
