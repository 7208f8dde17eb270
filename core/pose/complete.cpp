// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "pose/complete.h"

#include <algorithm>
#include <utility>

#include "base/drain.h"
#include "base/phrase.h"
#include "pose/batch.h"
#include "pose/order.h"
#include "pose/part_bound.h"
#include "pose/pose_scorer.h"

namespace espy::pose {
namespace {

class CompleteSearch {
 public:
  CompleteSearch(const FindScored::Function& find, const Scene& scene, const ImageView& view,
                 const ScoreOptions& options, int threads, const Control& control,
                 RunReport& report, bool onProcessor)
      : find_(find),
        scene_(scene),
        view_(view),
        options_(options),
        threads_(threads),
        control_(control),
        report_(report),
        bound_(view, options, threads, control, report),
        rejects_(onProcessor && options.method == Method::zncc) {}

  /// The local maxima of all poses of a needle.
  std::vector<PosedPeak> search(const NeedleWarper& warper, const PoseGrid& grid,
                                std::uint32_t needle) {
    std::vector<PosedPeak> kept;
    std::vector<PosedPeak> peaks;  // of each pose on its own
    std::size_t all = 0;
    const auto compare = [&] {
      const StageTimer timer(report_.timeline, "compare poses");
      moveTo(kept, unbeaten(std::move(peaks), view_, warper, grid, options_, threads_, control_));
      peaks.clear();
    };
    const std::vector<std::uint32_t> poses = posesIn(warper, grid);
    // With very many peaks fewer poses are searched together.
    std::size_t most = kFirstPoses;
    for (std::size_t first = 0; first < poses.size();) {
      control_.check();
      auto some = atOnce(warper, grid, std::span(poses).subspan(first), most);
      const bool several = some.size() > 1;
      ScoreOptions asked = options_;
      asked.wantBest = false;
      asked.most = several ? kManyPeaks : kMostPeaks - all + 1;
      asked.firstNeedles = several;
      const Batch batch = turn(warper, grid, some, asked.minScore);
      ScoredPlaces places = find(batch, asked, view_.size());
      const std::size_t count = places.peaks.size();
      if (several && places.leftOut) {
        if (!places.complete) {
          most = some.size() / 2;
          continue;
        }
        some = some.first(before(some, batch.pose(*places.complete)));
        most = some.empty()
                   ? 1
                   : std::clamp<std::size_t>(kManyPeaks / mostOfOne(places), 1, some.size());
      } else if (count < kManyPeaks / 2) {
        most = std::min(2 * most, Batch::kMostPoses);
      }
      all += count;
      checkCount(all, options_.minScore);
      drain(places.peaks, [&](const Peak& peak) { pushBack(peaks, batch.posed(peak, needle)); });
      if (peaks.size() > kManyPeaks) compare();
      first += some.size();
      reportProgress(first, poses.size());
    }
    compare();
    return kept;
  }

  /// The needle searched next is the `n`-th of `count`.
  void beginNeedle(std::size_t n, std::size_t count) {
    needle_ = static_cast<double>(n);
    needles_ = static_cast<double>(count);
  }

  /// Updates `best` with the best position that scores at least `least`.
  void searchBest(const NeedleWarper& warper, const PoseGrid& grid, std::uint32_t needle,
                  std::optional<double> least, std::optional<PosedPeak>& best) {
    const std::vector<std::uint32_t> poses = posesIn(warper, grid);
    std::size_t most = kFirstPoses;
    for (std::size_t first = 0; first < poses.size() && !isFirstOfAll(best);) {
      control_.check();
      const auto some = atOnce(warper, grid, std::span(poses).subspan(first), most);
      ScoreOptions asked = options_;
      asked.most = 1;
      // Without a minimum the first poses give a limit for the others.
      asked.wantBest = !best && !least;
      if (asked.wantBest) asked.minScore = 1;
      if (best) {
        asked.minScore = best->peak.score;
      } else if (least) {
        asked.minScore = *least;
      }
      std::optional<double> wanted;
      if (!asked.wantBest) wanted = asked.minScore;
      const Batch batch = turn(warper, grid, some, wanted);
      const ScoredPlaces places = find(batch, asked, partFor(batch, best));
      for (const Peak& peak : places.peaks) keepBetter(best, batch.posed(peak, needle));
      if (places.best) keepBetter(best, batch.posed(*places.best, needle));
      most = Batch::kMostPoses;
      first += some.size();
      reportProgress(first, poses.size());
    }
  }

 private:
  static constexpr std::size_t kFirstPoses = 8;
  /// Peaks compared at once; takes about 16 MB.
  static constexpr std::size_t kManyPeaks = std::size_t{1} << 17;

  /// Number of those of these poses, which are ascending, that come before `pose`.
  static std::size_t before(std::span<const std::uint32_t> poses, std::uint32_t pose) {
    return static_cast<std::size_t>(std::lower_bound(poses.begin(), poses.end(), pose) -
                                    poses.begin());
  }

  /// The number of peaks of the pose that has most of them, or 1 if there are none.
  static std::size_t mostOfOne(const ScoredPlaces& places) {
    std::size_t most = 1;
    std::size_t own = 0;
    for (std::size_t i = 0; i < places.peaks.size(); ++i) {
      const bool isNext = i > 0 && places.peaks[i].needle != places.peaks[i - 1].needle;
      own = isNext ? 1 : own + 1;
      most = std::max(most, own);
    }
    return most;
  }

