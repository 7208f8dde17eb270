// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "pose/fast.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <deque>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/parallel.h"
#include "pose/batch.h"
#include "pose/complete.h"
#include "pose/order.h"
#include "pose/pose_scorer.h"
#include "pose/pyramid.h"
#include "score/fast.h"

namespace espy::pose {
namespace {

/// Pixels around a small scene: windows at a small size may stick out by what they are rounded.
constexpr std::int64_t kRim = 4;

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

/// A pose at a place of a level.
struct Candidate {
  PosedPeak at;
  std::uint32_t next = 0;  ///< the pose of the grid from which to go on at the next level
  bool isPeak = false;     ///< nothing around it is better
  std::size_t band = 0;    ///< whose it is
  /// Where its middle lies in the level's scene, in half pixels.
  std::int64_t middleX = 0;
  std::int64_t middleY = 0;
};

bool isBetter(const Candidate& a, const Candidate& b) {
  return IsBetterPosed()(a.at, b.at);
}

/// One level: where candidates climb.
class Slope {
 public:
  Slope(const ImageView& scene, const Needle& needle, const Level& level, const PoseGrid& grid,
        const GridIndex& index, const ScoreOptions& options)
      : level_(level),
        index_(index),
        warper_(level.warper(needle, options.weighted)),
        scorer_(scene, warper_, grid, index, options) {}

  Size windowOf(std::uint32_t pose) const { return scorer_.windowOf(pose); }

  /// From a place to the best around it, step by step, until none is better: a place, an angle, a
  /// scale. At full size all neighbours are asked before it counts as a peak.
  /// What begins below `firstScore` comes nowhere.
  std::optional<Candidate> climb(std::uint32_t pose, std::int64_t x, std::int64_t y,
                                 double firstScore) {
    known_.clear();
    best_.reset();
    ask(pose, x, y);
    if (!best_) {
      // It may begin outside.
      for (int k = 0; k < 9 && !best_; ++k) ask(pose, x + k % 3 - 1, y + k / 3 - 1);
    }
    if (!best_) return {};
    const PosedPeak start = *best_;
    for (int k = 0; k < 9; ++k) ask(pose, start.peak.x + k % 3 - 1, start.peak.y + k / 3 - 1);
    if (best_->peak.score < firstScore) return {};
    constexpr int kMostSteps = 64;
    Candidate found;
    for (int step = 0; step < kMostSteps; ++step) {
      const PosedPeak from = *best_;
      lookAround(from);
      if (from == *best_ && level_.shift == 0) {
        scorer_.anyBeside(from.pose, from.peak.x, from.peak.y,
                          [&](std::uint32_t other, std::int64_t column, std::int64_t row) {
                            ask(other, column, row);
                            return best_->peak.score > from.peak.score;
                          });
      }
      found.at = from;
      if (from == *best_) {
        found.isPeak = true;
        break;
      }
    }
    found.next = between(found.at);
    const Size window = windowOf(found.at.pose);
    found.middleX = 2 * std::int64_t{found.at.peak.x} + window.width;
    found.middleY = 2 * std::int64_t{found.at.peak.y} + window.height;
    return found;
  }

 private:
  using Asked = std::tuple<std::uint32_t, std::int64_t, std::int64_t>;  ///< pose, x, y
  static constexpr double kNoScore = -2;

  void lookAround(const PosedPeak& from) {
    const std::int64_t x = from.peak.x;
    const std::int64_t y = from.peak.y;
    for (int k = 0; k < 9; ++k) ask(from.pose, x + k % 3 - 1, y + k / 3 - 1);
    const auto turn = [&](std::int64_t angles, std::int64_t scales) {
      const std::optional<Asked> other = beside(from, angles, scales);
      if (other) ask(std::get<0>(*other), std::get<1>(*other), std::get<2>(*other));
    };
    turn(level_.angleStride, 0);
    turn(-std::int64_t{level_.angleStride}, 0);
    turn(0, level_.scaleStride);
    turn(0, -std::int64_t{level_.scaleStride});
  }

  /// The same place of a pose so many angles and scales away.
  std::optional<Asked> beside(const PosedPeak& from, std::int64_t angles,
                              std::int64_t scales) const {
    const std::optional<std::uint32_t> pose = index_.from(from.pose, angles, scales);
    if (!pose) return {};
    const Size own = windowOf(from.pose);
    const Size other = windowOf(*pose);
    return Asked{*pose, from.peak.x + (own.width - other.width) / 2,
                 from.peak.y + (own.height - other.height) / 2};
  }

