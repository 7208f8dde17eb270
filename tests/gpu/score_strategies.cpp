// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "gpu/score_strategies.h"

#include <fmt/format.h>

#include <algorithm>

#include "cuda/base/transfer.h"
#include "support/find_with.h"

namespace espy::test {
namespace {

std::string say(const Peak& peak) {
  return fmt::format("needle {} at {},{} score {:a} distance {}", peak.needle, peak.x, peak.y,
                     peak.score, peak.distance);
}

}  // namespace

std::string difference(const ScoredPlaces& found, const ScoredPlaces& wanted) {
  const auto [a, b] = std::ranges::mismatch(found.peaks, wanted.peaks);
  if (a != found.peaks.end() || b != wanted.peaks.end()) {
    return fmt::format("{} peaks, wanted {}; first other: {} in place of {}", found.peaks.size(),
                       wanted.peaks.size(), a != found.peaks.end() ? say(*a) : "none",
                       b != wanted.peaks.end() ? say(*b) : "none");
  }
  if (found.best != wanted.best) {
    return fmt::format("best {} in place of {}", found.best ? say(*found.best) : "none",
                       wanted.best ? say(*wanted.best) : "none");
  }
  return "";
}

cuda::PlacesOfNeedle byStrategy(const ImageView& scene, const Needle& needle,
                                const ScoreOptions& options, std::optional<Strategy> strategy,
                                cuda::DifferenceBounds::Decision* decision) {
  Timeline unheard;
  const cuda::GpuLease gpu(unheard);
  cuda::StageClock clock(gpu->stream(), unheard);
  const cuda::DeviceImage image(scene.size(), scene.format());
  cuda::upload(scene, 0, 1, image.plane(), gpu->stream(), {});
  cuda::DerivedPlanes derived;
  const cuda::ScoredNeedle prepared =
      cuda::scoredNeedle(needle, 0, scene.format(), options.weighted);
  cuda::ScoreSearch search(*gpu, prepared, scene.format(), options, clock, {}, strategy);
  cuda::PlacesOfNeedle found =
      search.find({image, derived}, 0, scene.height() - needle.picture.height() + 1, true);
  if (decision != nullptr) *decision = search.decision();
  std::ranges::sort(found.peaks, {},
                    [](const cuda::ListedPlace& p) { return std::pair(p.y, p.x); });
  return found;
}

std::string differenceFromPlain(const ImageView& scene, const Needle& needle,
                                const ScoreOptions& options, std::optional<Strategy> strategy,
                                cuda::DifferenceBounds::Decision* decision) {
  const auto [found, best] = byStrategy(scene, needle, options, strategy, decision);
  const auto [right, rightBest] = byStrategy(scene, needle, options, Strategy::anything);
  const auto same = [](const cuda::ListedPlace& a, const cuda::ListedPlace& b) {
    return a.x == b.x && a.y == b.y && a.value == b.value;
  };
  if (!std::ranges::equal(found, right, same)) {
    return fmt::format("{} peaks in place of {}", found.size(), right.size());
  }
  if (best.has_value() != rightBest.has_value()) return "one has a best place";
  if (best && !same(*best, *rightBest)) {
    return fmt::format("{},{} of {} is best in place of {},{} of {}", best->x, best->y, best->value,
                       rightBest->x, rightBest->y, rightBest->value);
  }
  return "";
}

}  // namespace espy::test
