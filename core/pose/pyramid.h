// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "espy/control.h"
#include "espy/engine/pose.h"
#include "pose/drift.h"
#include "pose/steps.h"
#include "pose/warp_needle.h"

namespace espy::pose {

/// Pixels around a scene at a smaller size: windows there may stick out by what they are rounded.
inline constexpr std::int64_t kRim = 4;

/// A picture at half its size: means of 2 x 2 pixels of its colours. Around it are `rim` pixels
/// like those at its border, because windows are whole pixels at every size.
Image halved(const ImageView& picture, std::int64_t rim, int threads, const Control& control);

/// The scene at half the size, a quarter and so on, made when they are asked for.
class ScenePyramid {
 public:
  ScenePyramid(const ImageView& scene, int threads, const Control& control)
      : scene_(scene), threads_(threads), control_{control.threads, control.stop, {}} {}

  const ImageView& at(int shift) {
    if (shift == 0) return scene_;
    while (static_cast<int>(smaller_.size()) < shift) {
      const ImageView last = smaller_.empty() ? scene_ : inner(smaller_.back());
      smaller_.push_back(halved(last, kRim, threads_, control_));
    }
    return smaller_[static_cast<std::size_t>(shift) - 1].view();
  }
  /// What it is, without making it.
  Size sizeAt(int shift) const {
    Size size = scene_.size();
    for (int k = 0; k < shift; ++k) size = {(size.width + 1) / 2, (size.height + 1) / 2};
    return shift == 0 ? size : Size{size.width + 2 * kRim, size.height + 2 * kRim};
  }
  PixelFormat formatAt(int shift) const {
    const PixelFormat format = scene_.format();
    return shift == 0 ? format : PixelFormat{format.colourChannels(), format.depth};
  }

 private:
  /// Without its rim.
  static ImageView inner(const Image& picture) {
    const Size size = picture.size();
    return picture.view().crop(kRim, kRim, {size.width - 2 * kRim, size.height - 2 * kRim});
  }

  const ImageView& scene_;
  int threads_;
  Control control_;
  std::vector<Image> smaller_;
};

/// A needle at half its size, a quarter and so on, made when they are asked for.
class NeedlePyramid {
 public:
  NeedlePyramid(const Needle& needle, bool weighted) : own_(needle), weighted_(weighted) {}

  const Needle& own() const { return own_; }
  /// At 1/2^shift; none for the needle itself.
  std::shared_ptr<const WarpedNeedle> at(int shift);
  /// Of the needle itself, or as good as these: `halved` are those at half its size.
  PoseSteps ownSteps(Method method, const PoseSteps& halved);
  /// In the needle's own pixels, told by a smaller one.
  const Drift& drift();

 private:
  const Needle& own_;
  bool weighted_;
  std::vector<std::shared_ptr<const WarpedNeedle>> smaller_;
  std::optional<PoseSteps> steps_;
  std::optional<Drift> drift_;
};

/// Scales of a grid, [first, end).
struct ScaleBand {
  std::uint32_t first = 0;
  std::uint32_t end = 1;
  double least = 1;  ///< the smallest of them
  double most = 1;
};

/// The scales of a grid, cut so that those of one band ask for much the same: they are halved
/// equally often, and tried equally far apart.
std::vector<ScaleBand> bandsOf(const PoseGrid& grid);

/// One size of the scene at which a needle is looked for, 1/2^shift.
struct Level {
  int shift = 0;
  /// What is turned: none for the needle itself.
  std::shared_ptr<const WarpedNeedle> needle;
  int enlarged = 0;  ///< and is 2^enlarged times as large as the needle is at this level
  /// Only every so manyth angle and scale of the grid is tried.
  std::uint32_t angleStride = 1;
  std::uint32_t scaleStride = 1;
  double minScore = 0;  ///< a place that may lead to a match has at least this much here
  /// And this much before it climbs, as far off as the level before may leave it.
  double firstScore = -1;
  Drift drift;  ///< of the needle in its own pixels

  /// As a needle; `own` is the one at full size.
  Needle asNeedle(const Needle& own) const { return needle ? needle->needle() : own; }
  NeedleWarper warper(const Needle& shown, bool weighted) const {
    return {shown, weighted, enlarged};
  }
};

/// The sizes at which a needle is looked for in these scales, from full to the smallest at which
/// enough of it is left. At each a true match may lose as much of its score as half a step of its
/// angles and scales, half a pixel, and chance take: that lowers the minimum.
std::vector<Level> levelsFor(NeedlePyramid& needle, const PoseGrid& grid,
                             const ScoreOptions& options, const ScaleBand& scales);

/// Is this one of the angles, or scales, that stand for all of so many? They are spread evenly, at
/// most `stride` apart, and half of that from the ends.
inline bool isTried(std::uint32_t index, std::uint32_t count, std::uint32_t stride) {
  const std::uint64_t tried = (std::uint64_t{count} + stride - 1) / stride;
  const std::uint64_t part = index * tried / count;
  return (2 * part + 1) * count / (2 * tried) == index;
}

}  // namespace espy::pose
