// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The definition of pose search: every pixel of every pose at every position. Shares only the pose
// grid with the fast search.
#include "pose/reference.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <vector>

#include "base/phrase.h"
#include "find/match.h"
#include "picture/turn.h"
#include "pose/grid.h"
#include "pose/order.h"
#include "score/reference.h"

namespace espy::pose {
namespace {

/// One needle, warped.
class PlainWarp {
 public:
  PlainWarp(const Needle& needle, const GridPose& pose, bool weighted)
      : needle_(needle),
        pose_(pose),
        weighted_(weighted),
        map_(needle.picture.size(), {pose.angle, pose.scale, pose.mirrored}) {}

  WarpedNeedle run() {
    const PixelFormat format = needle_.picture.format();
    WarpedNeedle made;
    made.picture = Image(map_.to, {format.colourChannels(), format.depth});
    made.mask = Image(map_.to, {1, Depth::u8});
    made.weighted = weighted_ && (needle_.mask || format.hasAlpha());
    for (std::int64_t y = 0; y < map_.to.height; ++y) {
      for (std::int64_t x = 0; x < map_.to.width; ++x) {
        const std::int64_t weight = weightOf(x, y);
        if (weight == 0) continue;
        ++made.counted;
        setSample(made.mask.pixels(), x, y, 0, static_cast<std::uint32_t>(weight));
        for (int c = 0; c < format.colourChannels(); ++c) {
          const auto value = static_cast<std::uint32_t>(mean(x, y, [&](Pixel at) {
            return static_cast<std::int64_t>(sampleAt(needle_.picture, at.x, at.y, c));
          }));
          const auto most = static_cast<std::uint32_t>(format.maxValue());
          setSample(made.picture.pixels(), x, y, c, pose_.inverted ? most - value : value);
        }
      }
    }
    return made;
  }

 private:
  struct Pixel {
    std::int64_t x;
    std::int64_t y;
  };

  static std::int64_t floorOf(std::int64_t a, std::int64_t b) {
    return a / b - (a % b < 0 ? 1 : 0);
  }

  /// Whether pixel (x, y) is wholly inside the needle.
  bool isInside(std::int64_t x, std::int64_t y) const {
    const std::int64_t u = 2 * x + 1 - map_.to.width;
    const std::int64_t v = 2 * y + 1 - map_.to.height;
    const auto fits = [&](std::int64_t twiceCentre, std::int64_t side) {
      return std::abs(twiceCentre) + std::abs(map_.cosine) + std::abs(map_.sine) <=
             (side << picture::TurnMap::kBits) + 2 * picture::TurnMap::kTolerance;
    };
    return fits(u * map_.cosine - v * map_.sine, map_.from.width) &&
           fits(u * map_.sine + v * map_.cosine, map_.from.height);
  }

  /// Calls visit(pixel, share) for the four pixels around each sample of pixel (x, y); the shares
  /// of a sample sum to 65536.
  template <class Visit>
  void eachPart(std::int64_t x, std::int64_t y, const Visit& visit) const {
    const std::int64_t n = map_.samples;
    for (std::int64_t j = 0; j < n; ++j) {
      for (std::int64_t i = 0; i < n; ++i) {
        const std::int64_t u = 2 * (n * x + i) + 1 - n * map_.to.width;
        const std::int64_t v = 2 * (n * y + j) + 1 - n * map_.to.height;
        const std::int64_t across = u * map_.cosine - v * map_.sine;
        const std::int64_t sx = position(map_.mirrored ? -across : across, map_.from.width);
        const std::int64_t sy = position(u * map_.sine + v * map_.cosine, map_.from.height);
        const std::int64_t fx = sx & 255;
        const std::int64_t fy = sy & 255;
        visit(pixelAt(sx, sy, 0, 0), (256 - fx) * (256 - fy));
        visit(pixelAt(sx, sy, 1, 0), fx * (256 - fy));
        visit(pixelAt(sx, sy, 0, 1), (256 - fx) * fy);
        visit(pixelAt(sx, sy, 1, 1), fx * fy);
      }
    }
  }
  /// In 1/256 pixels from the centre of the first pixel.
  std::int64_t position(std::int64_t numerator, std::int64_t side) const {
    constexpr int kBits = picture::TurnMap::kBits;
    const std::int64_t fromMiddle = floorOf(numerator, 2 * map_.samples);
    const std::int64_t fine = fromMiddle + ((side - 1) << (kBits - 1));
    return floorOf(fine + (std::int64_t{1} << (kBits - 9)), std::int64_t{1} << (kBits - 8));
  }
  Pixel pixelAt(std::int64_t sx, std::int64_t sy, int right, int down) const {
    return {std::clamp<std::int64_t>(floorOf(sx, 256) + right, 0, map_.from.width - 1),
            std::clamp<std::int64_t>(floorOf(sy, 256) + down, 0, map_.from.height - 1)};
  }

