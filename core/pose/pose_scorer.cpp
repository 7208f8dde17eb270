// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "pose/pose_scorer.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <span>
#include <utility>

#include "base/parallel.h"
#include "picture/areas.h"
#include "pose/costs.h"
#include "score/fast.h"

namespace espy::pose {

PoseScorer::Kept& PoseScorer::keptOf(std::uint32_t pose) {
  // A peak needs at most 18 poses, often the same as the next; for small needles all may be cached.
  constexpr std::size_t kLeastKept = 40;
  constexpr std::int64_t kMostPixels = std::int64_t{1} << 22;
  const auto known = kept_.find(pose);
  if (known != kept_.end()) return known->second;
  const std::int64_t pixels = windowOf(pose).pixels();
  if (kept_.size() >= kLeastKept && keptPixels_ + pixels > kMostPixels) {
    kept_.clear();
    keptPixels_ = 0;
  }
  keptPixels_ += pixels;
  Kept& kept = kept_[pose];
  if (options_.method == Method::zncc) {
    const auto make = [&]() -> TurnedNeedles::Shared {
      std::optional<SpanNeedle> made = SpanNeedle::of(warper_, grid_.poses[pose], scene_.format());
      return made ? std::make_shared<const SpanNeedle>(std::move(*made)) : nullptr;
    };
    kept.spans = turned_ != nullptr ? turned_->get(pose, make) : make();
    if (kept.spans) {
      if (kept.spans->sums().variance() == 0) kept.spans.reset();
      return kept;
    }
  }
  std::optional<WarpedNeedle> warped =
      warper_.scorable(grid_.poses[pose], options_.method, scene_.format());
  if (!warped) return kept;
  kept.needle = std::move(*warped);
  kept.scorer.emplace(scene_, kept.needle.needle(), options_);
  return kept;
}

std::optional<Peak> PoseScorer::at(std::uint32_t pose, std::int64_t x, std::int64_t y) {
  const Size size = windowOf(pose);
  if (x < 0 || y < 0 || x + size.width > scene_.width() || y + size.height > scene_.height()) {
    return {};
  }
  const Area window{x, y, size.width, size.height};
  read_ = read_.pixels() == 0 ? window : picture::around(read_, window);
  Kept& kept = keptOf(pose);
  if (kept.scorer) return kept.scorer->at(x, y);
  if (!kept.spans) return {};
  Peak peak;
  peak.x = static_cast<std::uint32_t>(x);
  peak.y = static_cast<std::uint32_t>(y);
  peak.score = score::scoreOfWindow(kept.spans->sums(),
                                    kept.spans->under(scene_.pixel(x, y), scene_.stride()));
  return peak;
}

namespace {

/// The scores of peaks that are sorted by pose, y, x.
class KnownScores {
 public:
  KnownScores(std::span<const PosedPeak> peaks, std::size_t poses)
      : peaks_(peaks), begins_(poses + 1) {
    for (const PosedPeak& peak : peaks) ++begins_[peak.pose + std::size_t{1}];
    std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
  }

  const double* find(std::uint32_t pose, std::int64_t x, std::int64_t y) const {
    const auto end = peaks_.begin() + static_cast<std::ptrdiff_t>(begins_[pose + std::size_t{1}]);
    const auto at = std::lower_bound(
        peaks_.begin() + static_cast<std::ptrdiff_t>(begins_[pose]), end, std::pair(y, x),
        [](const PosedPeak& peak, const std::pair<std::int64_t, std::int64_t>& place) {
          return peak.peak.y != place.first ? peak.peak.y < place.first
                                            : peak.peak.x < place.second;
        });
    return at != end && at->peak.y == y && at->peak.x == x ? &at->peak.score : nullptr;
  }

  static bool isBefore(const PosedPeak& a, const PosedPeak& b) {
    if (a.pose != b.pose) return a.pose < b.pose;
    return a.peak.y != b.peak.y ? a.peak.y < b.peak.y : a.peak.x < b.peak.x;
  }

 private:
  std::span<const PosedPeak> peaks_;
  std::vector<std::size_t> begins_;  ///< by pose
};

/// Approximate scores of a pose at all positions.
struct PoseMap {
  std::uint32_t pose;
  ScoreMap map;

  bool contains(std::int64_t x, std::int64_t y) const {
    return x >= 0 && y >= 0 && x < map.size.width && y < map.size.height;
  }
  double at(std::int64_t x, std::int64_t y) const {
    return map.scores[static_cast<std::size_t>(y * map.size.width + x)];
  }
};

/// One thread's comparison of peaks, pose by pose.
class Comparison {
 public:
  template <class... Arguments>
  explicit Comparison(const KnownScores& known, const Arguments&... arguments)
      : known_(known), scorer_(arguments...) {}

  bool isBeatenByKnown(const PosedPeak& peak) {
    return anyBeats(peak, [&](std::uint32_t pose, std::int64_t x, std::int64_t y) {
      const double* known = known_.find(pose, x, y);
      return known != nullptr && *known > peak.peak.score;
    });
  }
  /// By a score that is not known.
  bool isBeatenByOther(const PosedPeak& peak) {
    return anyBeats(peak, [&](std::uint32_t pose, std::int64_t x, std::int64_t y) {
      return known_.find(pose, x, y) == nullptr && beats(pose, x, y, peak);
    });
  }
  /// Likewise by one of the pose that `of` is of; few are computed exactly.
  bool isBeatenIn(const PoseMap& of, const PosedPeak& peak) {
    const double error = of.map.error;
    const auto anyIn = [&](const auto& beatsAt) {
      return anyBeats(peak, [&](std::uint32_t pose, std::int64_t x, std::int64_t y) {
        return pose == of.pose && of.contains(x, y) && beatsAt(x, y);
      });
    };
    return anyIn([&](std::int64_t x, std::int64_t y) {
             return of.at(x, y) - error > peak.peak.score;
           }) ||
           anyIn([&](std::int64_t x, std::int64_t y) {
             return of.at(x, y) + error > peak.peak.score &&
                    known_.find(of.pose, x, y) == nullptr && beats(of.pose, x, y, peak);
           });
  }

