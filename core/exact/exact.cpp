// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The fast exact search: sampling, and its fallbacks.
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
#include "find/transposed.h"

namespace espy::exact {
namespace {

/// A search of one scene for all needles.
class ExactSearch {
 public:
  /// Receives the positions of each needle that occurs, once per needle.
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
    // If a few probes hit runs of the needles too often (flat areas, stripes), comparing windows
    // would cost more than probing, and a careful plan pays.
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

  /// Returns false, without results, if the positions of several needles need too much memory: each
  /// half of the group is then searched separately.
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

  /// Searches in a time that hardly depends on the content of scene and needle.
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
    say(phrase("compared at every position, the most selective pixels first"));
    // If bit planes are possible, the sweep gives up after as much work as they would cost.
    const std::int64_t limit =
        graph ? scene_.size().pixels() / 4 : std::numeric_limits<std::int64_t>::max();
    std::optional<std::vector<Place>> found =
        findBySweep(scene_, pattern, limit, threads_, control_);
    return found ? std::move(*found) : findByPlanes(scene_, pattern, *graph, threads_, control_);
  }

  static constexpr double kNever = std::numeric_limits<double>::infinity();

  /// The needle's graph, built on first use: for planning, searching, or both.
  const std::optional<BlockGraph>& graphOf(const Pattern& pattern) {
    const auto [found, isNew] = graphs_.try_emplace(pattern.index);
    // With more colours or parts other searches are faster.
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

/// Is a search of the transposed scene faster? Bit planes need some whole words per row of the
/// scene and of a high needle, and block-wise tests are inefficient in narrow rows. With low
/// needles both are negligible compared with transposing the scene.
bool transposePays(const ImageView& scene, std::span<const Needle> needles) {
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
  std::optional<finders::Transposed> lying;
  std::optional<ExactSearch> search;
  {
    const StageTimer timer(report.timeline, "prepare");
    if (transposePays(scene, needles)) lying.emplace(scene, needles, control);
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
