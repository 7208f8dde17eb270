// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "pose/fast.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "base/parallel.h"
#include "pose/batch.h"
#include "pose/complete.h"
#include "pose/distant_scores.h"
#include "pose/order.h"
#include "pose/pose_scorer.h"
#include "pose/pyramid.h"
#include "score/fast.h"

namespace espy::pose {
namespace {

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

/// A pose at a place of a level.
struct Candidate {
  PosedPeak at;
  std::uint32_t next = 0;  ///< the pose of the grid from which to go on at the next level
  bool isPeak = false;     ///< nothing around it is better
};

/// Where a candidate begins to climb.
struct Start {
  std::uint32_t pose;
  std::int64_t x;
  std::int64_t y;
};

/// One level: where candidates climb.
class Slope {
 public:
  Slope(const Level& level, const GridIndex& index, const WindowSizes& windows, PoseScores& scores)
      : level_(level), index_(index), windows_(windows), scores_(scores) {}

  /// From a place to the best around it, step by step, until none is better: a place, an angle, a
  /// scale. At full size all neighbours are asked before it counts as a peak. Where a score is not
  /// known yet, what comes of it means nothing.
  std::optional<Candidate> climb(const Start& start) {
    const auto [pose, x, y] = start;
    known_.clear();
    best_.reset();
    ask(pose, x, y);
    if (!scores_.allKnown()) {
      // What will be asked next may come along.
      lookAround({{.x = static_cast<std::uint32_t>(x), .y = static_cast<std::uint32_t>(y)}, pose});
      return {};
    }
    if (!best_) {
      // It may begin outside.
      for (int k = 0; k < 9 && !best_; ++k) ask(pose, x + k % 3 - 1, y + k / 3 - 1);
    }
    if (!best_ || !scores_.allKnown()) return {};
    constexpr int kMostSteps = 64;
    Candidate found;
    for (int step = 0; step < kMostSteps; ++step) {
      const PosedPeak from = *best_;
      lookAround(from);
      if (from == *best_ && level_.shift == 0) {
        anyBeside(index_, windows_, from.pose, from.peak.x, from.peak.y, beside_,
                  [&](std::uint32_t other, std::int64_t column, std::int64_t row) {
                    ask(other, column, row);
                    return best_->peak.score > from.peak.score;
                  });
      }
      if (!scores_.allKnown()) return {};
      found.at = from;
      if (from == *best_) {
        found.isPeak = true;
        break;
      }
    }
    found.next = between(found.at);
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
    const Size own = windows_.of(from.pose);
    const Size other = windows_.of(*pose);
    return Asked{*pose, from.peak.x + (own.width - other.width) / 2,
                 from.peak.y + (own.height - other.height) / 2};
  }

  /// The pose at the top of a parabola through a peak's score and those of the poses beside it.
  std::uint32_t between(const PosedPeak& peak) const {
    const auto topOf = [&](std::int64_t angles, std::int64_t scales) {
      const std::optional<Asked> before = beside(peak, -angles, -scales);
      const std::optional<Asked> after = beside(peak, angles, scales);
      const double* left = before ? scoreAt(*before) : nullptr;
      const double* right = after ? scoreAt(*after) : nullptr;
      if (left == nullptr || right == nullptr) return 0.0;
      const double bend = *left - 2 * peak.peak.score + *right;
      return bend < 0 ? std::clamp((*left - *right) / (2 * bend), -0.5, 0.5) : 0.0;
    };
    const auto stepsTo = [](double top, std::uint32_t stride) { return std::lround(top * stride); };
    const std::int64_t angles = stepsTo(topOf(level_.angleStride, 0), level_.angleStride);
    const std::int64_t scales = stepsTo(topOf(0, level_.scaleStride), level_.scaleStride);
    return index_.from(peak.pose, angles, scales).value_or(peak.pose);
  }

  /// What is known of a place that was asked for.
  const double* scoreAt(const Asked& asked) const {
    for (const auto& [place, score] : known_) {
      if (place == asked) return &score;
    }
    return nullptr;
  }

  void ask(std::uint32_t pose, std::int64_t x, std::int64_t y) {
    if (scoreAt({pose, x, y}) != nullptr) return;
    const std::optional<Peak> peak = scores_.at(pose, x, y);
    known_.emplace_back(Asked{pose, x, y}, peak ? peak->score : kNoScore);
    if (!peak) return;
    if (!best_ || peak->score > best_->peak.score) best_ = PosedPeak{*peak, pose};
  }

