// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "pose/slope.h"

#include <algorithm>
#include <cmath>

namespace espy::pose {

std::optional<Candidate> Slope::climb(const Start& start) {
  known_.clear();
  best_.reset();
  ask(start.pose, start.x, start.y);
  if (!scores_.allKnown()) {
    // What will be asked next may come along.
    lookAround(
        {{.x = static_cast<std::uint32_t>(start.x), .y = static_cast<std::uint32_t>(start.y)},
         start.pose});
    return {};
  }
  // It may begin outside.
  askAround(start.pose, start.x, start.y);
  if (!best_ || !scores_.allKnown() || best_->peak.score < start.least) return {};
  constexpr int kMostSteps = 64;
  Candidate found;
  for (int step = 0; step < kMostSteps; ++step) {
    const PosedPeak from = *best_;
    lookAround(from);
    if (from == *best_ && level_.shift == 0) {
      anyBeside(index_, windows_, from.pose, from.peak.x, from.peak.y, beside_,
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
  found.next = between(found.at);
  const Size window = windows_.of(found.at.pose);
  found.middleX = 2 * std::int64_t{found.at.peak.x} + window.width;
  found.middleY = 2 * std::int64_t{found.at.peak.y} + window.height;
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
  known_.emplace_back(Asked{pose, x, y}, peak ? peak->score : kNoScore);
  if (!peak) return;
  if (!best_ || peak->score > best_->peak.score) best_ = PosedPeak{*peak, pose};
}

void Slope::askAround(std::uint32_t pose, std::int64_t x, std::int64_t y) {
  for (int k = 0; k < 9; ++k) ask(pose, x + k % 3 - 1, y + k / 3 - 1);
}

void Slope::lookAround(const PosedPeak& from) {
  askAround(from.pose, from.peak.x, from.peak.y);
  const auto turn = [&](std::int64_t angles, std::int64_t scales) {
    const std::optional<Asked> other = beside(from, angles, scales);
    if (other) ask(std::get<0>(*other), std::get<1>(*other), std::get<2>(*other));
  };
  turn(level_.angleStride, 0);
  turn(-std::int64_t{level_.angleStride}, 0);
  turn(0, level_.scaleStride);
  turn(0, -std::int64_t{level_.scaleStride});
}

std::optional<Slope::Asked> Slope::beside(const PosedPeak& from, std::int64_t angles,
                                          std::int64_t scales) const {
  const std::optional<std::uint32_t> pose = index_.from(from.pose, angles, scales);
  if (!pose) return {};
  const Size own = windows_.of(from.pose);
  const Size other = windows_.of(*pose);
  return Asked{*pose, from.peak.x + (own.width - other.width) / 2,
               from.peak.y + (own.height - other.height) / 2};
}

std::uint32_t Slope::between(const PosedPeak& peak) const {
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
  return index_.from(peak.pose, angles, scales).value_or(peak.pose);
}

}  // namespace espy::pose
