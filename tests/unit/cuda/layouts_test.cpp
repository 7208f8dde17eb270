// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The lab's layouts of shared memory, at compile time.
#include <gtest/gtest.h>

#include "cuda/lab/reuse_layouts.h"

namespace espy::test {
namespace {

using cuda::SharedBuffers;

/// The dissertation's Figure 43: B4 lies in B1's partition. Sizes differ, so that it shows.
constexpr SharedBuffers<5> kBuffers{
    {{400, 0, 1}, {200, 0, 3}, {100, 1, 2}, {300, 2, 3}, {96, 3, 4}}};

TEST(ReuseLayouts, SeparateBuffersShareNothing) {
  constexpr auto kPlan = cuda::separateShared(kBuffers, 4);
  static_assert(kPlan.bytes == kPlan.separateBytes() && kPlan.added == 0 && kPlan.barriers == 4);
  EXPECT_EQ(kPlan.offsets[1], 400U);
  EXPECT_EQ(kPlan.offsets[2], 608U);  // aligned
}

TEST(ReuseLayouts, ColoursAreTheFirstThatNoNeighbourHas) {
  constexpr auto kPlan = cuda::colouredShared(kBuffers);
  EXPECT_EQ(kPlan.offsets[0], 0U);
  EXPECT_EQ(kPlan.offsets[3], 0U);  // over the first, which is dead
  EXPECT_EQ(kPlan.offsets[1], 400U);
  EXPECT_EQ(kPlan.offsets[2], 608U);
  EXPECT_EQ(kPlan.offsets[4], 608U);  // over the third
  EXPECT_EQ(kPlan.bytes, 608U + 100U);
  EXPECT_EQ(kPlan.added, 1U << 2U | 1U << 3U);
  // The planner needs no more.
  constexpr auto kPlanned = cuda::planShared(kBuffers);
  EXPECT_LE(kPlanned.bytes, kPlan.bytes);
}

/// Two buffers fit side by side where a third was: the case that the dissertation leaves out.
TEST(ReuseLayouts, SeveralBuffersShareAPartitionOnlyInThePlan) {
  constexpr SharedBuffers<3> kThree{{{256, 0, 0}, {128, 1, 1}, {128, 1, 1}}};
  static_assert(cuda::colouredShared(kThree).bytes == 384);
  static_assert(cuda::planShared(kThree).bytes == 256);
}

}  // namespace
}  // namespace espy::test
