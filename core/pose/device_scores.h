// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "pose/device_poses.h"
#include "pose/pose_scorer.h"

namespace espy::pose {

/// A hash table of scores by pose, y and x in one allocation: tens of thousands are inserted.
class ScoreTable {
 public:
  using Place = std::array<std::int64_t, 3>;  ///< pose, y, x

  /// Null if unknown. Otherwise the score; nothing if there is none.
  const std::optional<double>* find(const Place& place) const;
  void set(const Place& place, const std::optional<double>& score);

 private:
  struct Entry {
    Place place{-1, 0, 0};  ///< -1: free
    std::optional<double> score;
  };

  /// The slot of a key, or where to insert it.
  std::size_t slotOf(const Place& place) const;

  std::vector<Entry> entries_;  ///< a power of two, at most half full
  std::size_t taken_ = 0;
};

/// Scores computed in batches by a device. Unknown scores are recorded and fetched later; the
/// caller then asks again.
class DeviceScores : public PoseScores {
 public:
  /// `engine` has been given the needle; `scene` is the size of the searched level.
  DeviceScores(DevicePoses& engine, Size scene, const PoseGrid& grid, const WindowSizes& windows)
      : engine_(engine), scene_(scene), grid_(grid), windows_(windows) {}

  std::optional<Peak> at(std::uint32_t pose, std::int64_t x, std::int64_t y) override;
  bool allKnown() const override { return known_; }
  /// Resets `allKnown`.
  void begin() { known_ = true; }
  void fetch(const Control& control);

 private:
  using Place = std::array<std::int64_t, 3>;  ///< pose, y, x
  std::vector<DevicePoses::Block> blocksOfMissing();

  DevicePoses& engine_;
  Size scene_;
  const PoseGrid& grid_;
  const WindowSizes& windows_;
  bool known_ = true;
  ScoreTable scores_;
  std::vector<Place> missing_;
};

}  // namespace espy::pose
