// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "espy/engine/pose.h"
#include "picture/turn.h"
#include "picture/warp.h"

namespace espy::pose {

/// A needle in a pose: what is looked for.
struct WarpedNeedle {
  Image picture;
  Image mask;
  std::int64_t counted = 0;  ///< pixels that take part

  bool solid() const { return counted == picture.size().pixels(); }
  /// As a needle, which looks at this.
  Needle needle() const {
    if (solid() && !weighted) return {picture.view(), {}};
    return {picture.view(), mask.view()};
  }
  bool weighted = false;
};

/// What is done to a needle, or to one 2^enlarged times as large as poses are meant for.
picture::Turn turnOf(const GridPose& pose, int enlarged = 0);
/// Of a needle of this size in this pose: the window that it takes.
Size windowOf(Size needle, const GridPose& pose);

/// Turns a needle into poses; the needle must outlive it. A picture may be given that is 2^enlarged
/// times as large as the needle that poses are meant for.
class NeedleWarper {
 public:
  NeedleWarper(const Needle& needle, bool weighted, int enlarged = 0);

  const Needle& needle() const { return needle_; }
  /// Do all of its pixels count?
  bool isSolid() const { return weights_.empty(); }
  /// What is done to the picture.
  picture::Turn turnOf(const GridPose& pose) const { return pose::turnOf(pose, enlarged_); }
  Size windowOf(const GridPose& pose) const;
  WarpedNeedle warp(const GridPose& pose, picture::SomeRows rows = {}) const;
  /// The same, or nothing where no pixel is left, or with zncc only one colour: such a pose has no
  /// score.
  std::optional<WarpedNeedle> scorable(const GridPose& pose, Method method,
                                       PixelFormat scene) const;

 private:
  const Needle& needle_;
  bool weighted_;
  int enlarged_;
  std::vector<std::uint8_t> weights_;  ///< one for each pixel, or none: all count
};

}  // namespace espy::pose
