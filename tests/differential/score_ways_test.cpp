// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Each CPU strategy of scored search separately, in small tiles, against the reference.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "differential/case_generator.h"
#include "differential/score_case.h"
#include "differential/score_strategies.h"
#include "score/average_passes.h"
#include "score/dense_distances.h"

namespace espy::test {
namespace {

using score::TileStrategy;

RC_GTEST_PROP(ScoreDifferential, EveryStrategyInSmallTilesEqualsTheReference, ()) {
  ScoreCase one(*anyCase());
  one.score();
  failOn(differenceOfStrategies(one));
}

/// A larger scene, and needles from 10 pixels to `most` more.
void enlarge(CaseSeed& seed, int most) {
  seed.width += 30;
  seed.height += 30;
  seed.needleWidth = 10 + seed.needleWidth % most;
  seed.needleHeight = 10 + seed.needleHeight % most;
}

/// The case, scored by distances that reach one of these minimums.
ScoreCase byDistances(const CaseSeed& seed, const double (&minScores)[6]) {
  ScoreCase one(seed);
  one.options.method = seed.detail % 2 == 0 ? Method::sad : Method::ssd;
  one.options.minScore = minScores[seed.detail / 2 % 6];
  one.options.weighted = false;
  one.score();
  return one;
}

/// Needles large enough for several block sizes, and minimums that prune.
RC_GTEST_PROP(ScoreDifferential, DistancesPassByPassEqualTheReference, ()) {
  CaseSeed seed = *anyCase();
  enlarge(seed, 20);
  const ScoreCase one = byDistances(seed, {0.55, 0.7, 0.85, 0.95, 0.98, 1});
  const bool can =
      std::any_of(one.scene.needles.begin(), one.scene.needles.end(), [&](const Needle& needle) {
        return score::AveragePasses::can(
            score::makeScoredNeedle(needle, 0, one.scene.scene.format(), false), one.options);
      });
  RC_CLASSIFY(can, "can be searched for so");
  RC_CLASSIFY(!one.wanted.peaks.empty(), "found");
  failOn(differenceOfStrategy(one, TileStrategy::bySamples, Means::passes, false));
}

RC_GTEST_PROP(ScoreDifferential, DenseDistancesEqualTheReference, ()) {
  CaseSeed seed = *anyCase();
  if (seed.detail % 3 != 0) enlarge(seed, 30);
  const ScoreCase one = byDistances(seed, {-1, 0.3, 0.7, 0.85, 0.95, 1});
  bool can = false;
  for (std::uint32_t n = 0; n < one.scene.needles.size(); ++n) {
    const score::ScoredNeedle needle = score::makeScoredNeedle(
        one.scene.needles[n], n, one.scene.scene.format(), false, one.options.method);
    if (needle.size.width > one.scene.scene.width() ||
        needle.size.height > one.scene.scene.height()) {
      continue;
    }
    can = can || score::densePlan(one.scene.scene.size(), needle, one.options, 1).can();
    for (const TileStrategy strategy : {TileStrategy::byTransforms, TileStrategy::directly}) {
      failOn(differenceOfDense(one, needle, strategy));
    }
  }
  RC_CLASSIFY(can, "can be searched for so");
  RC_CLASSIFY(!one.wanted.peaks.empty(), "found");
}

/// Scenes with few positions per row.
RC_GTEST_PROP(ScoreDifferential, NarrowScenesEqualTheReference, ()) {
  CaseSeed seed = *anyCase();
  seed.needleWidth = std::min(seed.needleWidth, seed.width);
  seed.width = seed.needleWidth + static_cast<int>(seed.detail % 18);
  ScoreCase one(seed);
  one.options.method = seed.detail % 2 == 0 ? Method::sad : Method::ssd;
  one.score();
  failOn(differenceOfStrategy(one, TileStrategy::bySamples, Means::none, false));
}

/// Needles of one size share window sums.
RC_GTEST_PROP(ScoreDifferential, NeedlesOfOneSizeEqualTheReference, ()) {
  CaseSeed seed = *anyCase();
  seed.width += 30;
  seed.height += 30;
  seed.needleWidth = std::min(seed.needleWidth, 25);
  seed.needleHeight = std::min(seed.needleHeight, 25);
  ScoreCase one(seed);
  const Size size{seed.needleWidth, seed.needleHeight};
  one.scene.needles.clear();
  for (std::int64_t i = 0; i < 4; ++i) {
    one.scene.needles.push_back({one.scene.scene.crop(3 * i, 2 * i, size), {}});
  }
  one.options.method = Method::zncc;
  one.options.weighted = false;
  one.score();
  failOn(differenceOfStrategies(one));
}

/// Only minimal and maximal samples: the largest possible sums, and many ties.
RC_GTEST_PROP(ScoreDifferential, SaturatedPicturesEqualTheReference, ()) {
  ScoreCase one(*anyCase());
  for (const std::shared_ptr<PaddedPicture>& picture : one.scene.pictures) {
    const MutableImageView pixels = picture->pixels();
    for (std::int64_t y = 0; y < pixels.height(); ++y) {
      std::uint8_t* row = pixels.row(y);
      for (std::int64_t i = 0; i < pixels.rowBytes(); ++i) row[i] = row[i] < 128 ? 0 : 255;
    }
  }
  one.score();
  failOn(differenceOfStrategies(one));
}

}  // namespace
}  // namespace espy::test