  const Level& level_;
  const GridIndex& index_;
  const WindowSizes& windows_;
  PoseScores& scores_;
  std::vector<std::uint32_t> beside_;
  std::vector<std::pair<Asked, double>> known_;  ///< scores; few
  std::optional<PosedPeak> best_;
};

/// A slope with the processor's own scores, for one thread.
class OwnSlope {
 public:
  OwnSlope(const ImageView& scene, const Needle& needle, const Level& level, const PoseGrid& grid,
           const GridIndex& index, const ScoreOptions& options)
      : warper_(needle, options.weighted),
        windows_(warper_, grid),
        scorer_(scene, warper_, grid, index, options),
        slope_(level, index, windows_, scorer_) {}
  OwnSlope(const OwnSlope&) = delete;
  OwnSlope& operator=(const OwnSlope&) = delete;

  const WindowSizes& windows() const { return windows_; }
  std::optional<Candidate> climb(const Start& start) { return slope_.climb(start); }

 private:
  NeedleWarper warper_;
  WindowSizes windows_;
  PoseScorer scorer_;
  Slope slope_;
};

/// Polarity and block, angle, scale, x and y of a candidate.
using Cell = std::array<std::int64_t, 5>;
struct CellHash {
  std::size_t operator()(const Cell& cell) const {
    std::uint64_t hash = 0;
    for (const std::int64_t part : cell) {
      hash = (hash ^ static_cast<std::uint64_t>(part)) * 0x9e3779b97f4a7c15U;
      hash ^= hash >> 29U;
    }
    return hash;
  }
};

/// Scales of a grid, [first, end).
struct ScaleRange {
  std::uint32_t first = 0;
  std::uint32_t end = 0;
  double least = 1;  ///< the smallest of them
};

/// The scales of a grid by octaves: what is twice as large may be looked for at half the size.
std::vector<ScaleRange> octavesOf(const PoseGrid& grid) {
  std::vector<double> scales(grid.scales, 1);
  for (const GridPose& pose : grid.poses) {
    scales[pose.scaleIndex] = static_cast<double>(pose.scale) / picture::Turn::kOne;
  }
  std::vector<ScaleRange> octaves;
  for (std::uint32_t s = 0; s < grid.scales; ++s) {
    if (octaves.empty() || scales[s] >= 2 * octaves.back().least) {
      octaves.push_back({s, s, scales[s]});
    }
    octaves.back().end = s + 1;
  }
  return octaves;
}

/// One needle, in the scales of an octave; on the way to a peak it may leave it.
class Descent {
 public:
  Descent(ScenePyramid& scenes, const Needle& needle, const PoseGrid& grid, ScaleRange scales,
          const std::vector<Level>& levels, const ScoreOptions& options, int threads,
          const Control& control, RunReport& report, PosesElsewhere* elsewhere)
      : scenes_(scenes),
        needle_(needle),
        grid_(grid),
        scales_(scales),
        index_(grid),
        levels_(levels),
        options_(options),
        threads_(threads),
        control_(control),
        report_(report),
        elsewhere_(elsewhere) {}

  /// The peaks, best first; or, where there are none, the best place that was met.
  std::vector<PosedPeak> run() {
    std::vector<Candidate> candidates = searchAll(levels_.back());
    for (std::size_t l = levels_.size() - 1; l-- > 0 && !candidates.empty();) {
      if (control_.progress) {
        control_.progress(1 - static_cast<double>(l + 1) / static_cast<double>(levels_.size()));
      }
      candidates = descend(levels_[l + 1], levels_[l], candidates);
    }
    std::vector<PosedPeak> peaks;
    peaks.reserve(candidates.size());
    for (const Candidate& candidate : candidates) peaks.push_back(candidate.at);
    return peaks;
  }

