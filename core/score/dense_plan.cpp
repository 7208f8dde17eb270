// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Chooses how the distances of all positions are computed, by measured costs.
#include <algorithm>
#include <limits>

#include "espy/error.h"
#include "score/choose_tile.h"
#include "score/costs.h"
#include "score/dense_distances.h"
#include "score/memory.h"

namespace espy::score {
namespace {

/// Limit for which distances and twice their error bound fit into 32 bits.
constexpr std::int64_t kMostDenseSamples = 65536;
/// Positions along a tile's side; more than one, so that none touches two seams.
constexpr std::int64_t kLeastStep = 2;

std::int64_t tilesOf(Size places, Size step) {
  return ((places.width + step.width - 1) / step.width) *
         ((places.height + step.height - 1) / step.height);
}

/// The tile of least estimated cost.
DensePlan planByTransforms(Size scene, const ScoredNeedle& needle, int threads) {
  constexpr std::int64_t kMostTile = 4096;
  const Size places = picture::positionsIn(scene, needle.size);
  const ScoredNeedle* const alone[] = {&needle};
  const TransformForm form = transformForm(alone);
  const double room = mostTransformMemory(scene, form);
  DensePlan best;
  best.nanoseconds = std::numeric_limits<double>::infinity();
  for (const Size size : transformSizes(scene, needle.size, kMostTile)) {
    const Size step = picture::positionsIn(size, needle.size);
    if (step.width < kLeastStep || step.height < kLeastStep) continue;
    const std::int64_t pairs = (tilesOf(places, step) + 1) / 2;
    const TransformMemory memory =
        transformMemory({size, size, {}, 0}, 2 * pairs, needle.size, form);
    const int allowed = std::min(memory.threads(room, false), threads);
    if (allowed < 1) continue;
    const auto numbers = static_cast<double>(size.pixels());
    const double transform = numbers * transformNanoseconds(size.pixels());
    const double pair = transform * (form.channels + 1) +
                        numbers * 2 * (costs::kDenseTaken * form.channels + costs::kDenseGiven);
    const std::int64_t rounds = (pairs + allowed - 1) / allowed;
    const double touched = numbers * costs::kTouchedFloatsAndProducts;
    const double cost =
        (static_cast<double>(rounds) * pair + transform * form.channels + touched) * threads +
        costs::kDenseLooked * static_cast<double>(places.pixels());
    if (cost < best.nanoseconds) best = {TileStrategy::byTransforms, size, allowed, cost};
  }
  return best;
}

}  // namespace

DensePlan densePlan(Size scene, const ScoredNeedle& needle, const ScoreOptions& options,
                    int threads, bool plateaus) {
  // On plateaus: the slowdown of double-precision correlation, which yields exact products, and the
  // share of positions whose windows are computed.
  constexpr double kInDouble = 3;
  constexpr double kWindows = 0.25;
  if (options.method == Method::zncc || !WindowDistances::can(needle) ||
      needle.sums.samples > kMostDenseSamples) {
    return {};
  }
  const auto pixels = static_cast<double>(scene.pixels());
  const auto places = static_cast<double>(picture::positionsIn(scene, needle.size).pixels());
  if (options.method == Method::sad) {
    const double each = DifferenceRows::nanoseconds(needle) + costs::kDenseDifference;
    return {TileStrategy::bySamples, chooseDirectTile(scene, needle.size), threads, places * each};
  }
  DensePlan best = planByTransforms(scene, needle, threads);
  if (DirectRows::fits(needle)) {
    const double cost = places * (DirectRows::nanoseconds(needle) + costs::kDenseDirect) +
                        pixels * costs::kDenseDirectPixel * needle.form.channels;
    const double windows =
        kWindows * places * WindowDistances(needle, options.method).nanoseconds();
    if (cost < (plateaus ? kInDouble * best.nanoseconds + windows : best.nanoseconds)) {
      best = {TileStrategy::directly, chooseDirectTile(scene, needle.size), threads, cost};
    }
  }
  best.selects = WindowDistances(needle, options.method).nanoseconds() > costs::kLargeDistance;
  best.nanoseconds +=
      pixels * costs::kDenseSquares * needle.form.channels + places * costs::kDensePlace;
  return best;
}

Message describe(const DensePlan& plan) {
  return describe(
      ScorePlan{plan.strategy, plan.tile, plan.nanoseconds, {plan.tile, plan.tile, {}, 0}});
}

}  // namespace espy::score
