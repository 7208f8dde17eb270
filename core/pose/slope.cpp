// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "pose/slope.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace espy::pose {

std::optional<Candidate> Slope::climb(const Start& start) {
  known_.clear();
  best_.reset();
  asked_ = 0;
  ask(start.pose, start.x, start.y);
  if (!scores_.allKnown()) {
    // Requests likely next scores along with these.
    probeAround(
        {{.x = static_cast<std::uint32_t>(start.x), .y = static_cast<std::uint32_t>(start.y)},
         start.pose});
    return {};
  }
  // It may begin outside.
  askAround(start.pose, start.x, start.y);
  if (!best_ || !scores_.allKnown() || best_->peak.score < start.least) return {};
  // At full size a peak may be as far away as a gradient is wide.
  PosedPeak at;
  bool isPeak = false;
  for (int step = 0; level_.shift == 0 || step < kMostClimbSteps; ++step) {
    const PosedPeak from = *best_;
    if (std::ssize(known_) > kMostKnownScores) known_.clear();
    probeAround(from);
    if (from == *best_) probeDiagonals(from);
    if (from == *best_ && level_.shift == 0) {
      anyNeighbour(index_, windows_, from.pose, from.peak.x, from.peak.y, adjacent_,
                   [&](std::uint32_t other, std::int64_t column, std::int64_t row) {
                     ask(other, column, row);
                     return best_->peak.score > from.peak.score;
                   });
    }
    if (!scores_.allKnown()) return {};
    at = from;
    isPeak = from == *best_;
    if (isPeak) break;
  }
  return candidateAt(at, isPeak);
}

const double* Slope::scoreAt(const Asked& asked) const {
  for (const auto& [place, score] : known_) {
    if (place == asked) return &score;
  }
  return nullptr;
}

void Slope::ask(std::uint32_t pose, std::int64_t x, std::int64_t y) {
  if (scoreAt({pose, x, y}) != nullptr) return;
  const std::optional<Peak> peak = scores_.at(pose, x, y);
  ++asked_;
  known_.emplace_back(Asked{pose, x, y}, peak ? peak->score : kNoScore);
  if (!peak) return;
  if (!best_ || peak->score > best_->peak.score) best_ = PosedPeak{*peak, pose};
}

void Slope::askAround(std::uint32_t pose, std::int64_t x, std::int64_t y) {
  for (int k = 0; k < 9; ++k) ask(pose, x + k % 3 - 1, y + k / 3 - 1);
}

void Slope::askSteps(const PosedPeak& from, std::size_t first, std::size_t end) {
  for (std::size_t k = first; k < end; ++k) {
    const std::optional<Asked> other = neighbours_.at(from, k);
    if (other) ask(std::get<0>(*other), std::get<1>(*other), std::get<2>(*other));
  }
}

void Slope::probeAround(const PosedPeak& from) {
  askAround(from.pose, from.peak.x, from.peak.y);
  askSteps(from, 0, kStraightSteps);
}

void Slope::probeDiagonals(const PosedPeak& from) {
  askSteps(from, kStraightSteps, kPoseSteps);
}

Candidate Slope::candidateAt(const PosedPeak& peak, bool isPeak) const {
  Climbed climbed{.isFound = true, .isPeak = isPeak, .at = peak, .asked = asked_, .beside = {}};
  for (std::size_t k = 0; k < kStraightSteps; ++k) {
    const std::optional<Asked> other = neighbours_.at(peak, k);
    const double* score = other ? scoreAt(*other) : nullptr;
    climbed.beside[k] = score != nullptr ? *score : std::numeric_limits<double>::quiet_NaN();
  }
  return neighbours_.candidateOf(climbed);
}

