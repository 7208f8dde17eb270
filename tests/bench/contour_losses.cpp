// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/contour_losses.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "contour/chains.h"
#include "contour/complete.h"
#include "contour/outline_search.h"
#include "espy/engine/all.h"

namespace espy::bench {
namespace {

using contour::ContourMap;
using contour::FoundOutline;
using contour::ShapeTree;
using contour::SteppedChain;

/// The scene's contours as the search sees them at the finest steps that serve this figure.
std::vector<SteppedChain> contoursOf(const Scene& scene, double step) {
  constexpr std::size_t kLeastChain = 12;
  std::vector<contour::Chain> chains =
      contour::edgeChains(scene.picture.view(), kLeastChain, Control());
  for (contour::Chain& chain : chains) contour::smoothen(chain, 2);
  return contour::stepped(chains, step, Control());
}

/// The needle's points where they are in the scene.
std::vector<SubPixel> truePlaces(const Scene& scene, const test::Figure& figure,
                                 const ShapeTree& tree, Size needle, double size) {
  const double middle = static_cast<double>(needle.width) / 2;
  const test::PlacedFigure straight(figure, middle, middle, size, 0);
  std::vector<SubPixel> places;
  const std::size_t count = contour::kSegments + (tree.closed() ? 0 : 1);
  for (std::size_t p = 0; p < count; ++p) {
    places.push_back(straight.movedTo(scene.figure, tree.points()[p]));
  }
  return places;
}

/// The best score of these places, moved to contours.
double scoreAt(const ShapeTree& tree, const ContourMap& map, FoundOutline outline) {
  constexpr int kPasses = 4;
  double best = 0;
  for (int pass = 0; pass <= kPasses; ++pass) {
    best = std::max(best, contour::scoreOf(tree, outline));
    outline = contour::refined(tree, map, outline);
  }
  return best;
}

}  // namespace

Stages stagesOf(const Scene& scene, const test::Figure& figure, const SceneSettings& settings,
                const FindOptions& options) {
  constexpr double kNear = 2;  // pixels
  const Image picture = test::figureNeedle(figure, settings.needle);
  const Needle needles[] = {{picture}};
  const std::vector<contour::WantedOutline> wanted =
      contour::wantedOutlines(needles, options.bend, false, Control());
  const ShapeTree& tree = wanted.front().tree;
  const std::vector<SubPixel> places =
      truePlaces(scene, figure, tree, wanted.front().size, settings.needle);
  Stages stages;
  const double scale = scene.size / settings.needle;
  const double step = wanted.front().length * scale / contour::kMostSteps * 1.4;
  const std::vector<SteppedChain> contours = contoursOf(scene, step);
  const ContourMap map(contours, step, Control());
  FoundOutline truth{places, std::vector<bool>(places.size())};
  double visible = 0;
  double edges = 0;
  for (std::size_t p = 0; p < places.size(); ++p) {
    if (scene.bar.covers(places[p].x, places[p].y)) continue;
    ++visible;
    const SubPixel before = places[(p + places.size() - 1) % places.size()];
    const SubPixel after = places[(p + 1) % places.size()];
    const double length = std::max(1e-9, contour::apart(before, after));
    const auto edge = map.nearest(
        places[p], {(after.x - before.x) / length, (after.y - before.y) / length}, kNear);
    if (!edge) continue;
    ++edges;
    truth.points[p] = *edge;
    truth.seen[p] = true;
  }
  stages.hidden = 1 - visible / static_cast<double>(places.size());
  stages.edges = visible > 0 ? edges / visible : 0;
  stages.truth = scoreAt(tree, map, truth);

  FindOptions all = options;
  all.select.overlap = 1;
  for (const Match& match : find(scene.picture, needles, all).matches) {
    if (isRight(match, scene, settings)) {
      stages.candidate = std::max(stages.candidate, match.score);
    }
  }
  return stages;
}

void printLosses(const std::vector<Stages>& stages, double least) {
  struct Row {
    const char* name;
    int count = 0;
  };
  std::array<Row, 6> rows{
      Row{"edges: under 70 % of what is visible"}, Row{"parts: no candidate there"},
      Row{"overlap: suppressed by a better one"},  Row{"outline: the true one would score enough"},
      Row{"score: too low, 15 % and more hidden"}, Row{"score: too low, less hidden"}};
  int lost = 0;
  double gap = 0;
  for (const Stages& one : stages) {
    if (one.found >= least) continue;
    ++lost;
    gap += std::max(0.0, one.truth - one.candidate);
    const std::size_t at = one.edges < 0.7          ? 0
                           : one.candidate == 0     ? 1
                           : one.candidate >= least ? 2
                           : one.truth >= least     ? 3
                           : one.hidden >= 0.15     ? 4
                                                    : 5;
    ++rows[at].count;
  }
  fmt::print("  lost at score {:.3f}: {} of {}\n", least, lost, stages.size());
  for (const Row& row : rows) fmt::print("    {}: {}\n", row.name, row.count);
  if (lost > 0) {
    fmt::print("    the true outlines of these score {:.3f} more than those found, on average\n",
               gap / lost);
  }
}

}  // namespace espy::bench
