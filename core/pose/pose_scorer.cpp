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

/// One thread's comparison of peaks, pose by pose.
class Comparison {
 public:
  template <class... Arguments>
  explicit Comparison(const KnownScores& known, const Arguments&... arguments)
      : known_(known), scorer_(arguments...) {}

  /// Known scores first: most peaks are beaten by another peak, and nothing is computed twice.
  bool isBeaten(const PosedPeak& peak) {
    if (peak.peak.score >= 1) return false;  // 1 cannot be beaten
    const auto anyBeats = [&](const auto& scoreOf) {
      return scorer_.anyNeighbour(peak.pose, peak.peak.x, peak.peak.y,
                                  [&](std::uint32_t pose, std::int64_t x, std::int64_t y) {
                                    return scoreOf(pose, x, y) > peak.peak.score;
                                  });
    };
    constexpr double kNone = -2;
    return anyBeats([&](std::uint32_t pose, std::int64_t x, std::int64_t y) {
             const double* known = known_.find(pose, x, y);
             return known != nullptr ? *known : kNone;
           }) ||
           anyBeats([&](std::uint32_t pose, std::int64_t x, std::int64_t y) {
             if (known_.find(pose, x, y) != nullptr) return kNone;
             const std::optional<Peak> there = scorer_.at(pose, x, y);
             return there ? there->score : kNone;
           });
  }

 private:
  const KnownScores& known_;
  PoseScorer scorer_;
};

}  // namespace

std::vector<PosedPeak> unbeaten(std::vector<PosedPeak> peaks, const ImageView& scene,
                                const NeedleWarper& warper, const PoseGrid& grid,
                                const ScoreOptions& options, int threads, const Control& control) {
  if (grid.poses.size() < 2) return peaks;
  const GridIndex index(grid);
  sortPlaces(peaks, control, KnownScores::isBefore);
  const KnownScores known(peaks, grid.poses.size());
  constexpr std::int64_t kAtOnce = 64;
  const auto count = static_cast<std::int64_t>(peaks.size());
  std::vector<std::uint8_t> beaten(peaks.size());
  const Control quiet{control.threads, control.stop, {}};
  // Turned needles are kept from one task to the next, which is mostly of the same pose.
  std::vector<std::unique_ptr<Comparison>> comparisons(
      static_cast<std::size_t>(std::max(1, threads)));
  parallelFor((count + kAtOnce - 1) / kAtOnce, threads, quiet, [&](std::int64_t task, int thread) {
    auto& comparison = comparisons[static_cast<std::size_t>(thread)];
    if (!comparison) {
      comparison = std::make_unique<Comparison>(known, scene, warper, grid, index, options);
    }
    for (std::int64_t i = task * kAtOnce; i < std::min(count, (task + 1) * kAtOnce); ++i) {
      control.check();
      beaten[static_cast<std::size_t>(i)] =
          comparison->isBeaten(peaks[static_cast<std::size_t>(i)]) ? 1 : 0;
    }
  });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    if (beaten[i] == 0) peaks[kept++] = peaks[i];
  }
  peaks.resize(kept);
  return peaks;
}

}  // namespace espy::pose
