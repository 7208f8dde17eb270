// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The definition of pose find: every pixel of every pose, every pose at every place. It shares with
// the fast ways only what says which poses there are.
#include "pose/reference.h"

#include <algorithm>
#include <cstdlib>
#include <map>

#include "find/match.h"
#include "picture/turn.h"
#include "pose/grid.h"
#include "pose/order.h"
#include "score/reference.h"

namespace espy::pose {
namespace {

/// One needle that is turned.
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

  /// Does pixel (x, y) lie wholly inside of the needle?
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

  /// Calls visit(pixel, share) for the four pixels that each sample of pixel (x, y) lies between;
  /// the shares of a sample are 65536 together.
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
  /// In 1/256 pixels from the middle of the first pixel.
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

/// The scores of all poses of a needle at all places.
class AllScores {
 public:
  AllScores(const ImageView& scene, const Needle& needle, std::uint32_t index, const PoseGrid& grid,
            const ScoreOptions& options, const Control& control)
      : scene_(scene), index_(index), grid_(grid), places_(grid.poses.size()) {
    for (std::size_t p = 0; p < grid.poses.size(); ++p) {
      control.check();
      const WarpedNeedle warped = warpByReference(needle, grid.poses[p], options.weighted);
      sizes_.push_back(warped.picture.size());
      if (warped.counted == 0) continue;
      const Needle turned = warped.needle();
      if (turned.picture.width() > scene.width() || turned.picture.height() > scene.height()) {
        continue;
      }
      const bool flat = score::sumsOf(turned, scene.format(), options.weighted).variance() == 0;
      if (options.method == Method::zncc && flat) continue;
      places_[p] = score::allByReference(scene, turned, options);
    }
  }

  template <class Visit>
  void each(const Visit& visit) const {
    for (std::uint32_t p = 0; p < places_.size(); ++p) {
      for (Peak peak : places_[p]) {
        peak.needle = index_;
        visit(PosedPeak{peak, p});
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
  bool isBeatenIn(std::uint32_t pose, const PosedPeak& place) const {
    if (places_[pose].empty()) return false;
    const Size own = sizes_[place.pose];
    const Size other = sizes_[pose];
    const Size count{scene_.width() - other.width + 1, scene_.height() - other.height + 1};
    const NearPlaces columns = nearPlaces(place.peak.x, own.width, other.width);
    const NearPlaces rows = nearPlaces(place.peak.y, own.height, other.height);
    for (std::int64_t y = rows.first; y < rows.first + rows.count; ++y) {
      for (std::int64_t x = columns.first; x < columns.first + columns.count; ++x) {
        if (x < 0 || y < 0 || x >= count.width || y >= count.height) continue;
        const Peak& there = places_[pose][static_cast<std::size_t>(y * count.width + x)];
        if (there.score > place.peak.score) return true;
      }
    }
    return false;
  }

  const ImageView& scene_;
  std::uint32_t index_;
  const PoseGrid& grid_;
  std::vector<Size> sizes_;
  std::vector<std::vector<Peak>> places_;
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
  report.strategy = "every pose at every place";
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
