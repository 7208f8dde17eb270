// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "pose/border_descent.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <tuple>

#include "base/parallel.h"
#include "pose/batch.h"
#include "pose/order.h"
#include "pose/suppression.h"

namespace espy::pose {
namespace {

/// Hill climbing at one pyramid level. For one thread.
class BorderSlope {
 public:
  BorderSlope(const BorderScene& scene, const NeedleWarper& warper, const PoseGrid& grid,
              const GridIndex& index, const ScoreOptions& options, const Level& level)
      : index_(index), level_(level), scorer_(scene, warper, grid, options, level.shift > 0) {}

  Size windowOf(std::uint32_t pose) const { return scorer_.windowOf(pose); }

  /// The local maximum reached from here, or nothing after too many steps.
  std::optional<PosedPeak> climb(std::uint32_t pose, std::int64_t x, std::int64_t y) {
    known_.clear();
    best_.reset();
    for (int k = 0; k < 9; ++k) ask(pose, x + k % 3 - 1, y + k / 3 - 1);
    constexpr int kMostSteps = 64;
    for (int step = 0; best_ && step < kMostSteps; ++step) {
      const PosedPeak from = *best_;
      probeAround(from);
      if (from == *best_ && level_.shift == 0) {
        anyAround(scorer_, index_, from,
                  [&](std::uint32_t other, std::int64_t column, std::int64_t row) {
                    ask(other, column, row);
                    return best_->peak.score > from.peak.score;
                  });
      }
      if (from == *best_) return from;
    }
    return {};
  }

 private:
  void probeAround(const PosedPeak& from) {
    const std::int64_t x = columnOf(from);
    const std::int64_t y = rowOf(from);
    for (int k = 0; k < 9; ++k) ask(from.pose, x + k % 3 - 1, y + k / 3 - 1);
    const Size own = windowOf(from.pose);
    const auto turn = [&](std::int64_t angles, std::int64_t scales) {
      const std::optional<std::uint32_t> pose = index_.from(from.pose, angles, scales);
      if (!pose) return;
      const Size other = windowOf(*pose);
      ask(*pose, x + (own.width - other.width) / 2, y + (own.height - other.height) / 2);
    };
    turn(level_.angleStride, 0);
    turn(-std::int64_t{level_.angleStride}, 0);
    turn(0, level_.scaleStride);
    turn(0, -std::int64_t{level_.scaleStride});
  }

  void ask(std::uint32_t pose, std::int64_t x, std::int64_t y) {
    if (!known_.insert({pose, x, y}).second) return;
    const std::optional<PosedPeak> there = scorer_.at(pose, x, y);
    if (there && (!best_ || there->peak.score > best_->peak.score)) best_ = there;
  }

