// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "picture/areas.h"

#include <gtest/gtest.h>

#include "support/random_pictures.h"

namespace espy::picture {
namespace {

TEST(Areas, CellsBecomeDisjointRectangles) {
  test::Random random(1);
  for (int run = 0; run < 300; ++run) {
    const std::int64_t columns = 1 + random.below(9);
    const std::int64_t rows = 1 + random.below(9);
    std::vector<std::uint8_t> cells(static_cast<std::size_t>(columns * rows));
    for (std::uint8_t& cell : cells) cell = random.oneIn(2) ? 1 : 0;
    std::vector<std::uint8_t> covered(cells.size(), 0);
    for (const Area& area : areasOfCells(cells, columns, rows)) {
      ASSERT_GT(area.pixels(), 0);
      for (std::int64_t y = area.y; y < area.y + area.height; ++y) {
        for (std::int64_t x = area.x; x < area.x + area.width; ++x) {
          ++covered[static_cast<std::size_t>(y * columns + x)];
        }
      }
    }
    ASSERT_EQ(covered, cells);
  }
}

TEST(Areas, EqualRunsOfRowsAreOne) {
  const std::vector<std::uint8_t> cells{1, 1, 0, 1,  //
                                        1, 1, 0, 1,  //
                                        0, 1, 0, 1};
  const std::vector<Area> wanted{{0, 0, 2, 2}, {1, 2, 1, 1}, {3, 0, 1, 3}};
  EXPECT_EQ(areasOfCells(cells, 4, 3), wanted);
}

TEST(Areas, AreMergedWhereOneSearchReadsNoMore) {
  std::vector<Area> near{{0, 0, 10, 10}, {5, 0, 10, 10}};
  mergeAreas(near, 8);
  EXPECT_EQ(near, (std::vector<Area>{{0, 0, 15, 10}}));
  std::vector<Area> far{{0, 0, 10, 10}, {500, 300, 10, 10}};
  mergeAreas(far, 8);
  EXPECT_EQ(far.size(), 2U);
  mergeAreas(far, 1);
  EXPECT_EQ(far, (std::vector<Area>{{0, 0, 510, 310}}));
}

TEST(Areas, AreClippedToThePicture) {
  EXPECT_EQ(clipped({-5, -5, 10, 20}, {100, 10}), (Area{0, 0, 5, 10}));
  EXPECT_EQ(clipped({200, 3, 10, 20}, {100, 10}).pixels(), 0);
}

}  // namespace
}  // namespace espy::picture
