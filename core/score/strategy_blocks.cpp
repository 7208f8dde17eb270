// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "score/by_blocks.h"
#include "score/search.h"

namespace espy::score {
namespace {

std::vector<std::optional<BlockBound>> boundsOf(const Search& search, const Needles& needles) {
  const StageTimer timer(search.report.timeline, "prepare");
  std::vector<std::optional<BlockBound>> bounds(needles.size());
  search.eachNeedle(needles.size(), [&](std::size_t n) {
    bounds[n] = chooseBlockBound(*needles[n], search.options.method, search.options.minScore,
                                 search.scene.size(), search.threads);
  });
  return bounds;
}

/// For needles with blocks of one size. False, with nothing found, if that is no faster or leaves
/// too much nearly everywhere.
bool searchAlike(Search& search, const Needles& needles, std::vector<BlockBound> bounds) {
  const ScorePlan plan = search.planFor(needles);
  const BlockPlan own = BlockSearch::planFor(search.scene.size(), needles, bounds, search.threads);
  // The cost of the remaining windows comes on top, per needle, whereas an FFT of the scene is
  // shared by all needles. Direct correlation yields all exact scores, however many reach the
  // minimum.
  const bool half = plan.strategy == TileStrategy::directly || needles.size() > 1;
  const double wanted = half ? plan.nanoseconds / 2 : plan.nanoseconds;
  if (own.tile.width == 0 || own.nanoseconds > wanted) return false;
  const int side = bounds.front().side;
  BlockSearch blocks(search.scene, needles, std::move(bounds), search.options.minScore,
                     plan.nanoseconds / search.positionsOf(needles), own, search.control);
  search.say(own.direct ? phrase("blocks of {} x {} correlated directly", side, side)
                        : phrase("blocks of {} x {} correlated by FFT of {} x {} tiles", side, side,
                                 own.tile.width, own.tile.height));
  {
    const StageTimer timer(search.report.timeline, "search by blocks");
    if (!blocks.run(search.threads)) return false;
    finders::PeakList peaks;
    search.found.limit(peaks, needles.size());
    blocks.takePeaks(search.threads, peaks);
    if (search.found.tooMany(peaks, needles.size())) return false;
    search.found.take(peaks, blocks.left().empty());
  }
  const picture::PositionRanges left = picture::mergedPositions(blocks.left());
  if (left.empty()) return true;
  const auto isLeft = [&, order = orderOf(needles)](const Peak& peak) {
    return blocks.isLeft(order.at(peak.needle), peak.x, peak.y);
  };
  searchTiles(search, needles, {.only = &left, .peaks = isLeft});
  return true;
}

}  // namespace

Needles searchByBlocks(SearchGroup& group, const Needles& needles) {
  Search& search = group.search;
  // The block bound supports one mean only.
  if (!search.allowed.blocks || needles.front()->sums.eachMean()) return needles;
  std::map<std::pair<int, bool>, std::pair<Needles, std::vector<BlockBound>>> bySide;
  Needles others;
  std::vector<std::optional<BlockBound>> chosen = boundsOf(search, needles);
  for (std::size_t n = 0; n < needles.size(); ++n) {
    if (!chosen[n]) {
      others.push_back(needles[n]);
      continue;
    }
    auto& [alike, bounds] = bySide[{chosen[n]->side, chosen[n]->direct}];
    alike.push_back(needles[n]);
    bounds.push_back(std::move(*chosen[n]));
  }
  for (auto& [side, asked] : bySide) {
    auto& [alike, bounds] = asked;
    // As many needles at a time as their spectra fit into memory for the largest tiles.
    const std::int64_t spectra =
        Correlator<float>::bytesFor({512, 512}, alike.front()->form.channels);
    const auto atOnce = static_cast<std::size_t>(kMostSpectra / static_cast<double>(spectra));
    for (std::size_t first = 0; first < alike.size(); first += atOnce) {
      const auto begin = static_cast<std::ptrdiff_t>(first);
      const auto end = static_cast<std::ptrdiff_t>(std::min(alike.size(), first + atOnce));
      const Needles part(alike.begin() + begin, alike.begin() + end);
      std::vector<BlockBound> own(std::make_move_iterator(bounds.begin() + begin),
                                  std::make_move_iterator(bounds.begin() + end));
      if (searchAlike(search, part, std::move(own))) continue;
      others.insert(others.end(), part.begin(), part.end());
    }
  }
  return others;
}

}  // namespace espy::score