  /// Whether nothing can rank before it: it is perfect and in the first corner.
  static bool isFirstOfAll(const std::optional<PosedPeak>& best) {
    return best && best->peak.score >= 1 && best->peak.x == 0 && best->peak.y == 0;
  }

  void reportProgress(std::size_t done, std::size_t all) const {
    if (!control_.progress) return;
    control_.progress((needle_ + static_cast<double>(done) / static_cast<double>(all)) / needles_);
  }

  /// The poses whose windows fit into the scene.
  std::vector<std::uint32_t> posesIn(const NeedleWarper& warper, const PoseGrid& grid) const {
    std::vector<std::uint32_t> poses;
    for (std::uint32_t p = 0; p < grid.poses.size(); ++p) {
      const Size window = warper.windowOf(grid.poses[p]);
      if (window.width <= view_.width() && window.height <= view_.height()) poses.push_back(p);
    }
    return poses;
  }

  /// The next poses to be searched together, at most `most`.
  std::span<const std::uint32_t> atOnce(const NeedleWarper& warper, const PoseGrid& grid,
                                        std::span<const std::uint32_t> poses,
                                        std::size_t most) const {
    // Searching takes about ten bytes per needle pixel.
    constexpr std::int64_t kLeast = std::int64_t{1} << 21;
    const std::int64_t mostPixels =
        std::clamp(2 * view_.size().pixels(), kLeast, Batch::kMostPixels);
    std::int64_t pixels = 0;
    std::size_t count = 0;
    while (count < poses.size() && count < most && pixels < mostPixels) {
      pixels += warper.windowOf(grid.poses[poses[count++]]).pixels();
    }
    return poses.first(count);
  }

  /// The needle in those of these poses that may reach a score.
  Batch turn(const NeedleWarper& warper, const PoseGrid& grid, std::span<const std::uint32_t> poses,
             std::optional<double> minScore) {
    Batch batch;
    {
      const StageTimer timer(report_.timeline, "turn needles");
      batch =
          turnTogether(warper, grid, poses, options_.method, view_.format(), threads_, control_);
    }
    if (rejects_ && minScore && poses.size() > 1) bound_.reject(batch, warper, grid, *minScore);
    return batch;
  }

  /// The upper left part of the scene that may hold a better match: where none can score higher,
  /// only positions above, and to the left in the same row.
  Size partFor(const Batch& batch, const std::optional<PosedPeak>& best) const {
    const Size whole = view_.size();
    if (scene_.kept() != nullptr || !best || best->peak.score < 1) return whole;
    Size largest{1, 1};
    for (const Needle& needle : batch.needles()) {
      largest.width = std::max(largest.width, needle.picture.width());
      largest.height = std::max(largest.height, needle.picture.height());
    }
    const bool firstRow = best->peak.y == 0;
    return {firstRow ? std::min(whole.width, best->peak.x + largest.width) : whole.width,
            std::min(whole.height, best->peak.y + largest.height)};
  }

  ScoredPlaces find(const Batch& batch, ScoreOptions asked, Size part) {
    if (batch.empty()) return {};
    // Peaks suppressed within their pose may still beat those of another.
    asked.overlap = 1;
    const Control quiet{control_.threads, control_.stop, {}};
    RunReport report;
    const std::vector<Needle> needles = batch.needles();
    const ImageView cropped = view_.crop(0, 0, part);
    ScoredPlaces places = part == view_.size()
                              ? find_(scene_, needles, asked, quiet, report)
                              : find_(Scene(cropped), needles, asked, quiet, report);
    report_.engine = report.engine;
    report_.threads = report.threads;
    report_.timeline.add(report.timeline);
    return places;
  }

  const FindScored::Function& find_;
  const Scene& scene_;
  const ImageView& view_;
  const ScoreOptions& options_;
  int threads_;
  const Control& control_;
  RunReport& report_;
  PartBound bound_;
  bool rejects_;
  double needle_ = 0;   ///< number of finished needles
  double needles_ = 1;  ///< number of all
};

}  // namespace

PosedPlaces poseCompletely(const FindScored::Function& find, const Scene& scene,
                           const ImageView& view, std::span<const Needle> needles,
                           std::span<const PoseGrid> grids, const ScoreOptions& options,
                           int threads, const Control& control, RunReport& report,
                           bool onProcessor) {
  CompleteSearch search(find, scene, view, options, threads, control, report, onProcessor);
  PosedPlaces found;
  std::size_t poses = 0;
  for (std::uint32_t n = 0; n < needles.size(); ++n) {
    poses += grids[n].poses.size();
    search.beginNeedle(n, needles.size());
    constexpr double kMostScore = 1;
    if (options.minScore > kMostScore) continue;
    const NeedleWarper warper(needles[n], options.weighted);
    if (options.most == 1) {
      // The best position of all is a peak and ranks first.
      search.searchBest(warper, grids[n], n, options.minScore, found.best);
      continue;
    }
    moveTo(found.peaks, search.search(warper, grids[n], n));
  }
  if (found.best) {
    found.peaks.push_back(*found.best);
    found.best.reset();
  }
  if (found.peaks.empty() && options.wantBest) {
    for (std::uint32_t n = 0; n < needles.size(); ++n) {
      search.searchBest(NeedleWarper(needles[n], options.weighted), grids[n], n, {}, found.best);
    }
  }
  sortPlaces(found.peaks, control);
  report.strategy = phrase("each of {} poses separately", poses);
  return found;
}

}  // namespace espy::pose
