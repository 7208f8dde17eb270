// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "pose/elsewhere.h"
#include "pose/pose_scorer.h"

namespace espy::pose {

/// Scores by pose, y and x, in one piece of memory: tens of thousands are entered one by one, and a
/// piece for each would take longer than to make them.
class KnownScores {
 public:
  using Place = std::array<std::int64_t, 3>;  ///< pose, y, x

  /// Null: nothing is known of this place. Otherwise its score; nothing where there is none.
  const std::optional<double>* find(const Place& place) const;
  void set(const Place& place, const std::optional<double>& score);

 private:
  struct Entry {
    Place place{-1, 0, 0};  ///< -1: free
    std::optional<double> score;
  };

  /// Where the place is, or would be.
  std::size_t slotOf(const Place& place) const;

  std::vector<Entry> entries_;  ///< a power of two of them, at most half of them taken
  std::size_t taken_ = 0;
};

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
  std::vector<PosesElsewhere::Block> blocksOfMissing();

  PosesElsewhere& engine_;
  Size scene_;
  const PoseGrid& grid_;
  const WindowSizes& windows_;
  bool known_ = true;
  KnownScores scores_;
  std::vector<Place> missing_;
};

}  // namespace espy::pose