  /// The pose at the top of a parabola through a peak's score and those of the poses beside it.
  std::uint32_t between(const PosedPeak& peak) const {
    const auto topOf = [&](std::int64_t angles, std::int64_t scales) {
      const std::optional<Asked> before = beside(peak, -angles, -scales);
      const std::optional<Asked> after = beside(peak, angles, scales);
      if (!before || !after || !known_.contains(*before) || !known_.contains(*after)) return 0.0;
      const double left = known_.at(*before);
      const double right = known_.at(*after);
      const double bend = left - 2 * peak.peak.score + right;
      return bend < 0 ? std::clamp((left - right) / (2 * bend), -0.5, 0.5) : 0.0;
    };
    const auto stepsTo = [](double top, std::uint32_t stride) { return std::lround(top * stride); };
    const std::int64_t angles = stepsTo(topOf(level_.angleStride, 0), level_.angleStride);
    const std::int64_t scales = stepsTo(topOf(0, level_.scaleStride), level_.scaleStride);
    return index_.from(peak.pose, angles, scales).value_or(peak.pose);
  }

  void ask(std::uint32_t pose, std::int64_t x, std::int64_t y) {
    const auto [entry, isNew] = known_.try_emplace({pose, x, y}, kNoScore);
    if (!isNew) return;
    const std::optional<Peak> peak = scorer_.at(pose, x, y);
    if (!peak) return;
    entry->second = peak->score;
    if (!best_ || peak->score > best_->peak.score) best_ = PosedPeak{*peak, pose};
  }

  const Level& level_;
  const GridIndex& index_;
  NeedleWarper warper_;
  PoseScorer scorer_;
  std::map<Asked, double> known_;  ///< scores
  std::optional<PosedPeak> best_;
};

/// One needle, in the scales of a band; on the way to a peak it may leave it.
class Descent {
 public:
  Descent(ScenePyramid& scenes, const Needle& needle, const PoseGrid& grid, const GridIndex& index,
          ScaleBand scales, const std::vector<Level>& levels, const ScoreOptions& options,
          int threads, const Control& control)
      : scenes_(scenes),
        needle_(needle),
        grid_(grid),
        scales_(scales),
        index_(index),
        levels_(levels),
        options_(options),
        threads_(threads),
        control_(control) {}

  int firstShift() const { return levels_.back().shift; }
  const Level& levelAt(int shift) const { return levels_[static_cast<std::size_t>(shift)]; }

  /// All places of the smallest scene, in every so manyth pose.
  std::vector<Candidate> searchAll() {
    const Level& level = levels_.back();
    const ImageView& scene = scenes_.at(level.shift);
    const Needle needle = level.asNeedle(needle_);
    const NeedleWarper warper = level.warper(needle, options_.weighted);
    const std::vector<std::uint32_t> poses = triedAt(level);
    std::vector<PosedPeak> peaks = searchPoses(level, warper, scene, poses, false);
    if (peaks.empty() && options_.wantBest) peaks = searchPoses(level, warper, scene, poses, true);
    const WindowSizes windows(warper, grid_);
    std::vector<Candidate> candidates;
    candidates.reserve(peaks.size());
    for (const PosedPeak& peak : peaks) {
      const Size window = windows.of(peak.pose);
      candidates.push_back({peak, peak.pose, true, 0, 2 * std::int64_t{peak.peak.x} + window.width,
                            2 * std::int64_t{peak.peak.y} + window.height});
    }
    return candidates;
  }

  /// From the next smaller level, best first.
  std::vector<Candidate> descend(const std::vector<Candidate>& candidates, const Level& to) {
    std::vector<std::optional<Candidate>> found = climbed(candidates, to, to.firstScore);
    const auto isNone = [](const std::optional<Candidate>& one) { return !one; };
    if (options_.wantBest && std::all_of(found.begin(), found.end(), isNone)) {
      // The nearest place is wanted, whatever its score.
      constexpr double kAny = -2;
      found = climbed({candidates.front()}, to, kAny);
    }
    std::vector<Candidate> next;
    std::optional<Candidate> best;
    for (const std::optional<Candidate>& candidate : found) {
      if (!candidate) continue;
      if (!best || isBetter(*candidate, *best)) best = candidate;
      if (candidate->at.peak.score < to.minScore) continue;
      if (to.shift > 0 || candidate->isPeak) next.push_back(*candidate);
    }
    // What comes nearest goes on, but never counts as a peak.
    const bool mayGoOn = to.shift > 0 || (best && best->at.peak.score < to.minScore);
    if (next.empty() && best && options_.wantBest && mayGoOn) next.push_back(*best);
    return next;
  }