  const GridIndex& index_;
  const Level& level_;
  BorderScorer scorer_;
  std::set<std::tuple<std::uint32_t, std::int64_t, std::int64_t>> known_;
  std::optional<PosedPeak> best_;
};

/// Non-maximum suppression, best first.
std::vector<PosedPeak> thinned(std::vector<PosedPeak> places, const PoseGrid& grid,
                               const Level& level, const NeedleWarper& warper) {
  std::sort(places.begin(), places.end(), IsBetterPosed());
  const WindowSizes windows(warper, grid);
  Suppression taken(grid, level.angleStride, level.scaleStride, places.size());
  std::erase_if(places, [&](const PosedPeak& place) {
    const Size window = windows.windowOf(place.pose);
    return !taken.take(place, 2 * columnOf(place) + window.width, 2 * rowOf(place) + window.height);
  });
  return places;
}

}  // namespace

BorderDescent::BorderDescent(const ImageView& scene, const Needle& needle, const PoseGrid& grid,
                             const ScoreOptions& options, int threads, const Control& control)
    : scenes_(scene, threads, control, 0),
      needle_(needle),
      grid_(grid),
      index_(grid),
      options_(options),
      threads_(threads),
      control_(control) {
  const std::shared_ptr<NeedlePyramid> pyramid = NeedlePyramid::of(needle, options.weighted);
  for (const ScaleBand& scales : bandsOf(grid)) {
    bands_.push_back({scales, levelsFor(*pyramid, grid, options, scales)});
  }
}

bool BorderDescent::canHalve() const {
  constexpr std::size_t kFewPoses = 8;
  return grid_.poses.size() > kFewPoses &&
         std::all_of(bands_.begin(), bands_.end(),
                     [](const Band& band) { return band.levels.size() > 1; });
}

double BorderDescent::minScoreAt(const Level& level, const Band& band) const {
  if (options_.method != Method::zncc) return level.minScore;
  // A coefficient varies by chance, more so with fewer visible pixels.
  constexpr double kDeviations = 3;
  const double scale = band.scales.least / std::exp2(level.shift);
  const double pixels = static_cast<double>(needle_.picture.size().pixels()) * scale * scale;
  const double share = static_cast<double>(grid_.visible) / 1e6;
  const double least = options_.minScore;
  return level.minScore - kDeviations * (1 - least * least) *
                              (1 / std::sqrt(pixels * share) - 1 / std::sqrt(pixels));
}

std::vector<PosedPeak> BorderDescent::searchAll(const Band& band, bool bestOnly) {
  const Level& level = band.levels.back();
  const Needle needle = level.asNeedle(needle_);
  const NeedleWarper warper = level.warper(needle, options_.weighted);
  const BorderScene scene(scenes_.at(level.shift), needle.picture.format());
  const Size size = scene.view().size();
  const double least = minScoreAt(level, band);
  const ScaleBand& scales = band.scales;
  std::vector<std::uint32_t> poses;
  for (std::uint32_t p = 0; p < grid_.poses.size(); ++p) {
    const GridPose& pose = grid_.poses[p];
    if (isTried(pose.angleIndex, grid_.angles, level.angleStride) &&
        pose.scaleIndex >= scales.first && pose.scaleIndex < scales.end &&
        isTried(pose.scaleIndex - scales.first, scales.end - scales.first, level.scaleStride)) {
      poses.push_back(p);
    }
  }
  std::vector<std::vector<PosedPeak>> found(poses.size());
  std::vector<std::unique_ptr<BorderScorer>> scorers(
      static_cast<std::size_t>(std::max(1, threads_)));
  parallelFor(static_cast<std::int64_t>(poses.size()), threads_,
              {control_.threads, control_.stop, {}}, [&](std::int64_t i, int thread) {
                control_.check();
                const auto k = static_cast<std::size_t>(i);
                auto& own = scorers[static_cast<std::size_t>(thread)];
                if (!own)
                  own = std::make_unique<BorderScorer>(scene, warper, grid_, options_, true);
                BorderScorer& scorer = *own;
                // Rim of one pixel: at this level a window that slightly overlaps the border may be
                // rounded to one that touches it from inside.
                eachBorderPlace(size, scorer.windowOf(poses[k]), 1,
                                [&](std::int64_t x, std::int64_t y) {
                                  const std::optional<PosedPeak> there = scorer.at(poses[k], x, y);
                                  if (!there) return;
                                  if (bestOnly && !found[k].empty()) {
                                    if (IsBetterPosed()(*there, found[k].front())) {
                                      found[k].front() = *there;
                                    }
                                  } else if (bestOnly || there->peak.score >= least) {
                                    found[k].push_back(*there);
                                  }
                                });
              });
  std::vector<PosedPeak> places;
  for (const std::vector<PosedPeak>& some : found) {
    places.insert(places.end(), some.begin(), some.end());
    checkCount(places.size(), options_.minScore);
  }
  return thinned(std::move(places), grid_, level, warper);
}

std::vector<PosedPeak> BorderDescent::climbAll(const Level& level,
                                               const std::vector<Start>& starts) {
  const Needle needle = level.asNeedle(needle_);
  const NeedleWarper warper = level.warper(needle, options_.weighted);
  const BorderScene scene(scenes_.at(level.shift), needle.picture.format());
  std::vector<std::optional<PosedPeak>> found(starts.size());
  std::vector<std::unique_ptr<BorderSlope>> slopes(static_cast<std::size_t>(std::max(1, threads_)));
  parallelFor(static_cast<std::int64_t>(starts.size()), threads_,
              {control_.threads, control_.stop, {}}, [&](std::int64_t i, int thread) {
                control_.check();
                const auto k = static_cast<std::size_t>(i);
                auto& slope = slopes[static_cast<std::size_t>(thread)];
                if (!slope) {
                  slope =
                      std::make_unique<BorderSlope>(scene, warper, grid_, index_, options_, level);
                }
                found[k] = slope->climb(starts[k].pose, starts[k].x, starts[k].y);
              });
  std::vector<PosedPeak> places;
  for (const std::optional<PosedPeak>& place : found) {
    if (place) places.push_back(*place);
  }
  std::sort(places.begin(), places.end(), IsBetterPosed());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

std::vector<PosedPeak> BorderDescent::descend(const Level& from, const Level& to,
                                              const std::vector<PosedPeak>& places) {
  const Needle small = from.asNeedle(needle_);
  const Needle large = to.asNeedle(needle_);
  const NeedleWarper fromWarper = from.warper(small, options_.weighted);
  const NeedleWarper toWarper = to.warper(large, options_.weighted);
  std::vector<Start> starts;
  starts.reserve(places.size());
  for (const PosedPeak& place : places) {
    const GridPose& pose = grid_.poses[place.pose];
    const Size before = fromWarper.windowOf(pose);
    const Size window = toWarper.windowOf(pose);
    // Doubled, so that centres are whole numbers of half pixels.
    starts.push_back({place.pose, (2 * (2 * columnOf(place) + before.width) - window.width) >> 1,
                      (2 * (2 * rowOf(place) + before.height) - window.height) >> 1});
  }
  return climbAll(to, starts);
}

std::vector<PosedPeak> BorderDescent::run(std::optional<PosedPeak>* best) {
  std::vector<PosedPeak> peaks;
  const auto take = [&](const std::vector<PosedPeak>& places) {
    for (const PosedPeak& place : places) {
      if (place.peak.score >= options_.minScore) {
        peaks.push_back(place);
      } else if (best != nullptr) {
        keepBetter(*best, place);
      }
    }
  };
  for (const Band& band : bands_) {
    std::vector<PosedPeak> places = searchAll(band, false);
    const bool nearestOnly = places.empty() && best != nullptr;
    if (nearestOnly) places = searchAll(band, true);
    for (std::size_t l = band.levels.size() - 1; l-- > 0 && !places.empty();) {
      const Level& level = band.levels[l];
      places = descend(band.levels[l + 1], level, places);
      if (level.shift == 0 || nearestOnly) continue;
      const double least = minScoreAt(level, band);
      if (best == nullptr || places.empty() || places.front().peak.score >= least) {
        std::erase_if(places, [&](const PosedPeak& place) { return place.peak.score < least; });
      } else {
        places.resize(1);  // the closest one
      }
      const Needle needle = level.asNeedle(needle_);
      const NeedleWarper warper = level.warper(needle, options_.weighted);
      places = thinned(std::move(places), grid_, level, warper);
    }
    take(places);
  }
  std::vector<Start> starts;
  starts.reserve(starts_.size());
  for (const PosedPeak& place : starts_) {
    starts.push_back({place.pose, columnOf(place), rowOf(place)});
  }
  if (!starts.empty()) take(climbAll(bands_.front().levels.front(), starts));
  return peaks;
}

}  // namespace espy::pose
