// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// `espy find --method outline` and `espy identify --shapes`: results, output and errors.
#include <algorithm>

#include "command.h"
#include "espy/pictures.h"
#include "json_lines.h"
#include "support/figures.h"

namespace espy::test {
namespace {

/// A figure, and a scene with it turned, larger, bent and in another colour.
class FindOutline : public CommandTest {
 protected:
  FindOutline() {
    const Figure figure = Figure::ofClass(3);
    const Image needle = figureNeedle(figure, 100);
    writePicture(path("needle.png").string(), needle);
    writePicture(path("other.png").string(), figureNeedle(Figure::ofClass(20), 100));
    Image scene({260, 220}, {3, Depth::u8});
    const MutableImageView pixels = scene.pixels();
    for (std::int64_t y = 0; y < 220; ++y) std::fill_n(pixels.row(y), 3 * 260, 210);
    drawFigure(pixels, PlacedFigure(figure, 130, 110, 120, 0.7), {160, 30, 40});
    writePicture(path("scene.png").string(), scene);
  }
};

TEST_F(FindOutline, WritesTheOutline) {
  const Outcome outcome = espy(
      {"find", "--method", "outline", "--json", "-o", "marked.png", "needle.png", "scene.png"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const auto all = objects(outcome.out);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_NE(outcome.out.find("\"method\":\"outline\""), std::string::npos);
  EXPECT_NE(outcome.out.find("\"distance\":null"), std::string::npos);
  EXPECT_NE(outcome.out.find("\"outline\":[["), std::string::npos);
  EXPECT_NE(outcome.out.find("\"bends\":["), std::string::npos);
  EXPECT_NE(outcome.out.find("\"seen\":"), std::string::npos);
  // The mark follows the figure: a corner of its box keeps its colour.
  const Image marked = readPicture(path("marked.png").string()).image;
  int green = 0;
  for (std::int64_t y = 0; y < marked.size().height; ++y) {
    for (std::int64_t x = 0; x < marked.size().width; ++x) {
      green += sampleAt(marked, x, y, 1) == 0xc0 && sampleAt(marked, x, y, 0) == 0 ? 1 : 0;
    }
  }
  EXPECT_GT(green, 300);
}

TEST_F(FindOutline, RefusesWhatIsForOthers) {
  const auto refused = [&](std::vector<std::string> options, const std::string& words) {
    options.insert(options.begin(), "find");
    options.insert(options.end(), {"needle.png", "scene.png"});
    const Outcome outcome = espy(options);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.err.find(words), std::string::npos) << outcome.err;
  };
  refused({"--bend", "0.2"}, "--bend is for outline, not for exact");
  refused({"--method", "outline", "--bend", "0"}, "--bend: must be more than 0");
  refused({"--method", "outline", "--tolerance", "3"}, "--tolerance is for exact");
  refused({"--method", "outline", "--scores", "s.pgm"}, "outline has no score of every position");
  refused({"--method", "outline", "--sub-pixel"}, "--sub-pixel is for sad, ssd, zncc");
}

TEST_F(FindOutline, ShapesAreRankedByDistance) {
  const Outcome outcome = espy({"identify", "--shapes", "needle.png", "other.png", "scene.png"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_LT(outcome.out.find("scene.png: distance="), outcome.out.find("other.png: distance="));
  EXPECT_EQ(espy({"identify", "--shapes", "needle.png"}).status, 2);
}

}  // namespace
}  // namespace espy::test