 private:
  std::vector<std::uint32_t> triedAt(const Level& level) const {
    std::vector<std::uint32_t> poses;
    for (std::uint32_t p = 0; p < grid_.poses.size(); ++p) {
      const GridPose& pose = grid_.poses[p];
      if (pose.scaleIndex >= scales_.first && pose.scaleIndex < scales_.end &&
          isTried(pose.scaleIndex - scales_.first, scales_.end - scales_.first,
                  level.scaleStride) &&
          isTried(pose.angleIndex, grid_.angles, level.angleStride)) {
        poses.push_back(p);
      }
    }
    return poses;
  }

  /// The peaks of each of these poses by itself, or the best place of all. Scenes are small here,
  /// so threads take poses, not parts of the scene.
  std::vector<PosedPeak> searchPoses(const Level& level, const NeedleWarper& warper,
                                     const ImageView& scene,
                                     const std::vector<std::uint32_t>& poses, bool wantBest) {
    constexpr std::size_t kAtOnce = 32;
    const std::size_t tasks = (poses.size() + kAtOnce - 1) / kAtOnce;
    ScoreOptions asked = options_;
    asked.minScore = level.minScore;
    asked.wantBest = wantBest;
    std::vector<std::vector<PosedPeak>> found(tasks);
    std::atomic<std::size_t> count = 0;
    const Control quiet{control_.threads, control_.stop, {}};
    parallelFor(static_cast<std::int64_t>(tasks), threads_, quiet, [&](std::int64_t task, int) {
      const auto t = static_cast<std::size_t>(task);
      Batch batch;
      for (std::size_t k = t * poses.size() / tasks; k < (t + 1) * poses.size() / tasks; ++k) {
        const GridPose& pose = grid_.poses[poses[k]];
        const Size window = warper.windowOf(pose);
        if (window.width > scene.width() || window.height > scene.height()) continue;
        std::optional<WarpedNeedle> turned = warper.scorable(pose, options_.method, scene.format());
        if (turned) batch.add(std::move(*turned), poses[k]);
      }
      if (batch.empty()) return;
      RunReport unheard;
      const ScoredPlaces places =
          score::scoreFast(scene, batch.needles(), asked, 1, quiet, unheard);
      for (const Peak& peak : places.peaks) found[t].push_back(batch.posed(peak, 0));
      if (wantBest && places.best) found[t].push_back(batch.posed(*places.best, 0));
      checkCount(count += found[t].size(), options_.minScore);
    });
    std::vector<PosedPeak> peaks;
    for (const std::vector<PosedPeak>& some : found) {
      peaks.insert(peaks.end(), some.begin(), some.end());
    }
    if (wantBest && !peaks.empty()) {
      peaks = {*std::min_element(peaks.begin(), peaks.end(), IsBetterPosed())};
    }
    return peaks;
  }

  std::vector<std::optional<Candidate>> climbed(const std::vector<Candidate>& candidates,
                                                const Level& to, double firstScore) {
    const ImageView& scene = scenes_.at(to.shift);
    const Needle needle = to.asNeedle(needle_);
    std::vector<std::optional<Candidate>> found(candidates.size());
    // Those of one pose after another: they ask for the same turned needles.
    std::vector<std::size_t> order(candidates.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return candidates[a].next < candidates[b].next;
    });
    std::vector<std::unique_ptr<Slope>> slopes(static_cast<std::size_t>(std::max(1, threads_)));
    parallelFor(static_cast<std::int64_t>(candidates.size()), threads_,
                {control_.threads, control_.stop, {}}, [&](std::int64_t i, int thread) {
                  auto& slope = slopes[static_cast<std::size_t>(thread)];
                  if (!slope) {
                    slope = std::make_unique<Slope>(scene, needle, to, grid_, index_, options_);
                  }
                  const std::size_t k = order[static_cast<std::size_t>(i)];
                  const Candidate& start = candidates[k];
                  const Size window = slope->windowOf(start.next);
                  const auto moved = [&](std::int64_t middle, std::int64_t side) {
                    // The rim is no part of the picture.
                    const std::int64_t rim = to.shift == 0 ? 0 : kRim;
                    return (2 * (middle - 2 * kRim) - side) / 2 + rim;
                  };
                  found[k] = slope->climb(start.next, moved(start.middleX, window.width),
                                          moved(start.middleY, window.height), firstScore);
                });
    return found;
  }

