// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "pose/complete.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/phrase.h"
#include "espy/error.h"
#include "pose/batch.h"
#include "pose/order.h"
#include "pose/pose_scorer.h"

namespace espy::pose {

void checkCount(std::size_t peaks, double minScore) {
  constexpr std::size_t kMost = std::size_t{1} << 22;
  if (peaks <= kMost) return;
  throw Error(ErrorCode::tooLarge,
              phrase("more than {} places and poses reach the score {}; ask for a higher one",
                     kMost, fmt::format("{}", minScore)));
}

namespace {

class CompleteSearch {
 public:
  CompleteSearch(const FindScored::Function& find, const Scene& scene, const ImageView& view,
                 const ScoreOptions& options, const Control& control, RunReport& report)
      : find_(find),
        scene_(scene),
        view_(view),
        options_(options),
        control_(control),
        report_(report) {}

  /// The peaks of each pose of a needle by itself, or, if `best` is not null, the best place.
  std::vector<PosedPeak> search(const NeedleWarper& warper, const PoseGrid& grid,
                                std::uint32_t needle, std::optional<PosedPeak>* best) {
    std::vector<PosedPeak> peaks;
    const auto all = [](const GridPose& /*pose*/) { return true; };
    const auto turn = [&](const GridPose& pose) {
      const StageTimer timer(report_.timeline, "turn needles");
      return warper.scorable(pose, options_.method, view_.format());
    };
    eachBatch(warper, grid, view_.size(), all, turn, [&](const Batch& batch) {
      control_.check();
      take(batch, needle, peaks, best);
      if (control_.progress) {
        control_.progress(static_cast<double>(batch.lastPose() + 1) /
                          static_cast<double>(grid.poses.size()));
      }
    });
    return peaks;
  }

 private:
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
  const Control& control_;
  RunReport& report_;
};

}  // namespace

PosedPlaces poseCompletely(const FindScored::Function& find, const Scene& scene,
                           const ImageView& view, std::span<const Needle> needles,
                           std::span<const PoseGrid> grids, const ScoreOptions& options,
                           int threads, const Control& control, RunReport& report) {
  CompleteSearch search(find, scene, view, options, control, report);
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
  report.strategy = fmt::format("each of {} poses by itself", poses);
  return found;
}

}  // namespace espy::pose
