// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The fast exact search: sampling where it works, and the ways out where it does not.
#include "exact/exact.h"
#include "base/parallel.h"

#include <algorithm>
#include <array>
#include <functional>
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
  /// Takes the places of each needle that lies anywhere, once.
  using Take = std::function<void(std::uint32_t needle, std::vector<Place>&& places)>;

  ExactSearch(const ImageView& scene, std::span<const Needle> needles, const ExactOptions& options,
              int threads, const Control& control)
      : scene_(scene),
        threads_(threads),
        control_(control),
        needles_(prepareNeedles(scene.size(), scene.format(), needles, options.tolerance, threads,
                                control)) {}

  void run(Take take) {
    take_ = std::move(take);
    for (const Group& group : needles_.groups) searchGroup(group);
    for (const Pattern* pattern : needles_.ranged) searchWithoutLattice(*pattern);
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
        if (searchSampled(group, *quick, table)) return;
        for (const Group& half : halves(group)) searchGroup(half);
        return;
      }
    }
    searchCarefully(group);
  }

  static std::array<Group, 2> halves(const Group& group) {
    const auto middle = group.begin() + static_cast<std::ptrdiff_t>(group.size() / 2);
    return {Group(group.begin(), middle), Group(middle, group.end())};
  }

  void searchCarefully(const Group& group) {
    const Plan plan = planCarefully(
        scene_, group, [this](const Pattern& pattern) { return fallbackCost(pattern); });
    if (!plan.runs.empty() && !searchSampled(group, plan, RunTable(plan.runs))) {
      for (const Group& half : halves(group)) searchCarefully(half);
      return;
    }
    for (const std::uint32_t n : plan.alone) searchCarefully({group[n]});
    for (const std::uint32_t n : plan.hopeless) searchWithoutLattice(*group[n]);
  }

  /// Returns false, without results, if the places of several needles together take too much
  /// memory: each half of the group is then searched by itself.
  bool searchSampled(const Group& group, const Plan& plan, const RunTable& table) {
    std::optional<Sampled> found = findSampled(scene_, group, plan, table, threads_, control_);
    if (!found) return false;
    say(plan.describe(group.size()));
    for (std::size_t n = 0; n < group.size(); ++n) {
      if (!found->places[n].empty()) take_(group[n]->index, std::move(found->places[n]));
    }
    for (const std::uint32_t n : found->dropped) searchWithoutLattice(*group[n]);
    return true;
  }

  /// The search whose time does not depend on what scene and needle hold, or hardly does.
  void searchWithoutLattice(const Pattern& pattern) {
    std::vector<Place> places = placesWithoutLattice(pattern);
    if (!places.empty()) take_(pattern.index, std::move(places));
  }

  std::vector<Place> placesWithoutLattice(const Pattern& pattern) {
    const std::optional<BlockGraph>& graph = graphOf(pattern);
    const double planesCost = graph ? graph->costPerPixel() : kNever;
    const bool automata = pattern.allOpaque && !pattern.ranged;
    if (planesCost <= (automata ? costs::kAutomata : costs::kSweep)) {
      say(phrase("joined bit planes of {} parts", graph->parts()));
      return findByPlanes(scene_, pattern, *graph, threads_, control_);
    }
    if (automata) {
      say(phrase("read every pixel once through row and column automata"));
      return findLinear(scene_, pattern, threads_, control_);
    }
    say(phrase("tested every place, the most telling pixels first"));
    // With planes at hand the sweep may give up: after as much work as they would take.
    const std::int64_t limit =
        graph ? scene_.size().pixels() / 4 : std::numeric_limits<std::int64_t>::max();
    std::optional<std::vector<Place>> found =
        findBySweep(scene_, pattern, limit, threads_, control_);
    return found ? std::move(*found) : findByPlanes(scene_, pattern, *graph, threads_, control_);
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
  Take take_;
  Message strategy_;
};

/// Is the scene to be searched lying? Bit planes take some whole words for each row, of the scene
/// and of a high needle, and whatever tests many places of a row at once finds few in narrow ones.
/// Where needles are not high this is little, and less than turning a scene of some columns.
bool liesBetter(const ImageView& scene, std::span<const Needle> needles) {
  constexpr std::int64_t kNarrow = 64;
  constexpr std::int64_t kHigh = 1024;
  if (finders::stands(scene)) return true;
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
  std::optional<finders::Lying> lying;
  std::optional<ExactSearch> search;
  {
    const StageTimer timer(report.timeline, "prepare");
    if (liesBetter(scene, needles)) lying.emplace(scene, needles, control);
    search.emplace(lying ? lying->scene() : scene, lying ? lying->needles() : needles, options,
                   threads, control);
  }
  const StageTimer timer(report.timeline, "pass 1");
  std::vector<std::vector<Place>> all(needles.size());
  search->run([&](std::uint32_t n, std::vector<Place>&& places) {
    if (lying) {
      for (Place& place : places) finders::turn(place);
      if (scene.width() > 1) sortPlaces(places);
    }
    if (options.take) {
      options.take(n, std::move(places));
    } else {
      all[n] = std::move(places);
    }
  });
  report.strategy = search->strategy();
  report.threads = threadsHad(threads);
  return all;
}

}  // namespace espy::exact
