// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The fast exact search: sampling where it works, and the ways out where it does not.
#include "exact/exact.h"
#include "base/parallel.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "base/phrase.h"
#include "exact/block_graph.h"
#include "exact/costs.h"
#include "exact/linear.h"
#include "exact/pattern.h"
#include "exact/plan.h"
#include "exact/planes.h"
#include "exact/prepared_needles.h"
#include "exact/sampled.h"
#include "exact/sweep.h"
#include "find/lying.h"

namespace espy::exact {
namespace {

/// A search of one scene for all needles: prepared, then run.
class ExactSearch {
 public:
  ExactSearch(const ImageView& scene, std::span<const Needle> needles, const ExactOptions& options,
              int threads, const Control& control)
      : scene_(scene),
        threads_(threads),
        control_(control),
        needles_(prepareNeedles(scene.size(), scene.format(), needles, options.tolerance, threads,
                                control)),
        places_(needles.size()) {}

  PlacesByNeedle run() {
    for (const Group& group : needles_.groups) searchGroup(group);
    for (const Pattern* pattern : needles_.ranged) searchWithoutLattice(*pattern);
    return std::move(places_);
  }

  const Message& strategy() const { return strategy_; }

 private:
  using Group = PreparedNeedles::Group;

  void searchGroup(const Group& group) {
    // Where a few looks at the scene meet the needles' runs again and again (flat ground, stripes),
    // comparing windows would cost more than probing. Then choose with more care.
    if (const std::optional<Plan> quick = planQuickly(scene_.size(), group, threads_, control_)) {
      const RunTable table(quick->runs);
      if (hitsPerProbe(scene_, *quick, table) <= costs::kTooManyHits) {
        searchSampled(group, *quick, table);
        return;
      }
    }
    searchCarefully(group);
  }

  void searchCarefully(const Group& group) {
    const Plan plan = planCarefully(
        scene_, group, [this](const Pattern& pattern) { return fallbackCost(pattern); });
    if (!plan.runs.empty()) searchSampled(group, plan, RunTable(plan.runs));
    for (const std::uint32_t n : plan.alone) searchCarefully({group[n]});
    for (const std::uint32_t n : plan.hopeless) searchWithoutLattice(*group[n]);
  }

  void searchSampled(const Group& group, const Plan& plan, const RunTable& table) {
    say(plan.describe(group.size()));
    for (const std::uint32_t n :
         findSampled(scene_, group, plan, table, threads_, control_, places_)) {
      searchWithoutLattice(*group[n]);
    }
  }

  /// The search whose time does not depend on what scene and needle hold, or hardly does.
  void searchWithoutLattice(const Pattern& pattern) {
    std::vector<Place>& places = places_[pattern.index];
    const std::optional<BlockGraph>& graph = graphOf(pattern);
    const double planesCost = graph ? graph->costPerPixel() : kNever;
    const bool automata = pattern.allOpaque && !pattern.ranged;
    if (planesCost <= (automata ? costs::kAutomata : costs::kSweep)) {
      say(phrase("joined bit planes of {} parts", graph->parts()));
      places = findByPlanes(scene_, pattern, *graph, threads_, control_);
    } else if (automata) {
      say(phrase("read every pixel once through row and column automata"));
      places = findLinear(scene_, pattern, threads_, control_);
    } else {
      say(phrase("tested every place, the most telling pixels first"));
      // With planes at hand the sweep may give up: after as much work as they would take.
      const std::int64_t limit =
          graph ? scene_.size().pixels() / 4 : std::numeric_limits<std::int64_t>::max();
      std::optional<std::vector<Place>> found =
          findBySweep(scene_, pattern, limit, threads_, control_);
      places =
          found ? std::move(*found) : findByPlanes(scene_, pattern, *graph, threads_, control_);
    }
  }

  static constexpr double kNever = std::numeric_limits<double>::infinity();

  /// The needle's graph, built when it is first asked for: for planning, searching, or both.
  const std::optional<BlockGraph>& graphOf(const Pattern& pattern) {
    const auto [found, isNew] = graphs_.try_emplace(pattern.index);
    // More colours or parts than this, and other searches are faster.
    if (isNew) found->second = BlockGraph::build(pattern, 64, 2048);
    return found->second;
  }

  double fallbackCost(const Pattern& pattern) {
    const std::optional<BlockGraph>& graph = graphOf(pattern);
    return std::min(graph ? graph->costPerPixel() : kNever,
                    pattern.allOpaque ? costs::kAutomata : costs::kSweep);
  }

  void say(const Message& what) { alsoSay(strategy_, what); }

  ImageView scene_;
  int threads_;
  const Control& control_;
  PreparedNeedles needles_;
  std::map<std::uint32_t, std::optional<BlockGraph>> graphs_;
  PlacesByNeedle places_;
  Message strategy_;
};

/// Is the scene to be searched lying? Bit planes take some whole words for each row, of the scene
/// and of a high needle, and whatever tests many places of a row at once finds few in narrow ones.
/// Where needles are not high this is little, and less than turning a scene of some columns.
bool liesBetter(const ImageView& scene, std::span<const Needle> needles) {
  constexpr std::int64_t kNarrow = 64;
  constexpr std::int64_t kHigh = 1024;
  if (find::stands(scene)) return true;
  return scene.width() < kNarrow &&
         std::any_of(needles.begin(), needles.end(), [&](const Needle& needle) {
           return needle.picture.height() > kHigh && needle.picture.height() <= scene.height();
         });
}

}  // namespace

std::vector<std::vector<Place>> findExactFast(const ImageView& scene,
                                              std::span<const Needle> needles,
                                              const ExactOptions& options, int threads,
                                              const Control& control, RunReport& report) {
  report.threads = threads;
  std::optional<find::Lying> lying;
  std::optional<ExactSearch> search;
  {
    const StageTimer timer(report.timeline, "prepare");
    if (liesBetter(scene, needles)) lying.emplace(scene, needles, control);
    search.emplace(lying ? lying->scene() : scene, lying ? lying->needles() : needles, options,
                   threads, control);
  }
  const StageTimer timer(report.timeline, "pass 1");
  std::vector<std::vector<Place>> places = search->run();
  if (lying) {
    for (std::vector<Place>& ofNeedle : places) {
      for (Place& place : ofNeedle) find::turn(place);
      if (scene.width() > 1) sortPlaces(ofNeedle);
    }
  }
  report.strategy = search->strategy();
  report.threads = threadsHad(threads);
  return places;
}

}  // namespace espy::exact