  ScenePyramid& scenes_;
  const Needle& needle_;
  const PoseGrid& grid_;
  ScaleBand scales_;
  const GridIndex& index_;
  const std::vector<Level>& levels_;
  const ScoreOptions& options_;
  int threads_;
  const Control& control_;
};

/// One needle in all of its scales, from the smallest scene to the full one.
class FastSearch {
 public:
  FastSearch(ScenePyramid& scenes, const Needle& needle, const PoseGrid& grid,
             const ScoreOptions& options, int threads, const Control& control, RunReport& report)
      : grid_(grid), index_(grid), options_(options), control_(control), report_(report) {
    NeedlePyramid pyramid(needle, options.weighted);
    for (const ScaleBand& band : bandsOf(grid)) {
      levels_.push_back(levelsFor(pyramid, grid, options, band));
      const std::vector<Level>& levels = levels_.back();
      firstShift_ = std::max(firstShift_, levels.back().shift);
      isHalved_ = isHalved_ && levels.size() > 1;
      bands_.push_back(std::make_unique<Descent>(scenes, needle, grid, index_, band, levels,
                                                 options, threads, control));
    }
  }

  /// Is enough of the needle left at half its size, in each of its scales?
  bool isHalved() const { return isHalved_; }
  int firstShift() const { return firstShift_; }

  /// The peaks, best first; or, where there are none, the best place that was met.
  std::vector<PosedPeak> run() {
    std::vector<Candidate> candidates;
    for (int shift = firstShift_; shift >= 0; --shift) {
      const StageTimer timer(report_.timeline, shift == 0
                                                   ? "search at full size"
                                                   : fmt::format("search at 1/{}", 1 << shift));
      candidates = step(shift, candidates);
      if (control_.progress) {
        control_.progress(1 - static_cast<double>(shift) / (firstShift_ + 1));
      }
    }
    std::vector<PosedPeak> peaks;
    for (const Candidate& candidate : candidates) {
      // Beside peaks of one band, what comes nearest in another is none.
      const bool isPeak = candidate.at.peak.score >= options_.minScore;
      if (isPeak || peaks.empty()) peaks.push_back(candidate.at);
    }
    return peaks;
  }

 private:
  std::vector<Candidate> step(int shift, const std::vector<Candidate>& candidates) {
    std::vector<Candidate> next;
    Strides strides;
    for (std::size_t b = 0; b < bands_.size(); ++b) {
      Descent& band = *bands_[b];
      if (shift > band.firstShift()) continue;
      std::vector<Candidate> own;
      for (const Candidate& candidate : candidates) {
        if (candidate.band == b) own.push_back(candidate);
      }
      if (shift == band.firstShift()) {
        own = band.searchAll();
      } else if (!own.empty()) {
        own = band.descend(own, band.levelAt(shift));
      }
      for (Candidate& candidate : own) candidate.band = b;
      next.insert(next.end(), own.begin(), own.end());
      strides.angle = std::max(strides.angle, band.levelAt(shift).angleStride);
      strides.scale = std::max(strides.scale, band.levelAt(shift).scaleStride);
    }
    std::sort(next.begin(), next.end(), isBetter);
    const auto isSame = [](const Candidate& a, const Candidate& b) { return a.at == b.at; };
    next.erase(std::unique(next.begin(), next.end(), isSame), next.end());
    return shift == 0 ? next : thinned(next, strides);
  }

  struct Strides {
    std::uint32_t angle = 1;
    std::uint32_t scale = 1;
  };

  /// A candidate's cell: at most one pixel and one stride of angles and scales lie between two that
  /// are beside each other.
  struct Cell {
    std::int64_t block;  ///< and polarity
    std::int64_t angle;
    std::int64_t scale;
    std::int64_t x;
    std::int64_t y;
  };

