// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Exact products by FFT, where very many are wanted.
#include <gtest/gtest.h>

#include "espy/engine/all.h"
#include "score/batch.h"
#include "score/correlations.h"
#include "score/formula.h"
#include "score/window_at.h"
#include "support/made_pictures.h"

namespace espy {
namespace {

/// Extreme samples, for the greatest errors of correlations.
Image extremes(Size size, int channels, test::Random& random) {
  return test::imageOf(size, {channels, Depth::u16}, [&](auto /*x*/, auto /*y*/, int /*c*/) {
    return random.below(2) == 0 ? random.below(50) : 65535 - random.below(50);
  });
}

TEST(ExactProducts, ManyOfLargeNeedlesWith16BitsNeedNoWindows) {
  test::Random random(7);
  for (const int channels : {1, 3}) {
    const Image scene = extremes({700, 512}, channels, random);
    const Image mask = test::maskOf({300, 300}, [](auto x, auto y) { return x + y >= 40; });
    const Image picture = extremes({300, 300}, channels, random);
    const Needle needle{picture.view(), mask.view()};
    const score::ScoredNeedle made = score::makeScoredNeedle(needle, 0, scene.format(), false);
    const Control control;
    const ImageView view = scene;
    const score::ScoreBatch batch{view,
                                  made.form,
                                  {&made},
                                  {},
                                  score::TileStrategy::byTransforms,
                                  picture::TileGrid(view.size(), made.size, made.size, {512, 512}),
                                  control};
    ASSERT_GE(batch.grid.count(), 2);
    picture::TilePlanes<std::uint16_t> tiles[2];
    for (std::int64_t t = 0; t < 2; ++t) {
      const picture::TileArea area = batch.grid.area(t);
      tiles[t].load(view, made.form, area.x, area.y, {512, 512});
    }
    const auto correlations = score::makeTransformCorrelations<std::uint16_t>(batch);
    correlations->take(tiles);
    correlations->correlate(0, {213, 213});
    correlations->expect(2 * 213 * 213);
    for (int t = 0; t < 2; ++t) {
      for (std::int64_t y = 0; y + 300 <= 512; y += 53) {
        for (std::int64_t x = 0; x + 300 <= 512; x += 41) {
          const score::WindowSums window = score::windowAt(tiles[t], made, x, y);
          ASSERT_EQ(correlations->products(t, x, y, window.sum), window.products)
              << t << ' ' << x << ' ' << y;
        }
      }
    }
    EXPECT_EQ(correlations->multiplied(), 0U);
  }
}

}  // namespace
}  // namespace espy
