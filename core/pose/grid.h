// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "espy/engine/pose.h"

namespace espy::pose {

/// `poseGrid` for searches in which a mask only says which pixels count, unless `weighted`: a
/// needle that looks the same when it is turned may then have any weights.
PoseGrid gridFor(const Needle& needle, const PoseOptions& options, bool weighted);

/// Tells which poses of a grid lie beside each other.
class GridIndex {
 public:
  explicit GridIndex(const PoseGrid& grid);

  const PoseGrid& grid() const { return grid_; }

  /// The pose so many angles and scales from this one, if there is one.
  std::optional<std::uint32_t> from(std::uint32_t pose, std::int64_t angles,
                                    std::int64_t scales) const;
  /// The poses beside this one: angle and scale at most one step off, either polarity.
  void neighboursOf(std::uint32_t pose, std::vector<std::uint32_t>& found) const;

 private:
  std::size_t at(std::size_t block, std::size_t angle, std::size_t scale, bool inverted) const {
    return ((block * grid_.angles + angle) * grid_.scales + scale) * 2 + (inverted ? 1 : 0);
  }

  /// Which one lies there, or kNone.
  std::uint32_t beside(const GridPose& own, std::int64_t angles, std::int64_t scales,
                       bool inverted) const;

  static constexpr std::uint32_t kNone = 0xffffffff;
  const PoseGrid& grid_;
  std::vector<std::uint32_t> poses_;  ///< by block, angle, scale and polarity
};

}  // namespace espy::pose
