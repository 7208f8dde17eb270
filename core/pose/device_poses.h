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
#include "pose/grid.h"
#include "pose/steps.h"
#include "score/formula.h"

namespace espy::pose {

/// From a pose to a neighbour: along angles or scales, or along both.
struct PoseStep {
  std::int64_t angles;
  std::int64_t scales;
};
inline constexpr std::size_t kPoseSteps = 8;
inline constexpr std::size_t kStraightSteps = 4;  ///< the first of them

/// Below full size a climb ends after this number of steps. It forgets scores if it knows more.
inline constexpr int kMostClimbSteps = 64;
inline constexpr int kMostKnownScores = 1024;

/// Where a climb begins.
struct Start {
  std::uint32_t pose;
  std::int64_t x;
  std::int64_t y;
  double least;  ///< start score below which a climb is pruned
};

/// How climbs at a level go from pose to pose.
struct ClimbRule {
  int shift = 0;
  /// Turned, grown, turned back, shrunk; then both at once.
  std::array<PoseStep, kPoseSteps> steps;
  /// Drift::by of each step, of needles as they are and mirrored.
  std::array<std::array<Drift::Shift, kPoseSteps>, 2> drifts;
};

/// The end of a climb.
struct Climbed {
  bool isFound = false;  ///< false: it was pruned
  bool isPeak = false;   ///< a local maximum
  PosedPeak at;
  std::int64_t asked = 0;  ///< scores
  /// The scores of the neighbours at the straight steps; NaN if one was not asked for.
  std::array<double, kStraightSteps> beside;
};

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

  /// The grid of the climbs that follow. It outlives them.
  virtual void beginGrid(const GridIndex& index) = 0;
  /// What `Slope` would find from each start, at a level below full size that `beginSums` has
  /// prepared. Nothing if the caller has to climb, by `sumsOf`: if windows are large.
  virtual std::optional<std::vector<Climbed>> climb(const ClimbRule& rule,
                                                    std::span<const Start> starts,
                                                    const Control& control) = 0;
};

}  // namespace espy::pose
