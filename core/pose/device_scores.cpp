// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "pose/device_scores.h"

#include <algorithm>

#include "base/parallel.h"

namespace espy::pose {

std::size_t ScoreTable::cellOf(std::int64_t pose, std::int64_t x, std::int64_t y) const {
  std::uint64_t hash = 0;
  for (const std::int64_t part : {pose, y, x}) {
    hash = (hash ^ static_cast<std::uint64_t>(part)) * 0x9e3779b97f4a7c15U;
    hash ^= hash >> 29U;
  }
  const std::size_t mask = cells_.size() - 1;
  const auto isOther = [&](const Cell& cell) {
    return cell.pose >= 0 && (cell.pose != pose || cell.x != x || cell.y != y);
  };
  std::size_t at = hash & mask;
  while (isOther(cells_[at])) at = (at + 1) & mask;
  return at;
}

const double* ScoreTable::find(std::uint32_t pose, std::int64_t x, std::int64_t y) const {
  if (cells_.empty()) return nullptr;
  const Cell& cell = cells_[cellOf(pose, x >> kSideBits, y >> kSideBits)];
  const std::size_t place = placeIn(x, y);
  return (cell.known >> place & 1U) != 0 ? &cell.scores[place] : nullptr;
}

void ScoreTable::set(std::uint32_t pose, std::int64_t x, std::int64_t y, double score) {
  constexpr std::size_t kFirst = 1024;
  if (2 * taken_ >= cells_.size()) {
    ScratchVector<Cell> before(std::max(kFirst, 2 * cells_.size()));
    before.swap(cells_);
    for (const Cell& cell : before) {
      if (cell.pose >= 0) cells_[cellOf(cell.pose, cell.x, cell.y)] = cell;
    }
  }
  Cell& cell = cells_[cellOf(pose, x >> kSideBits, y >> kSideBits)];
  if (cell.pose < 0) {
    cell.pose = pose;
    cell.x = x >> kSideBits;
    cell.y = y >> kSideBits;
    ++taken_;
  }
  const std::size_t place = placeIn(x, y);
  cell.known |= 1U << place;
  cell.scores[place] = score;
}

std::optional<Peak> DeviceScores::Reader::at(std::uint32_t pose, std::int64_t x, std::int64_t y) {
  const Size size = windows_.windowOf(pose);
  const Size scene = all_.scene_;
  if (x < 0 || y < 0 || x + size.width > scene.width || y + size.height > scene.height) return {};
  const double* known = all_.scores_.find(pose, x, y);
  if (known == nullptr) {
    known_ = false;
    missing_.push_back({pose, static_cast<std::uint32_t>(y), static_cast<std::uint32_t>(x)});
    return {};
  }
  if (*known == ScoreTable::kNone) return {};
  Peak peak;
  peak.x = static_cast<std::uint32_t>(x);
  peak.y = static_cast<std::uint32_t>(y);
  peak.score = *known;
  return peak;
}

/// Covers the missing scores with few blocks, each centred on one of them: later requests are near.
std::vector<DevicePoses::Block> DeviceScores::blocksOfMissing() {
  constexpr std::int64_t kSide = DevicePoses::kSide;
  std::sort(missing_.begin(), missing_.end());
  missing_.erase(std::unique(missing_.begin(), missing_.end()), missing_.end());
  std::vector<bool> held(missing_.size(), false);
  std::vector<DevicePoses::Block> blocks;
  for (std::size_t i = 0; i < missing_.size(); ++i) {
    if (held[i]) continue;
    const std::uint32_t pose = missing_[i].pose;
    const std::int64_t top = missing_[i].y;
    std::int64_t left = missing_[i].x;
    std::int64_t right = left;
    std::int64_t bottom = top;
    const auto each = [&](const auto& visit) {
      for (std::size_t k = i; k < missing_.size(); ++k) {
        const auto [otherPose, y, x] = missing_[k];
        if (otherPose != pose || y >= top + kSide) break;
        if (!held[k]) visit(k, y, x);
      }
    };
    each([&](std::size_t, std::int64_t y, std::int64_t x) {
      if (std::max(right, x) - std::min(left, x) >= kSide) return;
      left = std::min(left, x);
      right = std::max(right, x);
      bottom = y;
    });
    const auto begin = [](std::int64_t from, std::int64_t to) {
      return from - (kSide - 1 - (to - from)) / 2;
    };
    const DevicePoses::Block block{pose, begin(left, right), begin(top, bottom)};
    blocks.push_back(block);
    each([&](std::size_t k, std::int64_t y, std::int64_t x) {
      held[k] = y < block.y + kSide && x >= block.x && x < block.x + kSide;
    });
  }
  missing_.clear();
  return blocks;
}

void DeviceScores::take(Reader& reader) {
  missing_.insert(missing_.end(), reader.missing_.begin(), reader.missing_.end());
  reader.missing_.clear();
}

void DeviceScores::fetch(int threads, const Control& control) {
  constexpr std::int64_t kAtOnce = 32;
  constexpr std::int64_t kWorthThreads = 128;
  using Scores = std::array<double, DevicePoses::kPlaces>;
  const std::vector<DevicePoses::Block> blocks = blocksOfMissing();
  const std::vector<DevicePoses::BlockSums> all = engine_.sumsOf(grid_, blocks, control);
  const auto count = static_cast<std::int64_t>(blocks.size());
  std::vector<Scores> scores(blocks.size());
  if (count < kWorthThreads) threads = 1;
  parallelFor(
      (count + kAtOnce - 1) / kAtOnce, threads, {control.threads, control.stop, {}},
      [&](std::int64_t task, int) {
        for (std::int64_t i = task * kAtOnce; i < std::min(count, (task + 1) * kAtOnce); ++i) {
          const DevicePoses::BlockSums& sums = all[static_cast<std::size_t>(i)];
          const bool any = sums.needle.samples > 0 && sums.needle.variance() != 0;
          std::transform(
              sums.windows.begin(), sums.windows.end(), scores[static_cast<std::size_t>(i)].begin(),
              [&](const score::WindowSums& window) {
                return any ? score::scoreOfWindow(sums.needle, window) : ScoreTable::kNone;
              });
        }
      });
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    for (std::size_t k = 0; k < DevicePoses::kPlaces; ++k) {
      const auto place = static_cast<std::int64_t>(k);
      scores_.set(blocks[i].pose, blocks[i].x + place % DevicePoses::kSide,
                  blocks[i].y + place / DevicePoses::kSide, scores[i][k]);
    }
  }
}

}  // namespace espy::pose
