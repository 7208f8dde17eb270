// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "pose/border.h"

#include <algorithm>
#include <memory>

#include "base/parallel.h"
#include "pose/batch.h"
#include "pose/border_descent.h"
#include "pose/order.h"

namespace espy::pose {
namespace {

bool isInside(const PosedPeak& place, Size scene, Size window) {
  const std::int64_t x = columnOf(place);
  const std::int64_t y = rowOf(place);
  return x >= 0 && y >= 0 && x + window.width <= scene.width && y + window.height <= scene.height;
}

/// The search along the border for one needle.
class BorderSearch {
 public:
  BorderSearch(const BorderScene& scene, const NeedleWarper& warper, const PoseGrid& grid,
               const ScoreOptions& options, int threads, const Control& control)
      : scene_(scene),
        warper_(warper),
        grid_(grid),
        index_(grid),
        options_(options),
        threads_(threads),
        control_(control) {}

  /// All windows that reach the minimum and are partly outside; updates `best`, if not null.
  std::vector<PosedPeak> all(std::optional<PosedPeak>* best) const {
    const Size size = scene_.view().size();
    const auto poses = static_cast<std::int64_t>(grid_.poses.size());
    std::vector<std::vector<PosedPeak>> found(grid_.poses.size());
    std::vector<std::optional<PosedPeak>> bests(grid_.poses.size());
    std::vector<std::unique_ptr<BorderScorer>> scorers(slots());
    parallelFor(poses, threads_, quiet(), [&](std::int64_t p, int thread) {
      BorderScorer& scorer = scorerOf(scorers, thread);
      const auto pose = static_cast<std::uint32_t>(p);
      const auto k = static_cast<std::size_t>(p);
      std::int64_t row = -size.height;
      eachBorderPlace(size, scorer.windowOf(pose), 0, [&](std::int64_t x, std::int64_t y) {
        if (row != y) control_.check();
        row = y;
        const std::optional<PosedPeak> there = scorer.at(pose, x, y);
        if (!there) return;
        if (there->peak.score >= options_.minScore) found[k].push_back(*there);
        if (best != nullptr) keepBetter(bests[k], *there);
      });
    });
    std::vector<PosedPeak> places;
    for (const std::vector<PosedPeak>& some : found) {
      places.insert(places.end(), some.begin(), some.end());
      checkCount(places.size(), options_.minScore);
    }
    for (const std::optional<PosedPeak>& some : bests) {
      if (best != nullptr && some) keepBetter(*best, *some);
    }
    return places;
  }

  /// Non-maximum suppression. Windows wholly inside are compared only with windows that are not:
  /// the inner search has compared them with each other.
  std::vector<PosedPeak> unbeaten(std::vector<PosedPeak> places) const {
    constexpr std::int64_t kAtOnce = 64;
    const auto count = static_cast<std::int64_t>(places.size());
    std::vector<std::uint8_t> beaten(places.size());
    std::vector<std::unique_ptr<BorderScorer>> scorers(slots());
    parallelFor(
        (count + kAtOnce - 1) / kAtOnce, threads_, quiet(), [&](std::int64_t task, int thread) {
          BorderScorer& scorer = scorerOf(scorers, thread);
          for (auto i = static_cast<std::size_t>(task * kAtOnce);
               i < std::min(places.size(), static_cast<std::size_t>((task + 1) * kAtOnce)); ++i) {
            control_.check();
            beaten[i] = isBeaten(scorer, places[i]) ? 1 : 0;
          }
        });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (beaten[i] == 0) places[kept++] = places[i];
    }
    places.resize(kept);
    return places;
  }

 private:
  std::size_t slots() const { return static_cast<std::size_t>(std::max(1, threads_)); }
  Control quiet() const { return {control_.threads, control_.stop, {}}; }
  BorderScorer& scorerOf(std::vector<std::unique_ptr<BorderScorer>>& scorers, int thread) const {
    std::unique_ptr<BorderScorer>& scorer = scorers[static_cast<std::size_t>(thread)];
    if (!scorer) {
      scorer = std::make_unique<BorderScorer>(scene_, warper_, grid_, options_, false);
    }
    return *scorer;
  }

  bool isBeaten(BorderScorer& scorer, const PosedPeak& place) const {
    const Size scene = scene_.view().size();
    const bool inside = isInside(place, scene, scorer.windowOf(place.pose));
    return anyAround(scorer, index_, place,
                     [&](std::uint32_t pose, std::int64_t x, std::int64_t y) {
                       const Size window = scorer.windowOf(pose);
                       const bool there = x >= 0 && y >= 0 && x + window.width <= scene.width &&
                                          y + window.height <= scene.height;
                       if (inside && there) return false;
                       const std::optional<PosedPeak> other = scorer.at(pose, x, y);
                       return other && other->peak.score > place.peak.score;
                     });
  }

  const BorderScene& scene_;
  const NeedleWarper& warper_;
  const PoseGrid& grid_;
  GridIndex index_;
  const ScoreOptions& options_;
  int threads_;
  const Control& control_;
};

}  // namespace

PosedPlaces withBorder(PosedPlaces inside, const ImageView& scene, std::span<const Needle> needles,
                       std::span<const PoseGrid> grids, const ScoreOptions& options,
                       PoseSearch search, int threads, const Control& control, RunReport& report) {
  constexpr std::int64_t kAll = 1'000'000;
  const bool asked = std::any_of(grids.begin(), grids.end(),
                                 [&](const PoseGrid& grid) { return grid.visible < kAll; });
  if (!asked) return inside;
  const StageTimer timer(report.timeline, "search the border");
  PosedPlaces found;
  found.best = inside.best;
  for (std::uint32_t n = 0; n < needles.size(); ++n) {
    const NeedleWarper warper(needles[n], options.weighted);
    const BorderScene whole(scene, needles[n].picture.format());
    const BorderSearch border(whole, warper, grids[n], options, threads, control);
    std::vector<PosedPeak> own;
    for (const PosedPeak& peak : inside.peaks) {
      if (peak.peak.needle == n) own.push_back(peak);
    }
    std::optional<PosedPeak> best;
    const bool wantBest = options.wantBest && inside.peaks.empty();
    BorderDescent descent(scene, needles[n], grids[n], options, threads, control);
    std::vector<PosedPeak> kept;
    if (search == PoseSearch::fast && descent.canHalve()) {
      kept = border.unbeaten(own);
      // Windows inside may be beaten by positions that the inner search did not visit.
      if (kept.size() < own.size()) descent.alsoFrom(own);
      const std::vector<PosedPeak> more = descent.run(wantBest ? &best : nullptr);
      kept.insert(kept.end(), more.begin(), more.end());
    } else {
      const std::vector<PosedPeak> places = border.all(wantBest ? &best : nullptr);
      own.insert(own.end(), places.begin(), places.end());
      kept = border.unbeaten(std::move(own));
    }
    for (PosedPeak& peak : kept) {
      peak.peak.needle = n;
      found.peaks.push_back(peak);
    }
    if (best) {
      best->peak.needle = n;
      keepBetter(found.best, *best);
    }
  }
  std::sort(found.peaks.begin(), found.peaks.end(), IsBetterPosed());
  found.peaks.erase(std::unique(found.peaks.begin(), found.peaks.end()), found.peaks.end());
  if (!options.wantBest || !found.peaks.empty()) found.best.reset();
  return found;
}

}  // namespace espy::pose