  /// Leaves of candidates, which are in order, those that have no better one in a cell beside their
  /// own: they would climb to the same place.
  std::vector<Candidate> thinned(const std::vector<Candidate>& candidates,
                                 const Strides& strides) const {
    const std::int64_t angles = (grid_.angles + strides.angle - 1) / strides.angle;
    const auto cellOf = [&](const Candidate& candidate) {
      const GridPose& pose = grid_.poses[candidate.at.pose];
      const std::int64_t angle = (pose.angleIndex + strides.angle / 2) / strides.angle;
      return Cell{pose.block * 2 + (pose.inverted ? 1 : 0), grid_.circle ? angle % angles : angle,
                  (pose.scaleIndex + strides.scale / 2) / strides.scale, candidate.middleX / 2,
                  candidate.middleY / 2};
    };
    const auto isBeside = [&](const Cell& a, const Cell& b) {
      const std::int64_t turned = std::abs(a.angle - b.angle);
      return a.block == b.block && std::abs(a.scale - b.scale) <= 1 &&
             (turned <= 1 || (grid_.circle && turned == angles - 1));
    };
    const auto keyOf = [](std::int64_t x, std::int64_t y) {
      return y * (std::int64_t{1} << 32) + x;
    };
    std::unordered_map<std::int64_t, std::vector<Cell>> kept;  // by place
    std::vector<Candidate> left;
    for (const Candidate& candidate : candidates) {
      const Cell own = cellOf(candidate);
      bool covered = false;
      for (int k = 0; k < 9 && !covered; ++k) {
        const auto there = kept.find(keyOf(own.x + k % 3 - 1, own.y + k / 3 - 1));
        covered = there != kept.end() &&
                  std::any_of(there->second.begin(), there->second.end(),
                              [&](const Cell& cell) { return isBeside(cell, own); });
      }
      if (covered) continue;
      kept[keyOf(own.x, own.y)].push_back(own);
      left.push_back(candidate);
    }
    return left;
  }

  const PoseGrid& grid_;
  GridIndex index_;
  const ScoreOptions& options_;
  const Control& control_;
  RunReport& report_;
  std::deque<std::vector<Level>> levels_;  ///< of each band
  std::vector<std::unique_ptr<Descent>> bands_;
  int firstShift_ = 0;
  bool isHalved_ = true;
};

}  // namespace

PosedPlaces poseFast(const ImageView& scene, std::span<const Needle> needles,
                     std::span<const PoseGrid> grids, const ScoreOptions& options, int threads,
                     const Control& control, RunReport& report) {
  // So few poses are searched completely in no more time.
  constexpr std::size_t kFewPoses = 8;
  const FindScored::Function find = [&](const Scene& /*the same*/, std::span<const Needle> some,
                                        const ScoreOptions& asked, const Control& own,
                                        RunReport& told) {
    return score::scoreFast(scene, some, asked, threads, own, told);
  };
  ScenePyramid scenes(scene, threads, control);
  PosedPlaces found;
  std::vector<PosedPeak> nearest;
  std::string strategy;
  for (std::uint32_t n = 0; n < needles.size(); ++n) {
    std::vector<PosedPeak> own;
    std::optional<FastSearch> search;
    if (grids[n].poses.size() > kFewPoses) {
      search.emplace(scenes, needles[n], grids[n], options, threads, control, report);
    }
    if (search && search->isHalved()) {
      own = search->run();
      strategy = fmt::format("{} poses, coarse to fine from 1/{}", grids[n].poses.size(),
                             1 << search->firstShift());
    } else {
      RunReport told;
      PosedPlaces all = poseCompletely(find, scene, scene, needles.subspan(n, 1),
                                       grids.subspan(n, 1), options, threads, control, told);
      own = std::move(all.peaks);
      if (all.best) own.push_back(*all.best);
      report.timeline.add(told.timeline);
      strategy = told.strategy;
    }
    for (PosedPeak& peak : own) {
      peak.peak.needle = n;
      (peak.peak.score >= options.minScore ? found.peaks : nearest).push_back(peak);
    }
  }
  std::sort(found.peaks.begin(), found.peaks.end(), IsBetterPosed());
  if (found.peaks.empty() && options.wantBest && !nearest.empty()) {
    found.best = *std::min_element(nearest.begin(), nearest.end(), IsBetterPosed());
  }
  report.threads = threadsHad(threads);
  report.strategy = strategy;
  return found;
}

}  // namespace espy::pose
