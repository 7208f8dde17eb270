// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0

// Keeping the pixels for which an expression is not 0.
#include "mark/expression.h"

#include <string>

#include "support/thrown_errors.h"
#include "unit/mark/art.h"

namespace espy::art {
namespace {

class MarkWhere : public PerEngine {
 protected:
  /// Whether the expression keeps a pixel.
  bool keeps(PixelFormat format, const Pixel& pixel, const std::string& where) const {
    return sampleAt(
               screened(registry_, GetParam(), filledWith({1, 1}, format, pixel), {.where = where}),
               0, 0, 0) == kFlagInside;
  }
  bool holds(const std::string& where) const { return keeps({1, Depth::u8}, {7}, where); }
};

INSTANTIATE_TEST_SUITE_P(Engines, MarkWhere, allEngines(), engineName);

TEST_P(MarkWhere, OperatorsBindAsInC) {
  for (const char* yes : {"1 + 2 * 3 == 7",
                          "(1 + 2) * 3 == 9",
                          "10 - 4 - 3 == 3",
                          "16 / 4 / 2 == 2",
                          "2 * 3 < 7 && 1",
                          "1 || 0 && 0",
                          "!0 + 1 == 2",
                          "-2 * -3 == 6",
                          "- - 5 == 5",
                          "!!5 == 1",
                          "1 - -1 == 2",

                          "r >= 7",
                          "r <= 7",
                          "r != 8",
                          "r > 6",
                          "r < 8",
                          "abs(r - 10) == 3",
                          "min(5, 3, 4) == 3",
                          "max(5, 3, 9, 4) == 9",
                          ".5 + 1e1 == 10.5",
                          "\t1\n",
                          "min(1, max(2, 3)) == 1",
                          "(r > 1) + (r > 2) == 2"}) {
    EXPECT_TRUE(holds(yes)) << yes;
  }
  for (const char* no : {"0", "1 - 1", "r > 7", "!(r == 7)", "r == 7 && 0", "0 || 0", "0 * 5"}) {
    EXPECT_FALSE(holds(no)) << no;
  }
}

TEST_P(MarkWhere, DivisionByZeroIsZero) {
  for (const char* yes : {"1 / 0 == 0", "0 / 0 == 0", "5 / (r - 7) == 0", "-1 / -0 == 0"}) {
    EXPECT_TRUE(holds(yes)) << yes;
  }
}

TEST_P(MarkWhere, NamesAreTheSamples) {
  const Pixel pixel = {200, 100, 50, 9};
  for (const char* yes :
       {"r == 200", "g == 100", "b == 50", "a == 9", "v == 200", "l == 125", "s == 75", "h == 20",
        "grey == 124", "x == 0", "y == 0", "width == 1", "height == 1"}) {
    EXPECT_TRUE(keeps({4, Depth::u8}, pixel, yes)) << yes;
    EXPECT_FALSE(keeps({4, Depth::u8}, pixel, "!(" + std::string(yes) + ")")) << yes;
  }
  EXPECT_TRUE(keeps({3, Depth::u16}, {65535, 300, 0}, "r == 65535 && g == 300 && a == 65535"));
  EXPECT_TRUE(keeps({1, Depth::u8}, {30}, "r == 30 && g == 30 && b == 30 && a == 255 && s == 0"));
  EXPECT_TRUE(keeps({2, Depth::u16}, {30, 5}, "b == 30 && grey == 30 && v == 30 && a == 5"));
}

TEST_P(MarkWhere, HueGoesAroundTheColours) {
  const struct {
    Pixel pixel;
    int hue;
  } cases[] = {{{9, 0, 0}, 0},   {{9, 9, 0}, 60},  {{0, 9, 0}, 120}, {{0, 9, 9}, 180},
               {{0, 0, 9}, 240}, {{9, 0, 9}, 300}, {{5, 5, 5}, 0},   {{255, 0, 51}, 348}};
  for (const auto& c : cases) {
    EXPECT_TRUE(keeps({3, Depth::u8}, c.pixel, "h == " + std::to_string(c.hue))) << c.hue;
  }
}

TEST_P(MarkWhere, PositionsCountFromTheUpperLeft) {
  const Image flags =
      screened(registry_, GetParam(), Image({600, 40}, {3, Depth::u8}),
               {.where = std::string("x == 5 && y == 7 || x == width - 1 && y == height - 1")});
  for (std::int64_t y = 0; y < 40; ++y) {
    for (std::int64_t x = 0; x < 600; ++x) {
      const bool kept = (x == 5 && y == 7) || (x == 599 && y == 39);
      ASSERT_EQ(sampleAt(flags, x, y, 0), kept ? kFlagInside : kFlagNothing) << x << ", " << y;
    }
  }
}

TEST_P(MarkWhere, AllConditionsMustHold) {
  const Image scene = test::greyOf({4, 1}, [](auto x, auto) {
    return x == 1 ? 9 : x == 3 ? 4 : 0;
  });
  const auto kept = [&](const Screening& screening) {
    const Image flags = screened(registry_, GetParam(), scene, screening);
    return artOf({4, 1},
                 [&](auto x, auto) { return sampleAt(flags, x, 0, 0) == 2 ? '#' : '.'; })[0];
  };
  const Colour nine{9, 9, 9};
  const Colour four{4, 4, 4};
  EXPECT_EQ(kept({.keep = {nine}}), ".#..");
  EXPECT_EQ(kept({.keep = {nine, four}}), ".#.#");
  EXPECT_EQ(kept({.keep = {nine, four}, .where = "x > 1"}), "...#");
  EXPECT_EQ(kept({.where = "x < 2", .edges = 1}), "#...");
  EXPECT_EQ(kept({.keep = {nine}, .where = "x < 2", .edges = 1}), "....");
  EXPECT_THROW(kept({}), Error);
}

TEST_P(MarkWhere, ProgressAndStopAreThoseOfAllConditions) {
  const Image scene({300, 3000}, {1, Depth::u8});
  std::stop_source source;
  double last = 0;
  Control control;
  control.threads = 1;
  control.stop = source.get_token();
  control.progress = [&](double done) {
    EXPECT_GT(done, last);
    last = done;
  };
  const Screening both{.keep = {Colour()}, .where = "x >= 0", .edges = 1};
  screened(registry_, GetParam(), scene, both, control);
  EXPECT_EQ(last, 1);
  control.progress = [&](double done) {
    last = done;
    if (done > 0.5) source.request_stop();
  };
  EXPECT_THROW(screened(registry_, GetParam(), scene, both, control), Error);
  EXPECT_LT(last, 0.7);
}

std::string refusalOf(const std::string& where) {
  return test::errorOf(ErrorCode::badUse, [&] { checkScreening({.where = where}); });
}

TEST(MarkExpression, ErrorsNameTheColumn) {
  const struct {
    const char* where;
    const char* sentence;
  } cases[] = {
      {"", "column 1: expected a number, a name or ("},
      {"r >", "column 4: expected a number, a name or ("},
      {"r > 2 g", "column 7: expected an operator or the end"},
      {"r = 2", "column 3: expected an operator or the end"},
      {"(r", "column 3: expected an operator or )"},
      {"min(r)", "column 6: expected an operator or a comma"},
      {"abs r", "column 5: expected ("},
      {"abs(r, g)", "column 6: expected an operator or )"},
      {"1 < r < 5", "column 7: comparisons do not chain; join two with &&"},
      {"1 + 2.3.4", "column 5: this is no number"},
      {"2r", "column 1: this is no number"},
      {"1e999", "column 1: this is no number"},
      {"r > red",
       "column 5: there is no such name; the names are r g b a grey h s v l x y width height abs "
       "min max"},
      {"r > \xc3\xa9", "column 5: expected a number, a name or ("},
  };
  for (const auto& c : cases) EXPECT_EQ(refusalOf(c.where), c.sentence) << c.where;
  EXPECT_EQ(refusalOf(std::string("r\0g", 3)), "column 2: expected an operator or the end");
}

TEST(MarkExpression, HostileTextIsRefused) {
  EXPECT_EQ(refusalOf(std::string(5000, ' ')),
            "column 4097: an expression has at most 4096 characters");
  EXPECT_EQ(refusalOf(std::string(4000, '(')), "column 65: nested more than 64 deep");
  EXPECT_EQ(refusalOf(std::string(4000, '-')), "column 65: nested more than 64 deep");
  std::string chain = "r";
  while (chain.size() < 4000) chain += "+r";
  EXPECT_EQ(refusalOf(chain), "");
  std::string waiting;
  for (int i = 0; i < 60; ++i) waiting += "1+1*(";
  EXPECT_NE(refusalOf(waiting).find("too many operands wait for their operator"),
            std::string::npos);
  std::string deep = std::string(60, '(') + "r" + std::string(60, ')');
  EXPECT_EQ(refusalOf(deep), "");
}

}  // namespace
}  // namespace espy::art