PoseNeighbours::PoseNeighbours(const Level& level, const GridIndex& index,
                               const WindowSizes& windows)
    : level_(level), index_(index), windows_(windows) {
  const std::int64_t angles = level.angleStride;
  const std::int64_t scales = level.scaleStride;
  rule_.shift = level.shift;
  rule_.steps = {{{angles, 0},
                  {0, scales},
                  {-angles, 0},
                  {0, -scales},
                  {angles, scales},
                  {angles, -scales},
                  {-angles, scales},
                  {-angles, -scales}}};
  for (std::size_t k = 0; k < kPoseSteps; ++k) {
    rule_.drifts[0][k] = driftBy(rule_.steps[k], false);
    rule_.drifts[1][k] = driftBy(rule_.steps[k], true);
  }
}

Drift::Shift PoseNeighbours::driftBy(const PoseStep& step, bool mirrored) const {
  const PoseGrid& grid = index_.grid();
  const double radians = static_cast<double>(step.angles) * grid.angleStep * std::numbers::pi / 180;
  return level_.drift.by(radians, static_cast<double>(step.scales) * grid.scaleStep, mirrored);
}

Drift::Shift PoseNeighbours::driftFrom(std::uint32_t pose, const Drift::Shift& drift) const {
  Drift::Shift shift = turnedDrift(drift, index_.grid().poses[pose], level_.shift);
  // A larger drift is unreliable.
  const Size window = windows_.windowOf(pose);
  const double most = static_cast<double>(std::min(window.width, window.height)) / 4;
  shift.x = std::clamp(shift.x, -most, most);
  shift.y = std::clamp(shift.y, -most, most);
  return shift;
}

std::optional<Asked> PoseNeighbours::at(const PosedPeak& from, std::size_t step) const {
  const PoseStep& by = rule_.steps[step];
  const std::optional<std::uint32_t> pose = index_.from(from.pose, by.angles, by.scales);
  if (!pose) return {};
  const Size own = windows_.windowOf(from.pose);
  const Size other = windows_.windowOf(*pose);
  const bool mirrored = index_.grid().poses[from.pose].mirrored;
  const Drift::Shift shift = driftFrom(from.pose, rule_.drifts[mirrored ? 1 : 0][step]);
  const auto moved = [](std::uint32_t at, std::int64_t side, std::int64_t newSide, double drift) {
    return std::lround(at + static_cast<double>(side - newSide) / 2 + drift);
  };
  return Asked{*pose, moved(from.peak.x, own.width, other.width, shift.x),
               moved(from.peak.y, own.height, other.height, shift.y)};
}

Candidate PoseNeighbours::candidateOf(const Climbed& climbed) const {
  const PosedPeak& peak = climbed.at;
  const auto stepsTo = [&](double left, double right, std::uint32_t stride) -> std::int64_t {
    const double bend = left - 2 * peak.peak.score + right;
    if (!(bend < 0)) return 0;  // or one is not known
    return std::lround(std::clamp((left - right) / (2 * bend), -0.5, 0.5) * stride);
  };
  const auto& beside = climbed.beside;
  const std::int64_t angles = stepsTo(beside[2], beside[0], level_.angleStride);
  const std::int64_t scales = stepsTo(beside[3], beside[1], level_.scaleStride);
  const Size window = windows_.windowOf(peak.pose);
  Candidate found;
  found.at = peak;
  found.isPeak = climbed.isPeak;
  found.middleX = 2 * std::int64_t{peak.peak.x} + window.width;
  found.middleY = 2 * std::int64_t{peak.peak.y} + window.height;
  found.next = peak.pose;
  const std::optional<std::uint32_t> next = index_.from(peak.pose, angles, scales);
  if (!next || *next == peak.pose) return found;
  found.next = *next;
  const bool mirrored = index_.grid().poses[peak.pose].mirrored;
  const Drift::Shift shift = driftFrom(peak.pose, driftBy({angles, scales}, mirrored));
  found.middleX += std::lround(2 * shift.x);
  found.middleY += std::lround(2 * shift.y);
  return found;
}

}  // namespace espy::pose
