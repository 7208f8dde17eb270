// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "espy/engine/pose.h"
#include "picture/turn.h"
#include "picture/warp.h"

namespace espy::pose {

/// A needle warped to a pose.
struct WarpedNeedle {
  Image picture;
  Image mask;
  std::int64_t counted = 0;  ///< counted pixels

  bool solid() const { return counted == picture.size().pixels(); }
  Needle needle() const {
    if (solid() && !weighted) return {picture.view(), {}};
    return {picture.view(), mask.view()};
  }
  bool weighted = false;
};

/// The transform of a needle, or of one 2^enlarged times its nominal size.
constexpr picture::Turn turnOf(const GridPose& pose, int enlarged = 0) {
  picture::Turn turn{pose.angle, pose.scale, pose.mirrored};
  if (enlarged > 0) {
    turn.scale = std::max<std::int64_t>(1, turn.scale >> static_cast<unsigned>(enlarged));
  } else {
    turn.scale <<= static_cast<unsigned>(-enlarged);
  }
  return turn;
}
/// The window of a needle of this size in this pose.
Size windowOf(Size needle, const GridPose& pose);

/// Warps a needle to poses; the needle must outlive it. The picture may be 2^enlarged times the
/// needle's nominal size.
class NeedleWarper {
 public:
  NeedleWarper(const Needle& needle, bool weighted, int enlarged = 0);

  const Needle& needle() const { return needle_; }
  bool isSolid() const { return weights_.empty(); }
  picture::Turn turnOf(const GridPose& pose) const { return pose::turnOf(pose, enlarged_); }
  Size windowOf(const GridPose& pose) const;
  WarpedNeedle warp(const GridPose& pose, picture::SomePixels some = {}) const;
  /// The same, or nothing if no pixel is left or, with zncc, all are equal: then there is no score.
  std::optional<WarpedNeedle> scorable(const GridPose& pose, Method method,
                                       PixelFormat scene) const;

 private:
  const Needle& needle_;
  bool weighted_;
  int enlarged_;
  std::vector<std::uint8_t> weights_;  ///< one per pixel; empty: all count
};

}  // namespace espy::pose