 private:
  /// All places of the smallest scene, in every so manyth pose.
  std::vector<Candidate> searchAll(const Level& level) {
    const StageTimer timer(report_.timeline, fmt::format("search at 1/{}", 1 << level.shift));
    const Size size = scenes_.sizeAt(level.shift);
    const Needle needle = level.asNeedle(needle_);
    const NeedleWarper warper(needle, options_.weighted);
    const auto isAskedAt = [&](const GridPose& pose) {
      return isAsked(pose.angleIndex, level.angleStride, grid_.angles, grid_.circle) &&
             pose.scaleIndex >= scales_.first && pose.scaleIndex < scales_.end &&
             isAsked(pose.scaleIndex - scales_.first, level.scaleStride,
                     scales_.end - scales_.first, false);
    };
    const auto turn = [&](const GridPose& pose) {
      return warper.scorable(pose, options_.method, scenes_.formatAt(level.shift));
    };
    const auto search = [&](bool wantBest, const auto& take) {
      ScoreOptions asked = options_;
      asked.minScore = level.minScore;
      asked.wantBest = wantBest;
      eachBatch(warper, grid_, size, isAskedAt, turn, [&](const Batch& batch) {
        control_.check();
        RunReport unheard;
        take(batch, score::scoreFast(scenes_.at(level.shift), batch.needles(), asked, threads_,
                                     {control_.threads, control_.stop, {}}, unheard));
      });
    };
    std::vector<PosedPeak> peaks;
    if (!searchElsewhere(level, warper, isAskedAt, peaks)) {
      search(false, [&](const Batch& batch, const ScoredPlaces& places) {
        for (const Peak& peak : places.peaks) peaks.push_back(batch.posed(peak, 0));
        checkCount(peaks.size(), options_.minScore);
      });
    }
    if (peaks.empty() && options_.wantBest) {
      std::optional<PosedPeak> best;
      search(true, [&](const Batch& batch, const ScoredPlaces& places) {
        if (places.best) keepBetter(best, batch.posed(*places.best, 0));
      });
      if (best) peaks.push_back(*best);
    }
    std::sort(peaks.begin(), peaks.end(), IsBetterPosed());
    std::vector<Candidate> candidates;
    candidates.reserve(peaks.size());
    for (const PosedPeak& peak : peaks) candidates.push_back({peak, peak.pose});
    return thinned(candidates, WindowSizes(warper, grid_), level);
  }

  /// The same peaks from elsewhere; false where they cannot be had.
  template <class IsAskedAt>
  bool searchElsewhere(const Level& level, const NeedleWarper& warper, const IsAskedAt& isAskedAt,
                       std::vector<PosedPeak>& peaks) {
    const bool all = options_.overlap == 1 && !options_.most && !options_.after;
    if (elsewhere_ == nullptr || options_.method != Method::zncc || !all) return false;
    const Size size = scenes_.sizeAt(level.shift);
    std::vector<std::uint32_t> poses;
    for (std::uint32_t p = 0; p < grid_.poses.size(); ++p) {
      if (!isAskedAt(grid_.poses[p])) continue;
      const Size window = warper.windowOf(grid_.poses[p]);
      if (window.width <= size.width && window.height <= size.height) poses.push_back(p);
    }
    constexpr std::size_t kAtOnce = 512;
    for (std::size_t begin = 0; begin < poses.size(); begin += kAtOnce) {
      const std::size_t count = std::min(kAtOnce, poses.size() - begin);
      std::vector<std::optional<WarpedNeedle>> turned(count);
      parallelFor(static_cast<std::int64_t>(count), threads_, {control_.threads, control_.stop, {}},
                  [&](std::int64_t i, int) {
                    const auto k = static_cast<std::size_t>(i);
                    turned[k] = warper.scorable(grid_.poses[poses[begin + k]], options_.method,
                                                scenes_.formatAt(level.shift));
                  });
      Batch batch;
      for (std::size_t k = 0; k < count; ++k) {
        if (turned[k]) batch.add(std::move(*turned[k]), poses[begin + k]);
      }
      if (batch.empty()) continue;
      const auto found = elsewhere_->peaks(level.shift, batch.needles(), level.minScore, control_);
      if (!found) {
        peaks.clear();
        return false;
      }
      for (const Peak& peak : *found) peaks.push_back(batch.posed(peak, 0));
      checkCount(peaks.size(), options_.minScore);
    }
    return true;
  }

  static bool isAsked(std::uint32_t index, std::uint32_t stride, std::uint32_t count, bool circle) {
    return index % stride == 0 || (!circle && index + 1 == count);
  }

