// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "pose/pose_scorer.h"

#include <algorithm>
#include <array>

#include "base/parallel.h"

namespace espy::pose {

PoseScorer::Kept& PoseScorer::keptOf(std::uint32_t pose) {
  // A peak asks for at most 18 poses, and the next one mostly for the same. Small needles take
  // little room, and there are many places to ask.
  constexpr std::size_t kLeastKept = 40;
  constexpr std::int64_t kBytesKept = std::int64_t{1} << 22;
  constexpr std::int64_t kRowBytes = 128;  // a short row is filled up, and has a run
  const auto known = kept_.find(pose);
  if (known != kept_.end()) return known->second;
  const Size size = windowOf(pose);
  bytesKept_ += size.height * (size.width * scene_.format().bytesPerPixel() + kRowBytes);
  if (kept_.size() >= kLeastKept && bytesKept_ > kBytesKept) {
    kept_.clear();
    bytesKept_ = 0;
  }
  Kept& kept = kept_[pose];
  if (options_.method == Method::zncc) {
    kept.runs = RunNeedle::of(warper_, grid_.poses[pose], scene_.format());
    if (kept.runs) {
      if (kept.runs->sums().variance() == 0) kept.runs.reset();
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
  Kept& kept = keptOf(pose);
  if (kept.scorer) return kept.scorer->at(x, y);
  if (!kept.runs) return {};
  Peak peak;
  peak.x = static_cast<std::uint32_t>(x);
  peak.y = static_cast<std::uint32_t>(y);
  peak.score = score::scoreOfWindow(kept.runs->sums(),
                                    kept.runs->under(scene_.pixel(x, y), scene_.stride()));
  return peak;
}

bool PoseScorer::isBeaten(const PosedPeak& place) {
  return anyBeside(place.pose, place.peak.x, place.peak.y,
                   [&](std::uint32_t pose, std::int64_t x, std::int64_t y) {
                     const std::optional<Peak> there = at(pose, x, y);
                     return there && there->score > place.peak.score;
                   });
}

namespace {

/// The peaks of each pose, to be asked whether one of them beats another one's.
class PeaksByPose {
 public:
  explicit PeaksByPose(const std::vector<PosedPeak>& peaks) {
    for (const PosedPeak& peak : peaks) {
      at_.emplace(Key{peak.pose, peak.peak.y, peak.peak.x}, peak.peak.score);
    }
  }

  bool beats(std::uint32_t pose, std::int64_t x, std::int64_t y, double score) const {
    const auto found =
        at_.find({pose, static_cast<std::uint32_t>(y), static_cast<std::uint32_t>(x)});
    return x >= 0 && y >= 0 && found != at_.end() && found->second > score;
  }

 private:
  using Key = std::array<std::uint32_t, 3>;
  std::map<Key, double> at_;
};

}  // namespace

std::vector<PosedPeak> unbeaten(const std::vector<PosedPeak>& peaks, const ImageView& scene,
                                const NeedleWarper& warper, const PoseGrid& grid,
                                const ScoreOptions& options, int threads, const Control& control) {
  if (grid.poses.size() < 2) return peaks;
  const GridIndex index(grid);
  const PeaksByPose byPose(peaks);
  // What another peak beats needs no score; that leaves a few.
  std::vector<PosedPeak> left;
  PoseScorer plain(scene, warper, grid, index, options);
  for (const PosedPeak& peak : peaks) {
    if (left.size() % 1024 == 0) control.check();
    const bool beaten = plain.anyBeside(peak.pose, peak.peak.x, peak.peak.y,
                                        [&](std::uint32_t pose, std::int64_t x, std::int64_t y) {
                                          return byPose.beats(pose, x, y, peak.peak.score);
                                        });
    if (!beaten) left.push_back(peak);
  }
  // Those of one pose ask for the same poses.
  std::sort(left.begin(), left.end(),
            [](const PosedPeak& a, const PosedPeak& b) { return a.pose < b.pose; });
  constexpr std::int64_t kAtOnce = 16;
  const auto count = static_cast<std::int64_t>(left.size());
  std::vector<std::uint8_t> beaten(left.size());
  parallelFor((count + kAtOnce - 1) / kAtOnce, threads, control, [&](std::int64_t task, int) {
    PoseScorer scorer(scene, warper, grid, index, options);
    for (std::int64_t i = task * kAtOnce; i < std::min(count, (task + 1) * kAtOnce); ++i) {
      control.check();
      beaten[static_cast<std::size_t>(i)] = scorer.isBeaten(left[static_cast<std::size_t>(i)]);
    }
  });
  std::vector<PosedPeak> kept;
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (beaten[i] == 0) kept.push_back(left[i]);
  }
  return kept;
}

}  // namespace espy::pose