  template <class ValueOf>
  std::int64_t mean(std::int64_t x, std::int64_t y, const ValueOf& valueOf) const {
    std::int64_t sum = 0;
    eachPart(x, y, [&](Pixel at, std::int64_t share) { sum += share * valueOf(at); });
    const std::int64_t all = 65536 * std::int64_t{map_.samples} * map_.samples;
    return (sum + all / 2) / all;
  }

  std::int64_t weightOf(std::int64_t x, std::int64_t y) const {
    if (!isInside(x, y)) return 0;
    bool ignored = false;
    eachPart(x, y, [&](Pixel at, std::int64_t share) {
      ignored = ignored || (share > 0 && score::weightOf(needle_, at.x, at.y, weighted_) == 0);
    });
    if (ignored) return 0;
    if (!weighted_) return 255;
    return std::max<std::int64_t>(
        1, mean(x, y, [&](Pixel at) { return score::weightOf(needle_, at.x, at.y, true); }));
  }

  const Needle& needle_;
  GridPose pose_;
  bool weighted_;
  picture::TurnMap map_;
};

/// The scores of a pose at all positions from `first` on, row by row; none if too little of the
/// needle is inside, or that has no score.
struct PoseScores {
  std::int64_t firstX = 0;
  std::int64_t firstY = 0;
  Size size;  ///< of the window
  Size count;
  std::vector<std::optional<PosedPeak>> places;

  const PosedPeak* at(std::int64_t x, std::int64_t y) const {
    const std::int64_t column = x - firstX;
    const std::int64_t row = y - firstY;
    if (column < 0 || row < 0 || column >= count.width || row >= count.height) return nullptr;
    const auto& place = places[static_cast<std::size_t>(row * count.width + column)];
    return place ? &*place : nullptr;
  }
};

/// The scores of all poses of a needle at all positions.
class AllScores {
 public:
  AllScores(const ImageView& scene, const Needle& needle, std::uint32_t index, const PoseGrid& grid,
            const ScoreOptions& options, const Control& control)
      : scene_(scene), index_(index), grid_(grid), options_(options), poses_(grid.poses.size()) {
    for (std::uint32_t p = 0; p < grid.poses.size(); ++p) {
      const WarpedNeedle warped = warpByReference(needle, grid.poses[p], options.weighted);
      PoseScores& scores = poses_[p];
      scores.size = warped.picture.size();
      if (warped.counted == 0) continue;
      if (grid.visible == kAll) {
        addInside(p, warped, scores);
        continue;
      }
      scores.firstX = 1 - scores.size.width;
      scores.firstY = 1 - scores.size.height;
      scores.count = {scene.width() - scores.firstX, scene.height() - scores.firstY};
      for (std::int64_t y = scores.firstY; y < scene.height(); ++y) {
        control.check();
        for (std::int64_t x = scores.firstX; x < scene.width(); ++x) {
          scores.places.push_back(partAt(p, warped, x, y));
        }
      }
    }
  }

  template <class Visit>
  void each(const Visit& visit) const {
    for (const PoseScores& scores : poses_) {
      for (const std::optional<PosedPeak>& place : scores.places) {
        if (place) visit(*place);
      }
    }
  }

  bool isPeak(const PosedPeak& place) const {
    if (isBeatenIn(place.pose, place)) return false;
    std::vector<std::uint32_t> beside;
    GridIndex(grid_).neighboursOf(place.pose, beside);
    return std::none_of(beside.begin(), beside.end(),
                        [&](std::uint32_t pose) { return isBeatenIn(pose, place); });
  }

 private:
  static constexpr std::int64_t kAll = 1'000'000;

