// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/rates.h"

#include <gtest/gtest.h>

namespace espy::lab {
namespace {

TEST(LabRates, EachIsMeasuredOnce) {
  for (const Rate rate : {Rate::memory, Rate::byteDifferences, Rate::floatDifferences,
                          Rate::warpedCells, Rate::products}) {
    const double first = peakRate(rate, 1);
    EXPECT_GT(first, 1e7) << static_cast<int>(rate);
    EXPECT_EQ(peakRate(rate, 1), first) << static_cast<int>(rate);
  }
}

}  // namespace
}  // namespace espy::lab
