// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/fast.h"

#include <bit>
#include <map>
#include <tuple>
#include <utility>

#include "base/drain.h"
#include "base/parallel.h"
#include "base/phrase.h"
#include "espy/control.h"
#include "find/match.h"
#include "find/transposed.h"
#include "score/formula.h"
#include "score/search.h"
#include "score/wide.h"

namespace espy::score {
namespace {

/// The strategies of scored search, in order: each searches for the needles for which it is
/// estimated to be the fastest, and returns the others.
using Strategy = Needles (*)(SearchGroup& group, const Needles& needles);
constexpr Strategy kStrategies[] = {searchByBlocks, searchByAverages, searchByDistances,
                                    searchByTiles};

std::int64_t pixelsOf(std::span<const Needle> needles) {
  std::int64_t pixels = 0;
  for (const Needle& needle : needles) pixels += needle.picture.size().pixels();
  return pixels;
}

/// One search: what its groups of needles share.
class FastScore {
 public:
  FastScore(const ImageView& scene, std::span<const Needle> needles, const ScoreOptions& options,
            int threads, const Control& control, RunReport& report, const Strategies& allowed = {})
      : search_{scene,
                options,
                threads,
                control,
                report,
                allowed,
                FoundPeaks(scene.size(), needles, options, control),
                pixelsOf(needles)} {
    report.threads = threads;
    const StageTimer timer(report.timeline, "prepare");
    needles_.resize(needles.size());
    search_.eachNeedle(needles.size(), [&](std::size_t n) {
      needles_[n] = makeScoredNeedle(needles[n], static_cast<std::uint32_t>(n), scene.format(),
                                     options, control);
    });
    // Groups have one format and similar sizes.
    std::map<std::tuple<int, Depth, int, int>, Needles> groups;
    for (const ScoredNeedle& needle : needles_) {
      if (needle.size.width > scene.width() || needle.size.height > scene.height()) continue;
      if (!finders::fitsInto64(greatestDistance(options.method, needle.sums))) {
        wide_.push_back(&needle);
        continue;
      }
      groups[{needle.form.channels, needle.form.depth,
              std::bit_width(static_cast<std::uint64_t>(needle.size.width)),
              std::bit_width(static_cast<std::uint64_t>(needle.size.height))}]
          .push_back(&needle);
    }
    for (auto& [kind, group] : groups) groups_.push_back(std::move(group));
  }

  ScoredPlaces find() {
    for (const Needles& group : groups_) search(group);
    for (const ScoredNeedle* needle : wide_) searchWide(*needle);
    ScoredPlaces found;
    {
      const StageTimer timer(search_.report.timeline, "order");
      found = search_.found.ordered();
    }
    if (found.peaks.empty() && !found.leftOut && search_.options.wantBest) {
      BestPlace best;
      for (const Needles& group : groups_) {
        search_.found.makeRoom();
        searchTiles(search_, group, {&best});
      }
      for (const ScoredNeedle* needle : wide_) {
        offerWide(search_.scene, *needle, search_.options, search_.threads, search_.control, best);
      }
      found.best = best.place();
    }
    search_.report.threads = threadsHad(search_.threads);
    return found;
  }

  ScoreMap map() {
    ScoreMap map;
    map.size = search_.positionsOf(needles_.front());
    map.scores.resize(static_cast<std::size_t>(map.size.pixels()));
    if (wide_.empty()) {
      searchTiles(search_, groups_.front(), {nullptr, &map});
    } else {
      mapWide(search_.scene, needles_.front(), search_.options, search_.threads, search_.control,
              map);
    }
    return map;
  }

 private:
  void search(const Needles& needles) {
    search_.found.makeRoom();
    SearchGroup group{search_,
                      {search_.scene, needles.front()->form, search_.threads, search_.control}};
    Needles left = needles;
    for (const Strategy strategy : kStrategies) {
      std::erase_if(left, [&](const ScoredNeedle* one) { return !search_.found.wants(*one); });
      if (left.empty()) return;
      left = strategy(group, left);
    }
  }

  void searchWide(const ScoredNeedle& needle) {
    search_.say(phrase("every sample of every window, in 128 bits"));
    finders::PeakList list;
    search_.found.limit(list, 1);
    for (const Peak& peak :
         findWide(search_.scene, needle, search_.options, search_.threads, search_.control)) {
      list.add(peak);
    }
    search_.found.take(list);
  }

  Search search_;
  std::vector<ScoredNeedle> needles_;
  std::vector<Needles> groups_;
  Needles wide_;  ///< those whose distances may need more than 64 bits
};

}  // namespace

ScoredPlaces scoreFast(const ImageView& scene, std::span<const Needle> needles,
                       const ScoreOptions& options, int threads, const Control& control,
                       RunReport& report, const Strategies& allowed) {
  if (!finders::stands(scene))
    return FastScore(scene, needles, options, threads, control, report, allowed).find();
  const finders::Transposed lying(scene, needles, control);
  ScoreOptions asked = options;
  if (asked.after) finders::turn(*asked.after);
  const ImageView view = lying.scene();
  ScoredPlaces found =
      FastScore(view, lying.needles(), asked, threads, control, report, allowed).find();
  for (Peak& peak : found.peaks) finders::turn(peak);
  if (found.best) finders::turn(*found.best);
  return found;
}

ScoreMap mapFast(const ImageView& scene, const Needle& needle, const ScoreOptions& options,
                 int threads, const Control& control, RunReport& report) {
  if (!finders::stands(scene)) {
    return FastScore(scene, {&needle, 1}, options, threads, control, report).map();
  }
  const finders::Transposed lying(scene, {&needle, 1}, control);
  const ImageView view = lying.scene();
  ScoreMap map = FastScore(view, lying.needles(), options, threads, control, report).map();
  std::swap(map.size.width, map.size.height);
  return map;
}

}  // namespace espy::score
