// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "espy/pose.h"

namespace espy::pose {

/// Tells which poses of a grid lie beside each other.
class GridIndex {
 public:
  explicit GridIndex(const PoseGrid& grid);

  /// The pose so many angles and scales from this one, if there is one.
  std::optional<std::uint32_t> from(std::uint32_t pose, std::int64_t angles,
                                    std::int64_t scales) const;
  /// The poses beside this one: angle and scale at most one step off, either polarity.
  void neighboursOf(std::uint32_t pose, std::vector<std::uint32_t>& found) const;

 private:
  using Key = std::tuple<std::uint8_t, std::uint32_t, std::uint32_t, bool>;
  static Key keyOf(const GridPose& pose) {
    return {pose.block, pose.angleIndex, pose.scaleIndex, pose.inverted};
  }

  const PoseGrid& grid_;
  std::map<Key, std::uint32_t> at_;
};

}  // namespace espy::pose
