// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/base/bands.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace espy::cuda {
namespace {

using Bands = std::vector<std::pair<std::int64_t, std::int64_t>>;

TEST(Bands, CoverAllRowsInOrder) {
  Bands seen;
  overBands(10, 4,
            [&](std::int64_t first, std::int64_t count) { seen.emplace_back(first, count); });
  EXPECT_EQ(seen, (Bands{{0, 4}, {4, 4}, {8, 2}}));
}

TEST(Bands, AreAtLeastARowHighWhateverWasRequested) {
  for (const std::int64_t atOnce : {-5, 0, 1}) {
    Bands seen;
    overBands(2, atOnce,
              [&](std::int64_t first, std::int64_t count) { seen.emplace_back(first, count); });
    EXPECT_EQ(seen, (Bands{{0, 1}, {1, 1}}));
  }
  overBands(0, 5, [](std::int64_t, std::int64_t) { FAIL() << "there are no rows"; });
}

TEST(Bands, AreHalvedWhereMemoryIsShort) {
  Bands done;
  overBands(20, 20, [&](std::int64_t first, std::int64_t count) {
    if (count > 6) throw OutOfDeviceMemory("short");
    done.emplace_back(first, count);
  });
  EXPECT_EQ(done, (Bands{{0, 5}, {5, 5}, {10, 5}, {15, 5}}));
}

TEST(Bands, ARowThatDoesNotFitIsAnError) {
  int tries = 0;
  const auto never = [&](std::int64_t, std::int64_t) {
    ++tries;
    throw OutOfDeviceMemory("short");
  };
  EXPECT_THROW(overBands(16, 16, never), OutOfDeviceMemory);
  EXPECT_EQ(tries, 5);  // 16, 8, 4, 2, 1
}

TEST(Bands, OtherErrorsAreNotTriedAgain) {
  int tries = 0;
  const auto fail = [&](std::int64_t, std::int64_t) {
    ++tries;
    throw Error(ErrorCode::cancelled, "cancelled");
  };
  EXPECT_THROW(overBands(16, 16, fail), Error);
  EXPECT_EQ(tries, 1);
}

}  // namespace
}  // namespace espy::cuda
