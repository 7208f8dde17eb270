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

#include "espy/control.h"
#include "espy/find.h"
#include "espy/registry.h"
#include "espy/scene.h"
#include "espy/score.h"

#pragma GCC visibility push(default)
/// The same thing, but turned, mirrored, or at another size.
///
///     espy::PoseOptions pose;
///     pose.angle = {-180, 180};
///     pose.scale = {0.8, 1.25};
///     espy::Finding found = espy::findPosed(registry, "auto", scene, {{needle}}, options, pose);
///
/// A pose is an angle, a scale, and whether the needle is mirrored first. In each pose of a grid
/// the needle is turned and scaled by whole numbers, its corners are masked, and what comes out is
/// looked for as any needle: scores are exact, and the same on every engine.
namespace espy {

/// Angles (degrees, counter-clockwise as seen) or scales.
struct PoseRange {
  double first = 0;
  double last = 0;
  double step = 0;  ///< 0: as fine as the needle asks for

  bool isOne() const { return first == last; }
  bool operator==(const PoseRange&) const = default;
};

/// How thoroughly poses are looked for.
enum class PoseSearch : std::uint8_t {
  fast,      ///< coarse to fine; may miss what hardly reaches the minimum
  complete,  ///< all that trying every pose of the grid at every place finds
};

/// Whether bright may be dark.
enum class Polarity : std::uint8_t {
  same,
  any,  ///< zncc: inverted contrast too; the score is the coefficient's absolute value
};

/// Which poses of a needle are looked for. As it stands: the needle as it is.
struct PoseOptions {
  PoseRange angle{0, 0, 0};
  PoseRange scale{1, 1, 0};
  bool quarterTurns = false;  ///< also 90, 180 and 270 degrees further
  bool flip = false;          ///< also mirrored
  PoseSearch search = PoseSearch::fast;
  Polarity polarity = Polarity::same;
  /// sad, ssd, zncc: needles may hang over the scene's border as long as this share of the pixels
  /// that take part lies inside; more than 0, 1: wholly inside. Only those pixels are compared.
  double visible = 1;

  /// Is there more to try than the needle as it is?
  bool isAsked() const { return *this != PoseOptions(); }
  /// Only quarter turns and mirroring, by which pixels move and do not change.
  bool isWhole() const {
    return angle == PoseRange{0, 0, 0} && scale == PoseRange{1, 1, 0} &&
           polarity == Polarity::same && visible == 1;
  }
  bool operator==(const PoseOptions&) const = default;
};

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
  std::uint32_t left = 0;   ///< so many columns of the window lie to the left of the scene,
  std::uint32_t above = 0;  ///< and so many rows above it

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

/// Finds needles in any pose of these ranges. Overlaps are those of the turned windows. A match
/// says where between pixels, and between the poses of the grid, it lies best: a least-squares fit,
/// which does not change its score.
Finding findPosed(const Registry& registry, std::string_view engine, const Scene& scene,
                  std::span<const Needle> needles, const ScoreOptions& options,
                  const PoseOptions& pose, const SelectOptions& select = {},
                  const Control& control = {});

/// Adds this room's function for the built-in engines.
void addPosed(Registry& registry);

}  // namespace espy
#pragma GCC visibility pop
