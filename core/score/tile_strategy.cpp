// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/tile_strategy.h"

#include <algorithm>
#include <limits>

#include "base/phrase.h"
#include "picture/common_format.h"
#include "score/choose_tile.h"
#include "score/costs.h"
#include "score/difference_tree.h"
#include "score/direct_rows.h"
#include "score/memory.h"
#include "score/needle.h"

namespace espy::score {
namespace {

using Needles = std::span<const ScoredNeedle* const>;

double placesOf(Size scene, const ScoredNeedle& needle) {
  return static_cast<double>(picture::positionsIn(scene, needle.size).pixels());
}

double tilePixels(Size scene, Needles needles, Size tile) {
  const picture::TileGrid grid(scene, smallest(needles), largest(needles), tile);
  return static_cast<double>(grid.count() * tile.pixels());
}

// Nanoseconds of all threads together, measured on one core.

/// Cost per position of window sums over many rectangles. A large inner rectangle prunes most
/// positions first.
double maskNanoseconds(const ScoredNeedle& needle) {
  // Scattered rectangles are not counted; estimate.
  const auto rectangles =
      static_cast<double>(needle.scattered ? needle.size.pixels() / 4
                                           : static_cast<std::int64_t>(needle.rectangles.size()));
  if (rectangles <= 2) return 0;
  const bool hasInner = 4 * needle.inner.width * needle.inner.height > needle.size.pixels();
  return rectangles * (hasInner ? costs::kRectangleAsked : costs::kRectangle);
}

double byTransformsCost(Size scene, Needles needles, const TransformTile& tile, Method method,
                        bool map, int threads, double share) {
  const double cost = tile.nanoseconds * threads;
  double ragged = 0;
  for (const ScoredNeedle* needle : needles) {
    // Two or four double-precision FFTs and their inverses replace the rectangles.
    ragged += hasManyHoles(*needle) ? 4 * cost / static_cast<double>(needles.size())
                                    : share * placesOf(scene, *needle) * maskNanoseconds(*needle);
  }
  // Some products are computed separately: many for distances, and in flat scenes for a map.
  return ragged + cost * (map ? 2 : method == Method::ssd ? 1.5 : 1.2);
}

double directCost(Size scene, Needles needles, Size tile) {
  const int channels = needles.front()->form.channels;
  double cost =
      tilePixels(scene, needles, tile) * (costs::kDirectPixel + costs::kDirectChannel * channels);
  for (const ScoredNeedle* needle : needles) {
    cost += placesOf(scene, *needle) *
            (DirectRows::nanoseconds(*needle) + costs::kDirectPlace + maskNanoseconds(*needle));
  }
  return cost;
}

double bySamplesCost(Size scene, Needles needles, Method method) {
  double cost = 0;
  for (const ScoredNeedle* needle : needles) {
    if (DifferenceTree::can(scene, *needle, method)) {
      cost +=
          placesOf(scene, *needle) * (costs::kSamplesPlace + DifferenceTree::nanoseconds(*needle));
      continue;
    }
    cost += placesOf(scene, *needle) *
            (costs::kSamplesSample * static_cast<double>(needle->values.size()) +
             costs::kSamplesRow * static_cast<double>(needle->size.height * needle->form.channels) +
             costs::kSamplesPlace + maskNanoseconds(*needle));
  }
  return cost;
}

}  // namespace

TransformForm transformForm(Needles needles) {
  TransformForm form;
  const picture::CommonFormat& common = needles.front()->form;
  form.channels = common.channels;
  form.sampleBytes = common.depth == Depth::u16 ? 2 : 1;
  form.sumBytes = needles.front()->sums.eachMean() ? 8 * common.channels
                  : sumsFitInto32(needles)         ? 4
                                                   : 8;
  // More are processed in groups.
  form.needles = std::min<std::int64_t>(static_cast<std::int64_t>(needles.size()), 2);
  form.holes = std::any_of(needles.begin(), needles.end(),
                           [](const ScoredNeedle* needle) { return hasManyHoles(*needle); });
  return form;
}

bool sumsFitInto32(Needles needles) {
  std::int64_t most = 0;
  for (const ScoredNeedle* needle : needles) most = std::max(most, needle->sums.samples);
  return needles.front()->form.depth == Depth::u8 &&
         most * 255 * 255 <= std::numeric_limits<std::uint32_t>::max();
}

namespace {

bool mayCorrelate(Needles needles, Method method) {
  return method != Method::sad &&
         std::none_of(needles.begin(), needles.end(),
                      [](const ScoredNeedle* needle) { return needle->weighted; });
}

TransformTile transformTile(Size scene, Needles needles, int threads,
                            const picture::PositionRanges* only = nullptr) {
  return chooseTile(scene, largest(needles), transformForm(needles),
                    static_cast<std::int64_t>(needles.size()), threads, only);
}

/// The share of the positions that these ranges cover.
double shareOf(Size scene, Needles needles, const picture::PositionRanges* only) {
  if (only == nullptr) return 1;
  std::int64_t positions = 0;
  for (const picture::PositionRange& range : *only) positions += range.positions();
  return static_cast<double>(positions) /
         static_cast<double>(picture::positionsIn(scene, smallest(needles)).pixels());
}

}  // namespace

Size tileFor(TileStrategy strategy, Size scene, Needles needles, Method method, int threads) {
  const Size most = largest(needles);
  // Without correlations a tile is a number of positions and their windows, clipped to the scene.
  if (strategy == TileStrategy::bySamples) {
    return {std::max(most.width, std::min(scene.width, most.width + 255)),
            std::max(most.height, std::min(scene.height, most.height + 31))};
  }
  if (!mayCorrelate(needles, method)) return {};
  if (strategy == TileStrategy::byTransforms) return transformTile(scene, needles, threads).size;
  const bool fit = std::all_of(needles.begin(), needles.end(), [](const ScoredNeedle* needle) {
    return DirectRows::fits(*needle);
  });
  return fit ? chooseDirectTile(scene, most) : Size{};
}

ScorePlan choosePlan(Size scene, Needles needles, Method method, bool map, int threads,
                     const Strategies& allowed, const picture::PositionRanges* only) {
  const double share = shareOf(scene, needles, only);
  ScorePlan best{TileStrategy::bySamples, tileFor(TileStrategy::bySamples, scene, needles, method),
                 share * bySamplesCost(scene, needles, method)};
  if (!mayCorrelate(needles, method)) return best;
  const TransformTile transform = transformTile(scene, needles, threads, only);
  if (allowed.transforms && transform.size.width > 0) {
    const double cost = byTransformsCost(scene, needles, transform, method, map, threads, share);
    if (cost < best.nanoseconds)
      best = {TileStrategy::byTransforms, transform.size, cost, transform};
  }
  const Size tile = tileFor(TileStrategy::directly, scene, needles, method);
  if (allowed.directly && tile.width > 0) {
    const double cost = share * directCost(scene, needles, tile);
    if (cost < best.nanoseconds) best = {TileStrategy::directly, tile, cost};
  }
  return best;
}

bool averagesPay(double nanoseconds, std::size_t needles) {
  // The averages and their sums are shared by all needles.
  const double once = 2.5;
  const double each = 1.5;
  return nanoseconds > each + once / static_cast<double>(needles);
}

bool distancesPay(double nanoseconds) {
  return nanoseconds > 2.2;
}

Message describe(const ScorePlan& plan) {
  const Size transform = plan.transform.transform;
  switch (plan.strategy) {
    case TileStrategy::byTransforms:
      return plan.transform.cut.empty()
                 ? phrase("correlated by FFT of {} x {} tiles", transform.width, transform.height)
                 : phrase("correlated by FFT of {} x {} tiles, needles in pieces", transform.width,
                          transform.height);
    case TileStrategy::directly:
      return phrase("correlated directly, {} x {} tiles", plan.tile.width, plan.tile.height);
    case TileStrategy::bySamples:
      break;
  }
  return phrase("every sample of every window that may reach the minimum");
}

}  // namespace espy::score
