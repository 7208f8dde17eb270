// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Search by block sums, in small regions, against the reference.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <deque>

#include "differential/case_generator.h"
#include "differential/score_blocks.h"
#include "differential/score_case.h"
#include "support/made_pictures.h"

namespace espy::test {
namespace {

RC_GTEST_PROP(ScoreDifferential, BlocksEqualTheReference, ()) {
  CaseSeed seed = *anyCase();
  seed.width += 60;
  seed.height += 50;
  seed.needleWidth += 9;
  seed.needleHeight += 7;
  ScoreCase one(seed);
  // The whole needle, an ellipse of it, or its own mask and alpha.
  std::deque<Image> masks;
  for (Needle& needle : one.scene.needles) {
    if (seed.detail / 54 % 3 == 2) continue;
    needle.mask.reset();
    if (seed.detail / 54 % 3 == 0) continue;
    needle.mask = masks.emplace_back(ellipseIn(needle.picture.size())).view();
  }
  constexpr double kScores[] = {0.3, 0.6, 0.8, 0.9, 0.97, 1};
  one.options.method = Method::zncc;
  one.options.weighted = false;
  one.options.channelMeans = ChannelMeans::all;
  one.options.minScore = kScores[seed.detail % 6];
  one.score();
  constexpr int kSides[] = {2, 4, 8, 16};
  constexpr double kFallbacks[] = {1e9, 20, 2};
  const int side = kSides[seed.detail / 6 % 4];
  Blocks blocks(one, side);
  RC_CLASSIFY(blocks.bounded() > 0, "bounded");
  RC_CLASSIFY(blocks.masked() > 0, "masked");
  if (blocks.bounded() == 0) return;
  RC_CLASSIFY(blocks.canDirectly(), "directly");
  for (const bool direct : {false, true}) {
    if (direct ? !blocks.canDirectly() : side == 16) continue;
    failOn(blocks.difference(kFallbacks[seed.detail / 18 % 3], side == 4 ? 3 : 1, direct));
  }
}

}  // namespace
}  // namespace espy::test
