// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "pose/elsewhere.h"
#include "pose/pose_scorer.h"

namespace espy::pose {

/// Scores that are computed elsewhere, many at a time. What is asked for and not known yet is
/// written down and fetched later; who asked asks once more.
class DistantScores : public PoseScores {
 public:
  /// The engine has been told the needle; `scene` is the size of what is searched.
  DistantScores(PosesElsewhere& engine, Size scene, const PoseGrid& grid,
                const WindowSizes& windows)
      : engine_(engine), scene_(scene), grid_(grid), windows_(windows) {}

  std::optional<Peak> at(std::uint32_t pose, std::int64_t x, std::int64_t y) override;
  bool allKnown() const override { return known_; }
  /// From now on all is known again, until something is asked for that is not.
  void begin() { known_ = true; }
  void fetch(const Control& control);

 private:
  using Place = std::array<std::int64_t, 3>;  ///< pose, y, x
  struct PlaceHash {
    std::size_t operator()(const Place& place) const {
      std::uint64_t hash = 0;
      for (const std::int64_t part : place) {
        hash = (hash ^ static_cast<std::uint64_t>(part)) * 0x9e3779b97f4a7c15U;
        hash ^= hash >> 29U;
      }
      return hash;
    }
  };

  std::vector<PosesElsewhere::Block> blocksOfMissing();

  PosesElsewhere& engine_;
  Size scene_;
  const PoseGrid& grid_;
  const WindowSizes& windows_;
  bool known_ = true;
  std::unordered_map<Place, std::optional<double>, PlaceHash> scores_;
  std::vector<Place> missing_;
};

}  // namespace espy::pose
