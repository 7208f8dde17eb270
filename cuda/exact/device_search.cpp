// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/exact/device_search.h"

#include <algorithm>
#include <utility>

#include "base/drain.h"
#include "base/parallel.h"
#include "base/phrase.h"
#include "cuda/base/device.h"
#include "cuda/base/transfer.h"
#include "cuda/exact/bit_search.h"
#include "cuda/exact/costs.h"
#include "cuda/exact/needle_pack.h"
#include "cuda/exact/sampled_search.h"
#include "exact/plan.h"
#include "exact/sampled.h"

namespace espy::cuda {
namespace {

/// As on the CPU: with more colours or parts bit planes are slow.
constexpr std::size_t kMostColours = 64;
constexpr std::size_t kMostParts = 2048;
/// A needle with at most these has a graph that is cheap to build and to join.
constexpr std::size_t kFewColours = 8;
constexpr std::size_t kFewParts = 64;

bool fits(const exact::Pattern& pattern, const DevicePlane& scene) {
  return pattern.size.width <= scene.width && pattern.size.height <= scene.height;
}

/// Passes positions on early, because needles that match everywhere need much memory.
void handOver(const exact::Pattern& pattern, const DeviceSearch::Take& take,
              PlacesByNeedle& places) {
  std::vector<Place>& own = places[pattern.index];
  if (take && !own.empty()) take(pattern.index, std::exchange(own, {}));
}

}  // namespace

PlacesByNeedle DeviceSearch::find(const DevicePlane& scene, const Take& take) {
  PlacesByNeedle places(needles_.patterns.size());
  for (const Group& group : needles_.groups) {
    Group fitting;
    std::copy_if(group.begin(), group.end(), std::back_inserter(fitting),
                 [&](const exact::Pattern* pattern) { return fits(*pattern, scene); });
    if (!fitting.empty()) findGroup(scene, fitting, take, places);
  }
  for (const exact::Pattern* pattern : needles_.ranged) {
    if (!fits(*pattern, scene)) continue;
    findWithoutLattice(scene, *pattern, places[pattern->index]);
    handOver(*pattern, take, places);
  }
  return places;
}

void DeviceSearch::findGroup(const DevicePlane& scene, const Group& group, const Take& take,
                             PlacesByNeedle& places) {
  control_.check();
  // Reuses the last plan's memory; searches on a device are serialised.
  static PerDevice<exact::Plan> plans;
  exact::Plan& spare = plans.here([] { return exact::Plan(); });
  std::optional<exact::Plan> plan =
      exact::planUnhashed({scene.width, scene.height}, group, kInsertInProbes,
                          threadsForNeedles(control_), std::exchange(spare, {}));
  std::vector<bool> unfinished(group.size(), true);
  if (plan) {
    say(plan->describe(group.size()));
    SampledResult result = findSampled(gpu_, scene, group, *plan, clock_, control_);
    unfinished.assign(group.size(), false);
    for (const std::uint32_t n : result.givenUp) unfinished[n] = true;
    if (group.size() == 1) places[group[0]->index].reserve(result.hits.size());
    for (const Hit& hit : result.hits) {
      if (!unfinished[hit.needle]) places[group[hit.needle]->index].emplace_back(hit.x, hit.y);
    }
    discard(result.hits);
    for (std::size_t n = 0; n < group.size(); ++n) {
      if (unfinished[n]) continue;
      sortByRows(places[group[n]->index], scene.height, control_);
      handOver(*group[n], take, places);
    }
  }
  const bool planned = plan.has_value();
  constexpr std::size_t kMostKept = std::size_t{1} << 20;  // runs
  if (planned && plan->runs.capacity() <= kMostKept) spare = std::move(*plan);
  const auto left = std::count(unfinished.begin(), unfinished.end(), true);
  for (std::size_t n = 0; n < group.size(); ++n) {
    if (!unfinished[n]) continue;
    // One needle may have made the search of all fail: retry each separately.
    if (planned && group.size() > 1 && left > 1) {
      findGroup(scene, {group[n]}, take, places);
    } else {
      findWithoutLattice(scene, *group[n], places[group[n]->index]);
      handOver(*group[n], take, places);
    }
  }
}

void DeviceSearch::findWithoutLattice(const DevicePlane& scene, const exact::Pattern& pattern,
                                      std::vector<Place>& places) {
  control_.check();
  const bool canHash = canHashWindows(pattern);
  const auto pixels = static_cast<double>(scene.width * scene.height);
  const std::int64_t wholeWords = (pattern.rowBytes + 3) / 4 * pattern.size.height;
  const auto words = static_cast<double>(wholeWords);
  const auto found = [&](const Message& how, bool all) {
    clock_.end();
    if (all) say(how);
    return all;
  };
  const auto byPlanes = [&](const exact::BlockGraph& graph) {
    clock_.begin("pass 1");
    findByPlanes(gpu_, scene, pattern, graph, control_, places);
    found(phrase("joined bit planes of {} parts", graph.parts()), true);
  };
  const double hashes = costOfHashes({pixels, words, {}});
  std::optional<exact::BlockGraph> simple;
  double simplePlanes = 0;
  if (canHash) simple = exact::BlockGraph::build(pattern, kFewColours, kFewParts);
  if (simple) {
    simplePlanes = costOfPlanes(pixels, simple->colours().size(), simple->joins().size());
    // Needles of one colour need no test: nothing else is faster.
    const double least = costOfSample() + costOfEveryPlace({pixels, words, {}});
    if (simplePlanes <= std::min(hashes, least)) return byPlanes(*simple);
  }

  clock_.begin("pass 1");
  const NeedleOnDevice needle(gpu_, pattern);
  const double everyPlace = costOfEveryPlace({pixels, words, samplePositions(gpu_, scene, needle)});
  clock_.end();
  const auto everywhere = [&](bool withoutLimit) {
    clock_.begin("pass 1");
    return found(phrase("compared at every position"),
                 compareEveryPosition(gpu_, scene, needle, withoutLimit, control_, places));
  };

  // First the strategy that needs no preparation, unless it is much slower.
  if (canHash && everyPlace <= hashes && everywhere(false)) return;
  if (canHash) {
    if (simple && simplePlanes <= hashes) return byPlanes(*simple);
    clock_.begin("pass 1");
    if (found(phrase("hashed every window"), findByHashes(gpu_, scene, needle, control_, places)))
      return;
  }
  const std::optional<exact::BlockGraph>& graph = graphOf(pattern);
  const bool planesAreFaster =
      graph && (canHash ||
                costOfPlanes(pixels, graph->colours().size(), graph->joins().size()) < everyPlace);
  if (!planesAreFaster && everywhere(!graph)) return;
  byPlanes(*graph);
}

std::optional<PlacesByNeedle> DeviceSearch::findInSentRows(const ImageView& scene) {
  if (needles_.groups.size() != 1 || !needles_.ranged.empty()) return std::nullopt;
  const Group& group = needles_.groups.front();
  const std::optional<exact::Plan> plan =
      exact::planUnhashed(scene.size(), group, kInsertInProbes, threadsForNeedles(control_));
  constexpr std::int64_t kWorthIt = 2;  // stride of the rows
  if (!plan || plan->lattice.rowStep < kWorthIt) return std::nullopt;

  clock_.begin("upload");
  const std::int64_t step = plan->lattice.rowStep;
  const DeviceImage rows({scene.width(), (scene.height() - 1) / step + 1}, scene.format());
  upload(scene, 0, step, rows.plane(), gpu_.stream(), control_);
  clock_.end();
  const SampledResult proposed =
      proposeFromRows(gpu_, rows.plane(), scene.size(), group, *plan, clock_, control_);
  if (!proposed.givenUp.empty()) return std::nullopt;
  say(phrase("{}, and only those rows were transferred", plan->describe(group.size())));

  const auto count = static_cast<std::int64_t>(proposed.hits.size());
  std::vector<std::uint8_t> lies(proposed.hits.size(), 0);
  constexpr std::int64_t kPerTask = 1024;
  const std::int64_t tasks = (count + kPerTask - 1) / kPerTask;
  parallelFor(tasks, threadsFor(control_), {0, control_.stop, {}}, [&](std::int64_t task, int) {
    for (std::int64_t i = task * kPerTask; i < std::min(count, (task + 1) * kPerTask); ++i) {
      const Hit& hit = proposed.hits[static_cast<std::size_t>(i)];
      lies[static_cast<std::size_t>(i)] =
          exact::Verifier(scene, *group[hit.needle]).liesAt(hit.x, hit.y) ? 1 : 0;
    }
  });
  PlacesByNeedle places(needles_.patterns.size());
  for (std::size_t i = 0; i < lies.size(); ++i) {
    const Hit& hit = proposed.hits[i];
    if (lies[i] != 0) places[group[hit.needle]->index].emplace_back(hit.x, hit.y);
  }
  for (std::vector<Place>& list : places) exact::sortPlaces(list);
  return places;
}

const std::optional<exact::BlockGraph>& DeviceSearch::graphOf(const exact::Pattern& pattern) {
  const auto [found, isNew] = graphs_.try_emplace(pattern.index);
  if (isNew) found->second = exact::BlockGraph::build(pattern, kMostColours, kMostParts);
  return found->second;
}

}  // namespace espy::cuda
