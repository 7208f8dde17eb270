// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Find, whichever the method.
#include <gtest/gtest.h>

#include "espy/espy.h"

namespace espy {
namespace {

SearchOptions scoredBy(Method method) {
  SearchOptions options;
  options.scored = true;
  options.score.method = method;
  return options;
}

TEST(Search, MethodsHaveTheirNames) {
  EXPECT_STREQ(methodName({}), "exact");
  EXPECT_STREQ(methodName(scoredBy(Method::sad)), "sad");
  EXPECT_STREQ(methodName(scoredBy(Method::ssd)), "ssd");
  EXPECT_STREQ(methodName(scoredBy(Method::zncc)), "zncc");
}

TEST(Search, OnlyCorrelationHasNoDistance) {
  EXPECT_TRUE(SearchOptions().hasDistance());
  EXPECT_TRUE(scoredBy(Method::sad).hasDistance());
  EXPECT_TRUE(scoredBy(Method::ssd).hasDistance());
  EXPECT_FALSE(scoredBy(Method::zncc).hasDistance());
}

TEST(Search, TakesTheOptionsOfItsMethod) {
  const Registry registry = makeRegistry();
  Image scene({4, 1}, {1, Depth::u8});
  for (std::int64_t x = 0; x < 4; ++x) {
    scene.pixels().pixel(x, 0)[0] = static_cast<std::uint8_t>(60 * x);
  }
  const std::vector<Needle> needles{{scene.view().crop(1, 0, {1, 1}), {}}};
  SearchOptions options = scoredBy(Method::sad);
  options.exact.tolerance = 60;
  options.score.minScore = 1;
  EXPECT_EQ(search(registry, "sequential", scene, needles, options).matches.size(), 1U);
  options.scored = false;
  EXPECT_EQ(search(registry, "sequential", scene, needles, options).matches.size(), 3U);
  options.select.top = 2;
  EXPECT_EQ(search(registry, "sequential", scene, needles, options).matches.size(), 2U);
}

}  // namespace
}  // namespace espy
