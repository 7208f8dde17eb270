// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Find, with every method.
#include <gtest/gtest.h>

#include <functional>
#include <new>
#include <string>
#include <vector>

#include "espy/engine/all.h"
#include "find/json.h"
#include "support/find_with.h"
#include "support/thrown_errors.h"

namespace espy {
namespace {

FindOptions scoredBy(Method method) {
  FindOptions options;
  options.method = method;
  return options;
}

TEST(Search, MethodsHaveTheirNames) {
  EXPECT_STREQ(methodName(FindOptions().method), "exact");
  EXPECT_STREQ(methodName(scoredBy(Method::sad).method), "sad");
  EXPECT_STREQ(methodName(scoredBy(Method::ssd).method), "ssd");
  EXPECT_STREQ(methodName(scoredBy(Method::zncc).method), "zncc");
}

TEST(Search, OnlyCorrelationHasNoDistance) {
  EXPECT_TRUE(FindOptions().hasDistance());
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
  FindOptions options = scoredBy(Method::sad);
  options.tolerance = 60;
  options.minScore = 1;
  EXPECT_EQ(search(registry, "sequential", scene, needles, options).matches.size(), 1U);
  options.method = Method::exact;
  EXPECT_EQ(search(registry, "sequential", scene, needles, options).matches.size(), 3U);
  options.select.top = 2;
  EXPECT_EQ(search(registry, "sequential", scene, needles, options).matches.size(), 2U);
}

TEST(Search, CheckThrowsWhatASearchThrows) {
  const Registry registry = makeRegistry();
  const Image scene({64, 64}, {3, Depth::u8});
  const Image flat({4, 4}, {3, Depth::u8});
  Image mixed({4, 4}, {3, Depth::u8});
  mixed.pixels().pixel(1, 2)[0] = 200;
  const Image nothing({4, 4}, {1, Depth::u8});
  Image some({4, 4}, {1, Depth::u8});
  some.pixels().pixel(1, 2)[0] = 255;
  const Image small({3, 4}, {1, Depth::u8});
  FindOptions turned = scoredBy(Method::zncc);
  turned.pose.angle = {0, 360, 1e-4};
  turned.pose.scale = {0.5, 2, 1e-4};
  FindOptions quarters;
  quarters.pose.quarterTurns = true;
  const std::vector<Needle> needles{{ImageView(), {}},    {flat, {}},
                                    {mixed, {}},          {mixed, nothing.view()},
                                    {mixed, some.view()}, {mixed, small.view()},
                                    {mixed, mixed.view()}};
  int refused = 0;
  for (const FindOptions& options :
       {FindOptions(), scoredBy(Method::sad), scoredBy(Method::zncc), turned, quarters}) {
    for (const Needle& needle : needles) {
      const std::string refusal =
          test::errorOf(ErrorCode::badUse, [&] { check(needle, scene.format(), options); });
      EXPECT_EQ(refusal, test::errorOf(ErrorCode::badUse, [&] {
                  search(registry, "sequential", scene, {&needle, 1}, options);
                }));
      refused += refusal.empty() ? 0 : 1;
    }
  }
  EXPECT_GT(refused, 20);
}

TEST(Search, TooLittleMemoryIsAnError) {
  Registry registry = makeRegistry();
  registry.addEngine({"hungry", true, {}, {}, {}});
  registry.add<FindExact>(
      "hungry", [](const auto&...) -> std::vector<std::vector<Place>> { throw std::bad_alloc(); });
  const Image picture({4, 4}, {1, Depth::u8});
  const Needle needle{picture.view()};
  EXPECT_EQ(test::errorOf(ErrorCode::tooLarge,
                          [&] {
                            find(registry, picture, {&needle, 1}, {.engine = "hungry"});
                          }),
            "not enough memory");
}

TEST(Search, NeedsNoRegistry) {
  const Image picture({8, 4}, {1, Depth::u8});
  const Needle needle{picture.view().crop(0, 0, {3, 2})};
  const FindOptions options{.select = {.top = 2}, .engine = "sequential"};
  const Finding found = find(picture, {&needle, 1}, options);
  EXPECT_EQ(found.report.engine, "sequential");
  EXPECT_EQ(found.matches, find(allEngines(), picture, {&needle, 1}, options).matches);
  ASSERT_EQ(found.matches.size(), 2U);
  EXPECT_TRUE(samePixels(markedPicture(picture, found.matches),
                         markedPicture(allEngines(), "reference", picture, found.matches)));
}

TEST(Search, MatchesArePrintedAsJson) {
  static_assert(sizeof(Match) == 64);
  const Match match{0, 1, 2, 16, 15, 99, false, 1};
  EXPECT_EQ(jsonMatch(match, "\"n\"", true),
            R"({"needle":"n","x":1,"y":2,"width":16,"height":15,"score":1.0,)"
            R"("distance":99,"angle":0.0,"scale":1.0})");
  const SubPixel between{1.25, 2};
  EXPECT_EQ(jsonMatch(match, "\"n\"", false, &between),
            R"({"needle":"n","x":1,"y":2,"width":16,"height":15,"score":1.0,)"
            R"("distance":null,"angle":0.0,"scale":1.0,"sub_x":1.25,"sub_y":2.0})");
  Match turned = match;
  turned.angle = 90;
  turned.mirrored = true;
  turned.needleWidth = 15;
  turned.needleHeight = 16;
  EXPECT_NE(turned, match);
  EXPECT_EQ(jsonMatch(turned, "\"n\"", true),
            R"({"needle":"n","x":1,"y":2,"width":16,"height":15,"score":1.0,)"
            R"("distance":99,"angle":90.0,"scale":1.0,"mirrored":true,"centre":[9.0,9.5],)"
            R"("corners":[[1.0,2.0],[1.0,17.0],[17.0,17.0],[17.0,2.0]]})");
}

}  // namespace
}  // namespace espy
