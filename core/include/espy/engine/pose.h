// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "espy/engine/score.h"

#pragma GCC visibility push(default)
namespace espy {

/// One pose of a grid.
struct GridPose {
  std::int64_t angle = 0;          ///< millionths of a degree, from 0 to less than 360 degrees
  std::int64_t scale = 1'000'000;  ///< millionths
  bool mirrored = false;
  bool inverted = false;         ///< inverted contrast
  std::uint8_t block = 0;        ///< a quarter turn and mirroring; its poses are neighbours
  std::uint32_t angleIndex = 0;  ///< in its block
  std::uint32_t scaleIndex = 0;

  bool operator==(const GridPose&) const = default;
};

/// The poses of one needle.
struct PoseGrid {
  std::vector<GridPose> poses;  ///< in order of preference at equal scores
  std::uint32_t angles = 1;     ///< per block
  std::uint32_t scales = 1;
  bool circle = false;   ///< the last angle is adjacent to the first
  double angleStep = 0;  ///< degrees; 0 for one angle
  double scaleStep = 0;  ///< ratio of adjacent scales, minus 1
  /// Millionths of a turned needle's pixels that must be inside the scene.
  std::int64_t visible = 1'000'000;
};

/// Throws `badUse` for invalid ranges, and for poses that the method does not support.
void checkPoses(Method method, const PoseOptions& options);

/// Throws `badUse` for invalid needles and ranges, and for too many poses.
PoseGrid poseGrid(const Needle& needle, const PoseOptions& options);

/// A candidate position and pose: (`peak.x`, `peak.y`) is the upper-left pixel of the turned
/// needle's window, clipped to the scene.
struct PosedPeak {
  Peak peak;
  std::uint32_t pose = 0;   ///< index in its needle's grid
  std::uint32_t left = 0;   ///< columns of the window left of the scene,
  std::uint32_t above = 0;  ///< and rows above it

  bool operator==(const PosedPeak&) const = default;
};

/// Result of an engine.
struct PosedPlaces {
  /// Local maxima with at least the minimum score: no better neighbour in the same or an adjacent
  /// pose (angle and scale at most one step off, any polarity) with a centre at most one pixel away
  /// in x and y. Ordered by score, then y, then x, then needle, then pose.
  std::vector<PosedPeak> peaks;
  /// If requested and there are no peaks: the first candidate in that order, of all, or with `fast`
  /// of those visited.
  std::optional<PosedPeak> best;
};

/// Capability "pose find". One grid per needle.
struct FindPosed {
  static constexpr const char* kName = "pose find";
  using Function = std::function<PosedPlaces(
      const Scene& scene, std::span<const Needle> needles, std::span<const PoseGrid> grids,
      const ScoreOptions& options, PoseSearch search, const Control& control, RunReport& report)>;
};

/// Adds pose search by the built-in engines.
void addPosed(Registry& registry);

}  // namespace espy
#pragma GCC visibility pop