  /// Leaves of candidates, which are in order, those that have no better one beside them, at most
  /// one pixel and one step of angles and scales away: they would climb to the same place.
  std::vector<Candidate> thinned(const std::vector<Candidate>& candidates,
                                 const WindowSizes& windows, const Level& level) const {
    constexpr std::int64_t kNoEnd = std::int64_t{1} << 32;
    std::unordered_set<Cell, CellHash> taken;
    std::vector<Candidate> kept;
    const std::int64_t angles = (grid_.angles + level.angleStride - 1) / level.angleStride;
    const auto cellOf = [&](const PosedPeak& peak) {
      const GridPose& pose = grid_.poses[peak.pose];
      const Size window = windows.of(peak.pose);
      return Cell{pose.block * 2 + (pose.inverted ? 1 : 0),
                  (pose.angleIndex + level.angleStride / 2) / level.angleStride %
                      (grid_.circle ? angles : kNoEnd),
                  (pose.scaleIndex + level.scaleStride / 2) / level.scaleStride,
                  (2 * std::int64_t{peak.peak.x} + window.width) / 2,
                  (2 * std::int64_t{peak.peak.y} + window.height) / 2};
    };
    for (const Candidate& candidate : candidates) {
      const Cell own = cellOf(candidate.at);
      bool covered = false;
      for (int k = 0; k < 81 && !covered; ++k) {
        Cell near = own;
        near[1] += k % 3 - 1;
        near[2] += k / 3 % 3 - 1;
        near[3] += k / 9 % 3 - 1;
        near[4] += k / 27 - 1;
        if (grid_.circle) near[1] = (near[1] + angles) % angles;
        covered = taken.contains(near);
      }
      if (covered) continue;
      taken.insert(own);
      kept.push_back(candidate);
    }
    return kept;
  }

  /// Each candidate's way up.
  template <class StartOf>
  std::vector<std::optional<Candidate>> climb(const Level& to, const Needle& needle,
                                              const std::vector<Candidate>& candidates,
                                              const StartOf& startOf) {
    const ImageView& scene = scenes_.at(to.shift);
    std::vector<std::optional<Candidate>> found(candidates.size());
    // Those of one pose after another: they ask for the same turned needles.
    std::vector<std::size_t> order(candidates.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return candidates[a].next < candidates[b].next;
    });
    std::vector<std::unique_ptr<OwnSlope>> slopes(static_cast<std::size_t>(std::max(1, threads_)));
    parallelFor(static_cast<std::int64_t>(candidates.size()), threads_,
                {control_.threads, control_.stop, {}}, [&](std::int64_t i, int thread) {
                  auto& slope = slopes[static_cast<std::size_t>(thread)];
                  if (!slope) {
                    slope = std::make_unique<OwnSlope>(scene, needle, to, grid_, index_, options_);
                  }
                  const std::size_t k = order[static_cast<std::size_t>(i)];
                  found[k] = slope->climb(startOf(k, slope->windows()));
                });
    return found;
  }

  /// The same with scores from elsewhere: all go as far as is known, and then what is missing is
  /// fetched for all of them at once.
  template <class StartOf>
  std::vector<std::optional<Candidate>> climbFar(const Level& to, const Needle& needle,
                                                 const std::vector<Candidate>& candidates,
                                                 const StartOf& startOf) {
    const NeedleWarper warper(needle, options_.weighted);
    const WindowSizes windows(warper, grid_);
    DistantScores scores(*elsewhere_, scenes_.sizeAt(to.shift), grid_, windows);
    Slope slope(to, index_, windows, scores);
    std::vector<std::optional<Candidate>> found(candidates.size());
    std::vector<std::size_t> open(candidates.size());
    std::iota(open.begin(), open.end(), std::size_t{0});
    while (!open.empty()) {
      control_.check();
      std::vector<std::size_t> left;
      for (const std::size_t k : open) {
        scores.begin();
        found[k] = slope.climb(startOf(k, windows));
        if (!scores.allKnown()) left.push_back(k);
      }
      open = std::move(left);
      if (!open.empty()) scores.fetch(control_);
    }
    return found;
  }

