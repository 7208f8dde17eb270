// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "score/average_passes.h"
#include "score/by_averages.h"
#include "score/search.h"

namespace espy::score {
namespace {

/// In passes over the whole scene, for one needle. False, with nothing found, if too much would be
/// left nearly everywhere.
bool searchPasses(SearchGroup& group, const ScoredNeedle& needle) {
  Search& search = group.search;
  DensePlan& dense = group.densePlanOf(needle);
  const double ofAll = dense.can() ? dense.nanoseconds : search.planFor({&needle}).nanoseconds;
  const auto positions = static_cast<double>(search.positionsOf(needle).pixels());
  AveragePasses passes(group.scene, needle, search.options, ofAll / positions);
  {
    const StageTimer timer(search.report.timeline, "search block averages");
    if (!passes.search()) {
      // Computing candidates window by window would then be slower than exact distances of all.
      if (dense.can() &&
          2 * passes.plateaus() * positions * passes.windowNanoseconds() > dense.nanoseconds) {
        dense = densePlan(search.scene.size(), needle, search.options, search.threads, true);
      }
      return false;
    }
    search.say(phrase("averages of {} x {} blocks", passes.side(), passes.side()));
    search.takePeaksFrom(passes);
  }
  const std::vector<picture::TileArea> left = passes.left();
  if (left.empty()) return true;
  std::vector<DenseDistances::Rows> rows;
  rows.reserve(left.size());
  for (const picture::TileArea& area : left) rows.push_back({area.y, area.y + area.ownEndY});
  if (dense.can() && searchRows(group, needle, rows)) return true;
  const picture::PositionRanges ranges = picture::mergedPositions(left);
  searchTiles(search, {&needle},
              {.only = &ranges, .peaks = [&](const Peak& peak) { return passes.isLeft(peak.y); }});
  return true;
}

/// Tile by tile, for needles with blocks of one size; tiles in which averages leave too much are
/// searched by another strategy. False, with nothing found, if that is nearly everywhere.
bool searchAlike(Search& search, const Needles& needles, std::vector<AverageBound> bounds) {
  const double fallback = search.planFor(needles).nanoseconds / search.positionsOf(needles);
  const int side = bounds.front().side();
  AverageSearch means(search.scene, needles, std::move(bounds), search.options, fallback,
                      meansPlaces(search.scene.size(), largest(needles), side, search.threads),
                      search.control);
  search.say(phrase("averages of {} x {} blocks", side, side));
  std::optional<Workers> workers;
  {
    const StageTimer timer(search.report.timeline, "search block averages");
    workers = search.runTasks(means.tasks(), search.threads, needles.size(),
                              [&] { return means.makeWorker(); });
  }
  if (!workers || means.hasGivenUp()) return false;
  const picture::PositionRanges left = picture::mergedPositions(means.left());
  search.found.take(*workers, left.empty());
  if (left.empty()) return true;
  const auto isLeft = [&, order = orderOf(needles)](const Peak& peak) {
    return means.isLeft(order.at(peak.needle), peak.x, peak.y);
  };
  searchTiles(search, needles, {.only = &left, .peaks = isLeft});
  return true;
}

}  // namespace

Needles searchByAverages(SearchGroup& group, const Needles& needles) {
  Search& search = group.search;
  if (!search.allowed.means || search.options.method == Method::zncc) return needles;
  std::map<int, std::pair<Needles, std::vector<AverageBound>>> bySide;
  Needles others;
  const auto pixels = static_cast<double>(search.scene.size().pixels());
  std::optional<double> ofTiles;
  const auto costOf = [&](const ScoredNeedle& needle) {
    const DensePlan& dense = group.densePlanOf(needle);
    if (dense.can()) return dense.nanoseconds / pixels;
    if (!ofTiles) {
      ofTiles =
          search.planFor(needles).nanoseconds / (pixels * static_cast<double>(needles.size()));
    }
    return *ofTiles;
  };
  for (const ScoredNeedle* needle : needles) {
    if (!search.found.wants(*needle)) continue;
    const double cost = costOf(*needle);
    if (distancesPay(cost) && AveragePasses::can(*needle, search.options)) {
      if (!searchPasses(group, *needle)) others.push_back(needle);
      continue;
    }
    std::optional<AverageBound> bound;
    if (averagesPay(cost, needles.size())) {
      bound = chooseMeansBound(*needle, search.options.method, search.options.minScore);
    }
    if (!bound) {
      others.push_back(needle);
      continue;
    }
    auto& [alike, bounds] = bySide[bound->side()];
    alike.push_back(needle);
    bounds.push_back(std::move(*bound));
  }
  for (auto& [side, asked] : bySide) {
    if (searchAlike(search, asked.first, std::move(asked.second))) continue;
    others.insert(others.end(), asked.first.begin(), asked.first.end());
  }
  return others;
}

}  // namespace espy::score