  /// Whether zncc is defined.
  bool hasScore(const Needle& needle) const {
    if (options_.method != Method::zncc) return true;
    return score::sumsOf(needle, scene_.format(), options_.weighted).variance() != 0;
  }

  /// Windows wholly inside.
  void addInside(std::uint32_t pose, const WarpedNeedle& warped, PoseScores& scores) const {
    const Needle turned = warped.needle();
    if (scores.size.width > scene_.width() || scores.size.height > scene_.height()) return;
    if (!hasScore(turned)) return;
    scores.count = {scene_.width() - scores.size.width + 1,
                    scene_.height() - scores.size.height + 1};
    for (Peak peak : score::allByReference(scene_, turned, options_)) {
      peak.needle = index_;
      scores.places.emplace_back(PosedPeak{peak, pose});
    }
  }

  /// The visible part of a window, as a needle of its own.
  std::optional<PosedPeak> partAt(std::uint32_t pose, const WarpedNeedle& warped, std::int64_t x,
                                  std::int64_t y) const {
    const Size size = warped.picture.size();
    const std::int64_t left = std::max<std::int64_t>(0, -x);
    const std::int64_t above = std::max<std::int64_t>(0, -y);
    const Size inner{std::min(size.width, scene_.width() - x) - left,
                     std::min(size.height, scene_.height() - y) - above};
    const ImageView mask = warped.mask.view().crop(left, above, inner);
    std::int64_t counted = 0;
    for (std::int64_t i = 0; i < inner.pixels(); ++i) {
      counted += sampleAt(mask, i % inner.width, i / inner.width, 0) != 0 ? 1 : 0;
    }
    if (counted == 0 || counted * kAll < grid_.visible * warped.counted) return {};
    const Needle part{warped.picture.view().crop(left, above, inner), mask};
    if (!hasScore(part)) return {};
    const ImageView under = scene_.crop(x + left, y + above, inner);
    PosedPeak place{score::allByReference(under, part, options_).front(), pose};
    place.peak.needle = index_;
    place.peak.x = static_cast<std::uint32_t>(x + left);
    place.peak.y = static_cast<std::uint32_t>(y + above);
    place.left = static_cast<std::uint32_t>(left);
    place.above = static_cast<std::uint32_t>(above);
    return place;
  }

  bool isBeatenIn(std::uint32_t pose, const PosedPeak& place) const {
    const PoseScores& other = poses_[pose];
    const Size own = poses_[place.pose].size;
    const NearPlaces columns = nearPlaces(columnOf(place), own.width, other.size.width);
    const NearPlaces rows = nearPlaces(rowOf(place), own.height, other.size.height);
    for (std::int64_t y = rows.first; y < rows.first + rows.count; ++y) {
      for (std::int64_t x = columns.first; x < columns.first + columns.count; ++x) {
        const PosedPeak* there = other.at(x, y);
        if (there != nullptr && there->peak.score > place.peak.score) return true;
      }
    }
    return false;
  }

  const ImageView& scene_;
  std::uint32_t index_;
  const PoseGrid& grid_;
  const ScoreOptions& options_;
  std::vector<PoseScores> poses_;
};

}  // namespace

WarpedNeedle warpByReference(const Needle& needle, const GridPose& pose, bool weighted) {
  return PlainWarp(needle, pose, weighted).run();
}

PosedPlaces poseByReference(const ImageView& scene, std::span<const Needle> needles,
                            std::span<const PoseGrid> grids, const ScoreOptions& options,
                            const Control& control, RunReport& report) {
  report.engine = "reference";
  report.threads = 1;
  report.strategy = phrase("every pose at every position");
  const StageTimer timer(report.timeline, "search");
  PosedPlaces found;
  for (std::uint32_t n = 0; n < needles.size(); ++n) {
    const AllScores scores(scene, needles[n], n, grids[n], options, control);
    scores.each([&](const PosedPeak& place) {
      control.check();
      if (!found.best || IsBetterPosed()(place, *found.best)) found.best = place;
      if (place.peak.score >= options.minScore && scores.isPeak(place))
        found.peaks.push_back(place);
    });
  }
  std::sort(found.peaks.begin(), found.peaks.end(), IsBetterPosed());
  if (!options.wantBest || !found.peaks.empty()) found.best.reset();
  return found;
}

}  // namespace espy::pose
