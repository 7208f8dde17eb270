// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "pose/device_scores.h"

#include <algorithm>

namespace espy::pose {

std::size_t ScoreTable::slotOf(const Place& place) const {
  std::uint64_t hash = 0;
  for (const std::int64_t part : place) {
    hash = (hash ^ static_cast<std::uint64_t>(part)) * 0x9e3779b97f4a7c15U;
    hash ^= hash >> 29U;
  }
  const std::size_t mask = entries_.size() - 1;
  std::size_t slot = hash & mask;
  while (entries_[slot].place[0] >= 0 && entries_[slot].place != place) slot = (slot + 1) & mask;
  return slot;
}

const std::optional<double>* ScoreTable::find(const Place& place) const {
  if (entries_.empty()) return nullptr;
  const Entry& entry = entries_[slotOf(place)];
  return entry.place[0] < 0 ? nullptr : &entry.score;
}

void ScoreTable::set(const Place& place, const std::optional<double>& score) {
  constexpr std::size_t kFirst = 4096;
  if (2 * taken_ >= entries_.size()) {
    std::vector<Entry> before(std::max(kFirst, 2 * entries_.size()));
    before.swap(entries_);
    for (const Entry& entry : before) {
      if (entry.place[0] >= 0) entries_[slotOf(entry.place)] = entry;
    }
  }
  Entry& entry = entries_[slotOf(place)];
  if (entry.place[0] < 0) ++taken_;
  entry = {place, score};
}

std::optional<Peak> DeviceScores::at(std::uint32_t pose, std::int64_t x, std::int64_t y) {
  const Size size = windows_.windowOf(pose);
  if (x < 0 || y < 0 || x + size.width > scene_.width || y + size.height > scene_.height) return {};
  const std::optional<double>* known = scores_.find({pose, y, x});
  if (known == nullptr) {
    known_ = false;
    missing_.push_back({pose, y, x});
    return {};
  }
  if (!*known) return {};
  Peak peak;
  peak.x = static_cast<std::uint32_t>(x);
  peak.y = static_cast<std::uint32_t>(y);
  peak.score = **known;
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
    const std::int64_t pose = missing_[i][0];
    const std::int64_t top = missing_[i][1];
    std::int64_t left = missing_[i][2];
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
    const DevicePoses::Block block{static_cast<std::uint32_t>(pose), begin(left, right),
                                   begin(top, bottom)};
    blocks.push_back(block);
    each([&](std::size_t k, std::int64_t y, std::int64_t x) {
      held[k] = y < block.y + kSide && x >= block.x && x < block.x + kSide;
    });
  }
  missing_.clear();
  return blocks;
}

void DeviceScores::fetch(const Control& control) {
  const std::vector<DevicePoses::Block> blocks = blocksOfMissing();
  const std::vector<DevicePoses::BlockSums> all = engine_.sumsOf(grid_, blocks, control);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const bool scores = all[i].needle.samples > 0 && all[i].needle.variance() != 0;
    for (std::size_t k = 0; k < DevicePoses::kPlaces; ++k) {
      const auto place = static_cast<std::int64_t>(k);
      std::optional<double> score;
      if (scores) score = score::scoreOfWindow(all[i].needle, all[i].windows[k]);
      scores_.set({blocks[i].pose, blocks[i].y + place / DevicePoses::kSide,
                   blocks[i].x + place % DevicePoses::kSide},
                  score);
    }
  }
}

}  // namespace espy::pose
