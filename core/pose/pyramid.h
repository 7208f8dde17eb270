// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "espy/control.h"
#include "espy/engine/pose.h"
#include "pose/steps.h"
#include "pose/warp_needle.h"

namespace espy::pose {

/// Padding around a coarse scene, since rounded windows may exceed it.
inline constexpr std::int64_t kRim = 4;

/// A picture at half its size: averages of 2 x 2 pixels, with `rim` replicated pixels around it,
/// since windows are rounded to whole pixels.
Image halved(const ImageView& picture, std::int64_t rim, int threads, const Control& control);

/// The scene's pyramid, computed on demand, with `rim` pixels around each coarse level.
class ScenePyramid {
 public:
  ScenePyramid(const ImageView& scene, int threads, const Control& control, std::int64_t rim = kRim)
      : scene_(scene), threads_(threads), control_{control.threads, control.stop, {}}, rim_(rim) {}

  const ImageView& at(int shift) {
    if (shift == 0) return scene_;
    while (static_cast<int>(smaller_.size()) < shift) {
      const ImageView last = smaller_.empty() ? scene_ : inner(smaller_.back());
      smaller_.push_back(halved(last, rim_, threads_, control_));
    }
    return smaller_[static_cast<std::size_t>(shift) - 1].view();
  }
  Size sizeAt(int shift) const {
    Size size = scene_.size();
    for (int k = 0; k < shift; ++k) size = {(size.width + 1) / 2, (size.height + 1) / 2};
    return shift == 0 ? size : Size{size.width + 2 * rim_, size.height + 2 * rim_};
  }
  /// The levels so far, from half size on; this pyramid is no longer used.
  std::deque<Image> takeLevels() { return std::move(smaller_); }
  PixelFormat formatAt(int shift) const {
    const PixelFormat format = scene_.format();
    return shift == 0 ? format : PixelFormat{format.colourChannels(), format.depth};
  }

 private:
  ImageView inner(const Image& picture) const {
    const Size size = picture.size();
    return picture.view().crop(rim_, rim_, {size.width - 2 * rim_, size.height - 2 * rim_});
  }

  const ImageView& scene_;
  int threads_;
  Control control_;
  std::int64_t rim_;
  std::deque<Image> smaller_;
};

/// The needle's pyramid, computed on demand. Thread-safe.
class NeedlePyramid {
 public:
  NeedlePyramid(const Needle& needle, bool weighted) : own_(needle), weighted_(weighted) {}

  /// The pyramid of a needle with these pixels, kept from an earlier search where it can be: frames
  /// of a video, and pictures of a batch, are searched for the same needles again and again. A kept
  /// one has pixels of its own.
  static std::shared_ptr<NeedlePyramid> of(const Needle& needle, bool weighted);

  const Needle& own() const { return own_; }
  bool weighted() const { return weighted_; }
  /// At 1/2^shift; none for the needle itself.
  std::shared_ptr<const WarpedNeedle> at(int shift);
  /// Steps of the needle at 1/2^shift, reduced to this scale in millionths if it is below 1.
  /// Nothing if no pixel of it is left.
  std::optional<PoseSteps> stepsAt(int shift, std::int64_t scale);
  /// Steps of the needle itself, or an equivalent derived from `halved`, those at half its size.
  PoseSteps ownSteps(Method method, const PoseSteps& halved);
  /// In the needle's pixels, derived from a coarse level.
  Drift drift();

 private:
  const WarpedNeedle* sizeAt(int shift);  ///< without the lock

  const Needle own_;
  bool weighted_;
  std::mutex mutex_;
  std::vector<std::shared_ptr<const WarpedNeedle>> smaller_;
  std::map<std::pair<int, std::int64_t>, std::optional<PoseSteps>> steps_;
  std::optional<Drift> drift_;
};

/// Scales of a grid, [first, end).
struct ScaleBand {
  std::uint32_t first = 0;
  std::uint32_t end = 1;
  double least = 1;  ///< the smallest of them
  double most = 1;
};

/// Splits a grid's scales into bands that share levels and strides.
std::vector<ScaleBand> bandsOf(const PoseGrid& grid);

/// A pyramid level: the scene at 1/2^shift.
struct Level {
  int shift = 0;
  /// The picture that is warped; none for the needle itself.
  std::shared_ptr<const WarpedNeedle> needle;
  int enlarged = 0;  ///< its size is 2^enlarged times the needle's at this level
  /// Only every n-th angle and scale of the grid is tried.
  std::uint32_t angleStride = 1;
  std::uint32_t scaleStride = 1;
  double minScore = 0;  ///< minimum score that can lead to a match
  /// The same before climbing, at the distance that the coarser level may leave.
  double firstScore = -1;
  Drift drift;  ///< in the needle's pixels

  /// The level's needle; `own` is the one at full size.
  Needle asNeedle(const Needle& own) const { return needle ? needle->needle() : own; }
  NeedleWarper warper(const Needle& shown, bool weighted) const {
    return {shown, weighted, enlarged};
  }
};

/// The levels for these scales, from full size to the coarsest with enough detail. At each level a
/// match may lose as much score as half a step of angle and scale, half a pixel, and chance cost;
/// that lowers its minimum.
std::vector<Level> levelsFor(NeedlePyramid& needle, const PoseGrid& grid,
                             const ScoreOptions& options, const ScaleBand& scales);

/// Whether this angle or scale is tried: they are evenly spread, at most `stride` apart and half of
/// that from the ends.
inline bool isTried(std::uint32_t index, std::uint32_t count, std::uint32_t stride) {
  const std::uint64_t tried = (std::uint64_t{count} + stride - 1) / stride;
  const std::uint64_t part = index * tried / count;
  return (2 * part + 1) * count / (2 * tried) == index;
}

/// Whether this pose is tried at a level of the band.
inline bool isTriedIn(const GridPose& pose, const PoseGrid& grid, const ScaleBand& band,
                      const Level& level) {
  return pose.scaleIndex >= band.first && pose.scaleIndex < band.end &&
         isTried(pose.scaleIndex - band.first, band.end - band.first, level.scaleStride) &&
         isTried(pose.angleIndex, grid.angles, level.angleStride);
}

}  // namespace espy::pose
