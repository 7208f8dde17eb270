// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "pose/slope.h"

#include <algorithm>
#include <cmath>
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
  constexpr int kMostSteps = 64;
  constexpr std::size_t kMostKnown = 1024;
  Candidate found;
  for (int step = 0; level_.shift == 0 || step < kMostSteps; ++step) {
    const PosedPeak from = *best_;
    if (known_.size() > kMostKnown) known_.clear();
    probeAround(from);
    if (from == *best_) probeDiagonals(from);
    if (from == *best_ && level_.shift == 0) {
      anyNeighbour(index_, windows_, from.pose, from.peak.x, from.peak.y, neighbours_,
                   [&](std::uint32_t other, std::int64_t column, std::int64_t row) {
                     ask(other, column, row);
                     return best_->peak.score > from.peak.score;
                   });
    }
    if (!scores_.allKnown()) return {};
    found.at = from;
    if (from == *best_) {
      found.isPeak = true;
      break;
    }
  }
  interpolateNext(found);
  return found;
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

void Slope::askNeighbour(const PosedPeak& from, int angles, int scales) {
  const std::optional<Asked> other = beside(from, angles * std::int64_t{level_.angleStride},
                                            scales * std::int64_t{level_.scaleStride});
  if (other) ask(std::get<0>(*other), std::get<1>(*other), std::get<2>(*other));
}

void Slope::probeAround(const PosedPeak& from) {
  askAround(from.pose, from.peak.x, from.peak.y);
  for (const int way : {1, -1}) {
    askNeighbour(from, way, 0);
    askNeighbour(from, 0, way);
  }
}

void Slope::probeDiagonals(const PosedPeak& from) {
  for (const int way : {1, -1}) {
    askNeighbour(from, way, 1);
    askNeighbour(from, way, -1);
  }
}

Drift::Shift Slope::driftTo(std::uint32_t pose, std::int64_t angles, std::int64_t scales) const {
  const PoseGrid& grid = index_.grid();
  const double radians = static_cast<double>(angles) * grid.angleStep * std::numbers::pi / 180;
  const double growth = static_cast<double>(scales) * grid.scaleStep;
  Drift::Shift shift = level_.drift.from(grid.poses[pose], radians, growth, level_.shift);
  // A larger drift is unreliable.
  const Size window = windows_.windowOf(pose);
  const double most = static_cast<double>(std::min(window.width, window.height)) / 4;
  shift.x = std::clamp(shift.x, -most, most);
  shift.y = std::clamp(shift.y, -most, most);
  return shift;
}

std::optional<Slope::Asked> Slope::beside(const PosedPeak& from, std::int64_t angles,
                                          std::int64_t scales) const {
  const std::optional<std::uint32_t> pose = index_.from(from.pose, angles, scales);
  if (!pose) return {};
  const Size own = windows_.windowOf(from.pose);
  const Size other = windows_.windowOf(*pose);
  const Drift::Shift shift = driftTo(from.pose, angles, scales);
  const auto moved = [](std::uint32_t at, std::int64_t side, std::int64_t newSide, double by) {
    return std::lround(at + static_cast<double>(side - newSide) / 2 + by);
  };
  return Asked{*pose, moved(from.peak.x, own.width, other.width, shift.x),
               moved(from.peak.y, own.height, other.height, shift.y)};
}

void Slope::interpolateNext(Candidate& found) const {
  const PosedPeak& peak = found.at;
  const auto topOf = [&](std::int64_t angles, std::int64_t scales) {
    const std::optional<Asked> before = beside(peak, -angles, -scales);
    const std::optional<Asked> after = beside(peak, angles, scales);
    const double* left = before ? scoreAt(*before) : nullptr;
    const double* right = after ? scoreAt(*after) : nullptr;
    if (left == nullptr || right == nullptr) return 0.0;
    const double bend = *left - 2 * peak.peak.score + *right;
    return bend < 0 ? std::clamp((*left - *right) / (2 * bend), -0.5, 0.5) : 0.0;
  };
  const auto stepsTo = [](double top, std::uint32_t stride) { return std::lround(top * stride); };
  const std::int64_t angles = stepsTo(topOf(level_.angleStride, 0), level_.angleStride);
  const std::int64_t scales = stepsTo(topOf(0, level_.scaleStride), level_.scaleStride);
  const Size window = windows_.windowOf(peak.pose);
  found.middleX = 2 * std::int64_t{peak.peak.x} + window.width;
  found.middleY = 2 * std::int64_t{peak.peak.y} + window.height;
  found.next = peak.pose;
  const std::optional<std::uint32_t> next = index_.from(peak.pose, angles, scales);
  if (!next || *next == peak.pose) return;
  found.next = *next;
  const Drift::Shift shift = driftTo(peak.pose, angles, scales);
  found.middleX += std::lround(2 * shift.x);
  found.middleY += std::lround(2 * shift.y);
}

}  // namespace espy::pose