  /// From a level to the next larger one.
  std::vector<Candidate> descend(const Level& from, const Level& to,
                                 const std::vector<Candidate>& candidates) {
    const std::string name =
        to.shift == 0 ? "search at full size" : fmt::format("search at 1/{}", 1 << to.shift);
    const StageTimer timer(report_.timeline, name);
    const Needle small = from.asNeedle(needle_);
    const Needle large = to.asNeedle(needle_);
    const NeedleWarper fromWarper(small, options_.weighted);
    const WindowSizes fromWindows(fromWarper, grid_);
    std::vector<Size> befores;
    befores.reserve(candidates.size());
    for (const Candidate& candidate : candidates) {
      befores.push_back(fromWindows.of(candidate.at.pose));
    }
    const auto startOf = [&](std::size_t which, const WindowSizes& windows) {
      const Candidate& candidate = candidates[which];
      const PosedPeak& start = candidate.at;
      const Size before = befores[which];
      const Size window = windows.of(candidate.next);
      const auto moved = [&](std::uint32_t at, std::int64_t side, std::int64_t newSide) {
        // Centres are counted in half pixels, and double; the rim is no part of the picture.
        const std::int64_t centre = 2 * (2 * (std::int64_t{at} - kRim) + side);
        const std::int64_t rim = to.shift == 0 ? 0 : kRim;
        return (centre - newSide) / 2 + rim;
      };
      return Start{candidate.next, moved(start.peak.x, before.width, window.width),
                   moved(start.peak.y, before.height, window.height)};
    };
    const bool far = elsewhere_ != nullptr && options_.method == Method::zncc &&
                     elsewhere_->beginSums(to.shift, large, control_);
    const std::vector<std::optional<Candidate>> found =
        far ? climbFar(to, large, candidates, startOf) : climb(to, large, candidates, startOf);
    std::vector<Candidate> next;
    std::optional<Candidate> best;
    const auto isBetter = [](const Candidate& a, const Candidate& b) {
      return IsBetterPosed()(a.at, b.at);
    };
    for (const std::optional<Candidate>& candidate : found) {
      if (!candidate) continue;
      if (!best || isBetter(*candidate, *best)) best = candidate;
      if (candidate->at.peak.score < to.minScore) continue;
      if (to.shift > 0 || candidate->isPeak) next.push_back(*candidate);
    }
    // What comes nearest goes on, but never counts as a peak.
    const bool mayGoOn = to.shift > 0 || (best && best->at.peak.score < to.minScore);
    if (next.empty() && best && options_.wantBest && mayGoOn) next.push_back(*best);
    std::sort(next.begin(), next.end(), isBetter);
    const auto isSame = [](const Candidate& a, const Candidate& b) { return a.at == b.at; };
    next.erase(std::unique(next.begin(), next.end(), isSame), next.end());
    if (to.shift == 0) return next;
    const NeedleWarper toWarper(large, options_.weighted);
    return thinned(next, WindowSizes(toWarper, grid_), to);
  }

  ScenePyramid& scenes_;
  const Needle& needle_;
  const PoseGrid& grid_;
  ScaleRange scales_;
  GridIndex index_;
  const std::vector<Level>& levels_;
  const ScoreOptions& options_;
  int threads_;
  const Control& control_;
  RunReport& report_;
  PosesElsewhere* elsewhere_;
};

}  // namespace

PosedPlaces poseFast(const ImageView& scene, std::span<const Needle> needles,
                     std::span<const PoseGrid> grids, const ScoreOptions& options, int threads,
                     const Control& control, RunReport& report, const PosesDevice* device) {
  // So few poses are searched completely in no more time.
  constexpr std::size_t kFewPoses = 8;
  const FindScored::Function find = [&](const Scene& /*the same*/, std::span<const Needle> some,
                                        const ScoreOptions& asked, const Control& own,
                                        RunReport& told) {
    return score::scoreFast(scene, some, asked, threads, own, told);
  };
  PosesElsewhere* elsewhere = device != nullptr ? device->poses : nullptr;
  ScenePyramid scenes(scene, threads, control);
  PosedPlaces found;
  std::vector<PosedPeak> nearest;
  std::string strategy;
  for (std::uint32_t n = 0; n < needles.size(); ++n) {
    std::vector<PosedPeak> own;
    const std::vector<ScaleRange> octaves = octavesOf(grids[n]);
    std::vector<std::vector<Level>> levels;
    bool halves = grids[n].poses.size() > kFewPoses;
    for (std::size_t o = 0; halves && o < octaves.size(); ++o) {
      levels.push_back(levelsFor(needles[n], grids[n], options, octaves[o].least));
      halves = levels.back().size() > 1;
    }
    if (halves) {
      for (std::size_t o = 0; o < octaves.size(); ++o) {
        Descent descent(scenes, needles[n], grids[n], octaves[o], levels[o], options, threads,
                        control, report, elsewhere);
        const std::vector<PosedPeak> some = descent.run();
        own.insert(own.end(), some.begin(), some.end());
      }
      std::sort(own.begin(), own.end(), IsBetterPosed());
      own.erase(std::unique(own.begin(), own.end()), own.end());
      strategy = fmt::format("{} poses, coarse to fine from 1/{}{}", grids[n].poses.size(),
                             1 << levels.back().back().shift,
                             elsewhere != nullptr ? ", sums on the device" : "");
    } else {
      RunReport told;
      PosedPlaces all = poseCompletely(
          device != nullptr ? device->find : find, device != nullptr ? device->scene : Scene(scene),
          scene, needles.subspan(n, 1), grids.subspan(n, 1), options, threads, control, told);
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
