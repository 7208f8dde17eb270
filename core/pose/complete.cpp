// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "pose/complete.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/phrase.h"
#include "pose/batch.h"
#include "pose/order.h"
#include "pose/pose_scorer.h"

namespace espy::pose {
namespace {

class CompleteSearch {
 public:
  CompleteSearch(const FindScored::Function& find, const Scene& scene, const ImageView& view,
                 const ScoreOptions& options, int threads, const Control& control,
                 RunReport& report)
      : find_(find),
        scene_(scene),
        view_(view),
        options_(options),
        threads_(threads),
        control_(control),
        report_(report) {}

  /// The peaks of each pose of a needle by itself, or, if `best` is not null, the best place.
  std::vector<PosedPeak> search(const NeedleWarper& warper, const PoseGrid& grid,
                                std::uint32_t needle, std::optional<PosedPeak>* best) {
    std::vector<PosedPeak> peaks;
    const std::vector<std::uint32_t> poses = posesIn(warper, grid);
    for (std::size_t first = 0; first < poses.size();) {
      control_.check();
      const auto some = atOnce(warper, grid, std::span(poses).subspan(first));
      const Batch batch = turn(warper, grid, some);
      if (!batch.empty()) take(batch, needle, peaks, best);
      first += some.size();
      if (control_.progress) {
        control_.progress(static_cast<double>(first) / static_cast<double>(poses.size()));
      }
    }
    return peaks;
  }

 private:
  /// The poses whose windows fit into the scene.
  std::vector<std::uint32_t> posesIn(const NeedleWarper& warper, const PoseGrid& grid) const {
    std::vector<std::uint32_t> poses;
    for (std::uint32_t p = 0; p < grid.poses.size(); ++p) {
      const Size window = warper.windowOf(grid.poses[p]);
      if (window.width <= view_.width() && window.height <= view_.height()) poses.push_back(p);
    }
    return poses;
  }

  /// The first of these, as many as are searched together.
  static std::span<const std::uint32_t> atOnce(const NeedleWarper& warper, const PoseGrid& grid,
                                               std::span<const std::uint32_t> poses) {
    std::int64_t pixels = 0;
    std::size_t count = 0;
    while (count < poses.size() && count < Batch::kMostPoses && pixels < Batch::kMostPixels) {
      pixels += warper.windowOf(grid.poses[poses[count++]]).pixels();
    }
    return poses.first(count);
  }

  Batch turn(const NeedleWarper& warper, const PoseGrid& grid,
             std::span<const std::uint32_t> poses) {
    const StageTimer timer(report_.timeline, "turn needles");
    return turnTogether(warper, grid, poses, options_.method, view_.format(), threads_, control_);
  }

  void take(const Batch& batch, std::uint32_t needle, std::vector<PosedPeak>& peaks,
            std::optional<PosedPeak>* best) {
    ScoreOptions asked = options_;
    asked.wantBest = best != nullptr;
    // Peaks that windows of their own pose cover may still be better than those of another one.
    asked.overlap = 1;
    const Control quiet{control_.threads, control_.stop, {}};
    RunReport report;
    const std::vector<Needle> needles = batch.needles();
    const ScoredPlaces places = find_(scene_, needles, asked, quiet, report);
    for (const Peak& peak : places.peaks) peaks.push_back(batch.posed(peak, needle));
    checkCount(peaks.size(), options_.minScore);
    if (best != nullptr && places.best) keepBetter(*best, batch.posed(*places.best, needle));
    report_.engine = report.engine;
    report_.threads = report.threads;
    report_.timeline.add(report.timeline);
  }

  const FindScored::Function& find_;
  const Scene& scene_;
  const ImageView& view_;
  const ScoreOptions& options_;
  int threads_;
  const Control& control_;
  RunReport& report_;
};

}  // namespace

PosedPlaces poseCompletely(const FindScored::Function& find, const Scene& scene,
                           const ImageView& view, std::span<const Needle> needles,
                           std::span<const PoseGrid> grids, const ScoreOptions& options,
                           int threads, const Control& control, RunReport& report) {
  CompleteSearch search(find, scene, view, options, threads, control, report);
  PosedPlaces found;
  std::size_t poses = 0;
  for (std::uint32_t n = 0; n < needles.size(); ++n) {
    poses += grids[n].poses.size();
    const NeedleWarper warper(needles[n], options.weighted);
    std::vector<PosedPeak> peaks = search.search(warper, grids[n], n, nullptr);
    const StageTimer timer(report.timeline, "compare poses");
    const std::vector<PosedPeak> kept =
        unbeaten(std::move(peaks), view, warper, grids[n], options, threads, control);
    found.peaks.insert(found.peaks.end(), kept.begin(), kept.end());
  }
  if (found.peaks.empty() && options.wantBest) {
    for (std::uint32_t n = 0; n < needles.size(); ++n) {
      search.search(NeedleWarper(needles[n], options.weighted), grids[n], n, &found.best);
    }
  }
  std::sort(found.peaks.begin(), found.peaks.end(), IsBetterPosed());
  report.strategy = phrase("each of {} poses by itself", poses);
  return found;
}

}  // namespace espy::pose
