// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/scratch.h"
#include "pose/device_poses.h"
#include "pose/pose_scorer.h"

namespace espy::pose {

/// A hash table of scores by pose and position: tens of thousands are inserted. Positions are kept
/// in cells, so that those around one are found together.
class ScoreTable {
 public:
  static constexpr double kNone = -2;  ///< no score: all pixels of the needle are equal

  /// Null if unknown; `kNone` or the score.
  const double* find(std::uint32_t pose, std::int64_t x, std::int64_t y) const;
  void set(std::uint32_t pose, std::int64_t x, std::int64_t y, double score);

 private:
  static constexpr int kSideBits = 2;
  static constexpr std::int64_t kSide = 1 << kSideBits;

  struct Cell {
    std::int64_t pose = -1;  ///< -1: free
    std::int64_t x = 0;      ///< in cells
    std::int64_t y = 0;
    std::uint32_t known = 0;  ///< a bit for each score
    std::array<double, kSide * kSide> scores;
  };

  static std::size_t placeIn(std::int64_t x, std::int64_t y) {
    return static_cast<std::size_t>((y & (kSide - 1)) * kSide + (x & (kSide - 1)));
  }
  /// The cell with this key, or where to insert it.
  std::size_t cellOf(std::int64_t pose, std::int64_t x, std::int64_t y) const;

  ScratchVector<Cell> cells_;  ///< a power of two, at most half full
  std::size_t taken_ = 0;
};

/// Scores computed in batches by a device. What is not known yet is fetched later; the caller then
/// asks again.
class DeviceScores {
  struct Place {
    std::uint32_t pose;
    std::uint32_t y;
    std::uint32_t x;

    auto operator<=>(const Place&) const = default;
  };

 public:
  /// Several of these ask at the same time, each for one thread; none while scores are fetched.
  class Reader : public PoseScores {
   public:
    Reader(DeviceScores& all, const WindowSizes& windows) : all_(all), windows_(windows) {}

    std::optional<Peak> at(std::uint32_t pose, std::int64_t x, std::int64_t y) override;
    bool allKnown() const override { return known_; }
    /// Resets `allKnown`.
    void begin() { known_ = true; }

   private:
    friend class DeviceScores;

    DeviceScores& all_;
    const WindowSizes& windows_;
    bool known_ = true;
    std::vector<Place> missing_;
  };

  /// `engine` has been given the needle; `scene` is the size of the searched level.
  DeviceScores(DevicePoses& engine, Size scene, const PoseGrid& grid)
      : engine_(engine), scene_(scene), grid_(grid) {}

  /// Takes the list of what a reader misses, to be fetched.
  void take(Reader& reader);
  void fetch(int threads, const Control& control);

 private:
  std::vector<DevicePoses::Block> blocksOfMissing();

  DevicePoses& engine_;
  Size scene_;
  const PoseGrid& grid_;
  ScoreTable scores_;
  std::vector<Place> missing_;
};

}  // namespace espy::pose