 private:
  template <class Beats>
  bool anyBeats(const PosedPeak& peak, const Beats& beats) {
    return scorer_.anyNeighbour(peak.pose, peak.peak.x, peak.peak.y, beats);
  }
  bool beats(std::uint32_t pose, std::int64_t x, std::int64_t y, const PosedPeak& peak) {
    const std::optional<Peak> there = scorer_.at(pose, x, y);
    return there && there->score > peak.peak.score;
  }

  const KnownScores& known_;
  PoseScorer scorer_;
};

/// Do scores of a pose at all positions cost less than those around this many peaks?
bool mapPays(const ImageView& scene, Size window, Method method, std::ptrdiff_t peaks) {
  if (method == Method::sad) return false;
  constexpr double kAround = 9;
  const double channels = scene.format().colourChannels();
  const double samples = static_cast<double>(window.pixels()) * channels;
  const double asked = costs::kAskedPlace + costs::kAskedSample * samples;
  return static_cast<double>(peaks) * kAround * asked >
         2 * costs::kCorrelatedPlace * channels * static_cast<double>(scene.size().pixels());
}

}  // namespace

std::vector<PosedPeak> unbeaten(std::vector<PosedPeak> peaks, const ImageView& scene,
                                const NeedleWarper& warper, const PoseGrid& grid,
                                const ScoreOptions& options, int threads, const Control& control) {
  if (grid.poses.size() < 2) return peaks;
  const GridIndex index(grid);
  sortPlaces(peaks, control, KnownScores::isBefore);
  const KnownScores known(peaks, grid.poses.size());
  const Control quiet{control.threads, control.stop, {}};
  enum State : std::uint8_t { kUnknown, kBeaten, kKept };
  std::vector<State> states(peaks.size(), kUnknown);
  // Turned needles are kept from one task to the next, which is mostly of the same pose.
  std::vector<std::unique_ptr<Comparison>> comparisons(
      static_cast<std::size_t>(std::max(1, threads)));
  // Gives those of peaks [first, end) that are unknown the state that `stateOf` returns.
  const auto decide = [&](std::size_t first, std::size_t end, const auto& stateOf) {
    constexpr std::size_t kAtOnce = 64;
    parallelFor(static_cast<std::int64_t>((end - first + kAtOnce - 1) / kAtOnce), threads, quiet,
                [&](std::int64_t task, int thread) {
                  auto& comparison = comparisons[static_cast<std::size_t>(thread)];
                  if (!comparison) {
                    comparison =
                        std::make_unique<Comparison>(known, scene, warper, grid, index, options);
                  }
                  const std::size_t from = first + static_cast<std::size_t>(task) * kAtOnce;
                  for (std::size_t i = from; i < std::min(end, from + kAtOnce); ++i) {
                    control.check();
                    if (states[i] == kUnknown) states[i] = stateOf(*comparison, peaks[i]);
                  }
                });
  };
  // Known scores first: most peaks are beaten by another peak, and nothing is computed twice.
  decide(0, peaks.size(), [](Comparison& comparison, const PosedPeak& peak) {
    if (peak.peak.score >= 1) return kKept;  // 1 cannot be beaten
    return comparison.isBeatenByKnown(peak) ? kBeaten : kUnknown;
  });
  const auto mapOf = [&](std::uint32_t pose) -> std::optional<PoseMap> {
    const Size window = warper.windowOf(grid.poses[pose]);
    if (window.width > scene.width() || window.height > scene.height()) return {};
    const std::optional<WarpedNeedle> needle =
        warper.scorable(grid.poses[pose], options.method, scene.format());
    if (!needle) return {};
    RunReport report;
    return PoseMap{pose, score::mapFast(scene, needle->needle(), options, threads, quiet, report)};
  };
  std::vector<std::uint32_t> neighbours;
  for (std::size_t first = 0, end = 0; first < peaks.size(); first = end) {
    const std::uint32_t pose = peaks[first].pose;
    while (end < peaks.size() && peaks[end].pose == pose) ++end;
    const std::span<State> own = std::span(states).subspan(first, end - first);
    const auto left = std::count(own.begin(), own.end(), kUnknown);
    if (!mapPays(scene, warper.windowOf(grid.poses[pose]), options.method, left)) continue;
    index.neighboursOf(pose, neighbours);
    for (const std::uint32_t other : neighbours) {
      const std::optional<PoseMap> map = mapOf(other);
      if (!map) continue;
      decide(first, end, [&](Comparison& comparison, const PosedPeak& peak) {
        return comparison.isBeatenIn(*map, peak) ? kBeaten : kUnknown;
      });
    }
    std::replace(own.begin(), own.end(), kUnknown, kKept);
  }
  decide(0, peaks.size(), [](Comparison& comparison, const PosedPeak& peak) {
    return comparison.isBeatenByOther(peak) ? kBeaten : kKept;
  });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    if (states[i] == kKept) peaks[kept++] = peaks[i];
  }
  peaks.resize(kept);
  return peaks;
}

}  // namespace espy::pose
