// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/strategies.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace espy {
namespace {

std::string joinedParts(const std::vector<Message>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) text += (i == 0 ? "" : "; ") + parts[i].text();
  return text;
}

TEST(Strategies, APartIsThePhraseThatItWas) {
  const std::vector<Message> parts = find::strategyParts(
      "correlated by transforms of 64 x 128 tiles, needles in pieces; means of 4 x 4 blocks");
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0].pattern(), "correlated by transforms of {} x {} tiles, needles in pieces");
  ASSERT_EQ(parts[0].arguments().size(), 2U);
  EXPECT_EQ(parts[0].arguments()[1].text(), "128");
  EXPECT_EQ(parts[1].pattern(), "means of {} x {} blocks");
}

TEST(Strategies, APhraseMayStandInAnother) {
  const std::vector<Message> parts = find::strategyParts(
      "sampled one pixel in 3 of one row in 16 for 1 run of 8 pixels, of which only those rows "
      "travelled");
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_EQ(parts[0].pattern(), "{}, of which only those rows travelled");
  ASSERT_EQ(parts[0].arguments().size(), 1U);
  EXPECT_EQ(parts[0].arguments()[0].pattern(),
            "sampled one pixel in {} of one row in {} for {} run of {} pixels");
}

TEST(Strategies, WhatNoPatternFitsIsPlainWords) {
  for (const char* text :
       {"", "every sample of every window", "something new; means of 2 x 2 blocks", "{}",
        "means of 2 x 2 blocks, and more", "means of two x 2 blocks", "means of  x 2 blocks",
        "-1 poses, coarse to fine from 1/2", "; ; x"}) {
    EXPECT_EQ(joinedParts(find::strategyParts(text)), text);
  }
  EXPECT_TRUE(find::strategyParts("something new")[0].pattern().empty());
  EXPECT_TRUE(find::strategyParts("means of 2 x 2 blocks, and more")[0].pattern().empty());
  EXPECT_TRUE(find::strategyParts("means of two x 2 blocks")[0].pattern().empty());
}

}  // namespace
}  // namespace espy
