// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "espy/engine/pose.h"

namespace espy::pose {

/// `poseGrid` for a needle whose mask is binary unless `weighted`: then a symmetric needle may have
/// any weights.
PoseGrid gridFor(const Needle& needle, const PoseOptions& options, bool weighted);

/// Adjacency of a grid's poses.
class GridIndex {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;

  explicit GridIndex(const PoseGrid& grid);

  const PoseGrid& grid() const { return grid_; }

  /// The pose `angles` and `scales` steps away, if it exists.
  std::optional<std::uint32_t> from(std::uint32_t pose, std::int64_t angles,
                                    std::int64_t scales) const;
  /// The poses by block, angle, scale and polarity; `kNone` where there is none.
  const std::vector<std::uint32_t>& poses() const { return poses_; }
  /// Adjacent poses: at most one step in angle and scale, either polarity.
  void neighboursOf(std::uint32_t pose, std::vector<std::uint32_t>& found) const;

 private:
  std::size_t at(std::size_t block, std::size_t angle, std::size_t scale, bool inverted) const {
    return ((block * grid_.angles + angle) * grid_.scales + scale) * 2 + (inverted ? 1 : 0);
  }

  std::uint32_t beside(const GridPose& own, std::int64_t angles, std::int64_t scales,
                       bool inverted) const;

  const PoseGrid& grid_;
  std::vector<std::uint32_t> poses_;
};

}  // namespace espy::pose
