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
  bool inverted = false;         ///< bright is dark
  std::uint8_t block = 0;        ///< poses of one block (a quarter turn, mirrored) are neighbours
  std::uint32_t angleIndex = 0;  ///< in its block
  std::uint32_t scaleIndex = 0;

  bool operator==(const GridPose&) const = default;
};

/// The poses of one needle.
struct PoseGrid {
  std::vector<GridPose> poses;  ///< in order: at equal scores earlier ones come first
  std::uint32_t angles = 1;     ///< of a block
  std::uint32_t scales = 1;
  bool circle = false;   ///< the last angle lies beside the first one
  double angleStep = 0;  ///< degrees; 0 where there is one angle
  double scaleStep = 0;  ///< from a scale to the next, over the scale
  /// Millionths of a turned needle's pixels that must lie inside the scene.
  std::int64_t visible = 1'000'000;
};

/// Throws `badUse` for ranges that make no sense, and for what this method has no answer to.
void checkPoses(Method method, const PoseOptions& options);

/// Throws `badUse` for needles and ranges that make no sense, and where there are too many poses.
PoseGrid poseGrid(const Needle& needle, const PoseOptions& options);

/// A place and a pose, which may become a match: `peak.x`, `peak.y` is the upper-left pixel of the
/// turned needle's window, or of what of it lies inside the scene.
struct PosedPeak {
  Peak peak;
  std::uint32_t pose = 0;   ///< of its needle's grid
  std::uint32_t left = 0;   ///< columns of the window to the left of the scene,
  std::uint32_t above = 0;  ///< and rows above it

  bool operator==(const PosedPeak&) const = default;
};

/// What an engine answers.
struct PosedPlaces {
  /// Those with at least the minimum that no neighbour beats: in its own pose or one beside it
  /// (angle and scale at most one step off, and the other polarity), with a centre at most one
  /// pixel to the side, up or down. Ordered by score, then y, then x, then needle, then pose.
  std::vector<PosedPeak> peaks;
  /// If it was wanted and there are no peaks: the first in that order, of all or of what fast met.
  std::optional<PosedPeak> best;
};

/// The capability "pose find". There is a grid for each needle.
struct FindPosed {
  static constexpr const char* kName = "pose find";
  using Function = std::function<PosedPlaces(
      const Scene& scene, std::span<const Needle> needles, std::span<const PoseGrid> grids,
      const ScoreOptions& options, PoseSearch search, const Control& control, RunReport& report)>;
};

/// Adds this room's function for the built-in engines.
void addPosed(Registry& registry);

}  // namespace espy
#pragma GCC visibility pop
