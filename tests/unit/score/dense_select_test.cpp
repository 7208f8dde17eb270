// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The selection among the peaks of all tiles.
#include <gtest/gtest.h>

#include <cstdint>
#include <stop_token>

#include "score/dense_distances.h"
#include "score/formula.h"
#include "support/made_pictures.h"
#include "support/thrown_errors.h"

namespace espy {
namespace {

/// On a flat scene all distances are equal; on noise they are sorted.
TEST(DenseSelect, StopsWhenItIsCancelled) {
  constexpr Size kSize{600, 500};
  test::Random random(5);
  for (const test::Kind kind : {test::Kind::flat, test::Kind::noise}) {
    const Image scene = test::drawn(kSize, {1, Depth::u8}, kind, random);
    const Needle cut{scene.view().crop(0, 0, {1, 1}), {}};
    const score::ScoredNeedle needle = score::makeScoredNeedle(cut, 0, scene.format(), false);
    ScoreOptions options{.method = Method::sad, .minScore = 0, .overlap = 0.5};
    std::stop_source stop;
    Control control;
    control.stop = stop.get_token();
    picture::SceneAverages averages(scene.view(), needle.form, 1, control);
    const score::DensePlan plan = score::densePlan(kSize, needle, options, 1, true);
    ASSERT_TRUE(plan.can());
    score::DenseDistances search(averages, needle, options, plan, {{0, kSize.height}});
    ASSERT_TRUE(search.canCollect());
    for (std::int64_t tile = 0; tile < search.tiles(); ++tile) search.collect(tile);
    stop.request_stop();
    test::expectError(ErrorCode::cancelled, [&] { search.selectCollected(); });
  }
}

}  // namespace
}  // namespace espy
