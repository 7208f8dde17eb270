// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The grid of poses.
#include "pose/grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "base/phrase.h"
#include "espy/error.h"
#include "find/check.h"
#include "picture/turn.h"
#include "pose/pyramid.h"
#include "pose/warp_needle.h"

namespace espy {
namespace {

using picture::Turn;

constexpr double kMostPoses = 4e6;

[[noreturn]] void refuse(const Message& sentence) {
  throw Error(ErrorCode::badUse, sentence);
}

std::string inWords(double number) {
  return fmt::format("{}", number);
}

void checkAngles(const PoseRange& range) {
  constexpr double kMost = 360;
  const std::string first = inWords(range.first);
  const std::string last = inWords(range.last);
  if (!std::isfinite(range.first) || !std::isfinite(range.last) || !std::isfinite(range.step)) {
    refuse(phrase("the angles from {} to {} are not numbers", first, last));
  }
  if (range.first > range.last) {
    refuse(phrase("there are no angles from {} to {}: the first is larger", first, last));
  }
  if (range.first < -kMost || range.last > kMost) {
    refuse(phrase("the angles from {} to {} are not all within -360 and 360 degrees", first, last));
  }
  if (range.step < 0)
    refuse(phrase("the step of angles must not be below 0, but is {}", inWords(range.step)));
}

void checkScales(const PoseRange& range) {
  constexpr double kLeast = 0.01;
  constexpr double kMost = 100;
  const std::string first = inWords(range.first);
  const std::string last = inWords(range.last);
  if (!std::isfinite(range.first) || !std::isfinite(range.last) || !std::isfinite(range.step)) {
    refuse(phrase("the scales from {} to {} are not numbers", first, last));
  }
  if (range.first > range.last) {
    refuse(phrase("there are no scales from {} to {}: the first is larger", first, last));
  }
  if (range.first < kLeast || range.last > kMost) {
    refuse(phrase("the scales from {} to {} are not all within 0.01 and 100", first, last));
  }
  if (range.step < 0)
    refuse(phrase("the step of scales must not be below 0, but is {}", inWords(range.step)));
}

std::string countInWords(double count) {
  constexpr double kDigits = 1e15;
  if (!std::isfinite(count)) return ">1e308";
  return count < kDigits ? fmt::format("{:.0f}", count) : fmt::format("{:.3g}", count);
}

/// Angles and scales are multiples of a millionth; finer steps would repeat.
void checkFineness(const PoseRange& range) {
  constexpr double kFinest = 1e-6;
  if (range.isOne() || range.step == 0 || range.step >= kFinest) return;
  refuse(phrase("the step {} is finer than a millionth, the resolution of angles and scales",
                inWords(range.step)));
}

void checkVisible(double share) {
  if (share > 0 && share <= 1) return;
  refuse(phrase("the visible share {} of a needle must be above 0 and at most 1", inWords(share)));
}

std::int64_t millionths(double value) {
  return std::llround(value * static_cast<double>(Turn::kOne));
}

double stepsIn(double extent, double step) {
  // Rounding must not add a step.
  constexpr double kNearly = 1e-9;
  return std::floor(extent / step + kNearly);
}

/// The angles of a block, in millionths of a degree.
struct Angles {
  double count = 1;
  double step = 0;
  bool circle = false;
};

Angles anglesOf(const PoseRange& range, double finest) {
  Angles angles;
  if (range.isOne()) return angles;
  const double extent = range.last - range.first;
  if (range.step > 0) {
    angles.step = range.step;
    angles.count = stepsIn(extent, range.step) + 1;
    // Beyond a full turn angles repeat.
    const double ofTurn = std::ceil(360 / range.step - 1e-9);
    angles.circle = extent >= 360 && std::abs(ofTurn * range.step - 360) < 1e-6;
    if (extent >= 360) angles.count = std::min(angles.count, ofTurn);
    return angles;
  }
  angles.circle = extent >= 360;
  const double steps = std::max(1.0, std::ceil(std::min(extent, 360.0) / finest));
  angles.step = std::min(extent, 360.0) / steps;
  angles.count = angles.circle ? steps : steps + 1;
  return angles;
}

struct Scales {
  double count = 1;
  double step = 0;
  bool isRatio = false;
};

Scales scalesOf(const PoseRange& range, double finest) {
  if (range.isOne()) return {};
  if (range.step > 0) return {stepsIn(range.last - range.first, range.step) + 1, range.step, false};
  const double extent = std::log(range.last / range.first);
  const double steps = std::max(1.0, std::ceil(extent / std::log1p(finest)));
  return {steps + 1, std::expm1(extent / steps), true};
}

std::int64_t scaleAt(const PoseRange& range, const Scales& scales, std::uint32_t index) {
  if (range.isOne()) return millionths(range.first);
  if (!scales.isRatio) return millionths(range.first + index * scales.step);
  return millionths(range.first * std::pow(range.last / range.first, index / (scales.count - 1)));
}

std::int64_t wrapped(std::int64_t angle) {
  angle %= Turn::kCircle;
  return angle < 0 ? angle + Turn::kCircle : angle;
}

/// The needle's steps at the largest of these scales: shrinking loses detail.
pose::PoseSteps stepsWithin(const Needle& needle, const PoseRange& scales) {
  const std::shared_ptr<pose::NeedlePyramid> sizes = pose::NeedlePyramid::of(needle, false);
  const auto shrunk = sizes->stepsAt(0, millionths(std::min(1.0, scales.last)));
  return shrunk ? *shrunk : *sizes->stepsAt(0, Turn::kOne);
}

/// A quarter turn and a mirroring applied to all poses of a block.
struct Symmetry {
  int quarters = 0;
  bool mirrored = false;
};

/// Only symmetries that change the needle; otherwise each position would be found twice.
std::vector<Symmetry> symmetriesOf(const Needle& needle, const PoseOptions& options,
                                   bool weighted) {
  std::vector<Symmetry> kept;
  const pose::NeedleWarper warper(needle, weighted);
  std::vector<pose::WarpedNeedle> seen;
  for (const bool mirrored : {false, true}) {
    if (mirrored && !options.flip) break;
    for (int quarters = 0; quarters < (options.quarterTurns ? 4 : 1); ++quarters) {
      GridPose turned;
      turned.angle = quarters * (Turn::kCircle / 4);
      turned.mirrored = mirrored;
      pose::WarpedNeedle warped = warper.warp(turned);
      const bool known = std::any_of(seen.begin(), seen.end(), [&](const auto& other) {
        return samePixels(other.picture, warped.picture) && samePixels(other.mask, warped.mask);
      });
      if (known) continue;
      kept.push_back({quarters, mirrored});
      seen.push_back(std::move(warped));
    }
  }
  return kept;
}

}  // namespace

void checkPoses(Method method, const PoseOptions& options) {
  checkAngles(options.angle);
  checkScales(options.scale);
  if (method == Method::exact && !options.isWhole()) {
    refuse(
        phrase("exact finds needles in quarter turns and mirrored; for other angles and scales use "
               "zncc, ssd or sad"));
  }
  if (options.polarity == Polarity::any && method != Method::zncc) {
    refuse(phrase("inverted contrast is for zncc; sad and ssd compare the values themselves"));
  }
}

PoseGrid poseGrid(const Needle& needle, const PoseOptions& options) {
  return pose::gridFor(needle, options, true);
}

PoseGrid pose::gridFor(const Needle& needle, const PoseOptions& options, bool weighted) {
  finders::checkRequest({}, {&needle, 1});
  checkAngles(options.angle);
  checkScales(options.scale);
  checkVisible(options.visible);
  const bool wantsSteps = (!options.angle.isOne() && options.angle.step == 0) ||
                          (!options.scale.isOne() && options.scale.step == 0);
  pose::PoseSteps finest;
  if (wantsSteps) finest = stepsWithin(needle, options.scale);
  const Angles angles = anglesOf(options.angle, finest.angle);
  const Scales scales = scalesOf(options.scale, finest.scale);
  const double count = angles.count * scales.count * (options.quarterTurns ? 4 : 1) *
                       (options.flip ? 2 : 1) * (options.polarity == Polarity::any ? 2 : 1);
  if (!(count <= kMostPoses)) {
    refuse(
        phrase("these angles and scales give {} poses of a needle of {} x {} pixels, more than the "
               "limit of {}; use larger steps",
               countInWords(count), needle.picture.width(), needle.picture.height(),
               countInWords(kMostPoses)));
  }
  checkFineness(options.angle);
  checkFineness(options.scale);
  PoseGrid grid;
  grid.visible = std::max<std::int64_t>(1, millionths(options.visible));
  grid.angles = static_cast<std::uint32_t>(angles.count);
  grid.scales = static_cast<std::uint32_t>(scales.count);
  grid.circle = angles.circle;
  grid.angleStep = grid.angles > 1 ? angles.step : 0;
  if (grid.scales > 1) {
    grid.scaleStep = scales.isRatio ? scales.step : scales.step / options.scale.first;
  }
  const bool turns = options.quarterTurns || options.flip;
  const std::vector<Symmetry> symmetries =
      turns ? symmetriesOf(needle, options, weighted) : std::vector<Symmetry>{{}};
  // A range may contain its own quarter turns, and its first angle again; very fine steps may be
  // rounded to the same angle.
  constexpr double kNearlyRounded = 1e-5;
  std::set<std::pair<std::int64_t, bool>> known;
  grid.poses.reserve(static_cast<std::size_t>(count));
  for (std::size_t block = 0; block < symmetries.size(); ++block) {
    const Symmetry& symmetry = symmetries[block];
    for (std::uint32_t a = 0; a < grid.angles; ++a) {
      const std::int64_t angle = wrapped(millionths(options.angle.first + a * grid.angleStep) +
                                         symmetry.quarters * (Turn::kCircle / 4));
      const bool mayRepeat = symmetries.size() > 1 || a == 0 || a + 1 == grid.angles ||
                             grid.angleStep < kNearlyRounded;
      if (mayRepeat && !known.insert({angle, symmetry.mirrored}).second) continue;
      for (std::uint32_t s = 0; s < grid.scales; ++s) {
        for (const bool inverted : {false, true}) {
          if (inverted && options.polarity == Polarity::same) break;
          grid.poses.push_back({angle, scaleAt(options.scale, scales, s), symmetry.mirrored,
                                inverted, static_cast<std::uint8_t>(block), a, s});
        }
      }
    }
  }
  return grid;
}

namespace pose {

GridIndex::GridIndex(const PoseGrid& grid) : grid_(grid) {
  std::size_t blocks = 0;
  for (const GridPose& pose : grid.poses) blocks = std::max<std::size_t>(blocks, pose.block + 1U);
  poses_.assign(at(blocks, 0, 0, false), kNone);
  for (std::uint32_t p = 0; p < grid.poses.size(); ++p) {
    const GridPose& pose = grid.poses[p];
    poses_[at(pose.block, pose.angleIndex, pose.scaleIndex, pose.inverted)] = p;
  }
}

std::optional<std::uint32_t> GridIndex::from(std::uint32_t pose, std::int64_t angles,
                                             std::int64_t scales) const {
  const GridPose& own = grid_.poses[pose];
  const std::uint32_t found = beside(own, angles, scales, own.inverted);
  if (found == kNone) return {};
  return found;
}

void GridIndex::neighboursOf(std::uint32_t pose, std::vector<std::uint32_t>& found) const {
  found.clear();
  const GridPose& own = grid_.poses[pose];
  for (std::int64_t angles = -1; angles <= 1; ++angles) {
    for (std::int64_t scales = -1; scales <= 1; ++scales) {
      for (const bool inverted : {false, true}) {
        const std::uint32_t other = beside(own, angles, scales, inverted);
        if (other == kNone || other == pose) continue;
        // On a circle of two angles both neighbours are the same.
        if (std::find(found.begin(), found.end(), other) == found.end()) found.push_back(other);
      }
    }
  }
}

std::uint32_t GridIndex::beside(const GridPose& own, std::int64_t angles, std::int64_t scales,
                                bool inverted) const {
  const auto count = static_cast<std::int64_t>(grid_.angles);
  std::int64_t a = own.angleIndex + angles;
  if (grid_.circle) a = ((a % count) + count) % count;
  const std::int64_t s = own.scaleIndex + scales;
  if (a < 0 || a >= count || s < 0 || s >= grid_.scales) return kNone;
  return poses_[at(own.block, static_cast<std::size_t>(a), static_cast<std::size_t>(s), inverted)];
}

}  // namespace pose
}  // namespace espy
