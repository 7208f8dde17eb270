// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// `espy find --method outline` and `espy identify --shapes`: results, output and errors.
#include <algorithm>
#include <cstdio>
#include <sstream>

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
  // One number is no limit: nothing has exactly this scale.
  refused({"--method", "outline", "--scale", "1"}, "--scale: outlines need two limits");
  refused({"--method", "outline", "--angle", "90"}, "--angle: outlines need two limits");
  refused({"--method", "outline", "--scores", "s.pgm"}, "outline has no score of every position");
  refused({"--method", "outline", "--sub-pixel"}, "--sub-pixel is for sad, ssd, zncc");
}

TEST_F(FindOutline, ANeedleWithoutAnOutlineIsNamedOnce) {
  writePicture(path("flat.png").string(), Image({20, 20}, {1, Depth::u8}));
  EXPECT_TRUE(refuses(espy({"find", "--method", "outline", "flat.png", "scene.png", "needle.png"}),
                      "espy: flat.png: the needle has no outline"));
}

/// Figures in a grid, at any angle; every second one has a light bar across its middle.
class JudgedOutlines : public CommandTest {
 protected:
  static constexpr int kPitch = 150;
  static constexpr int kCells = 6;

  JudgedOutlines() {
    const Figure figure = Figure::ofClass(3);
    Image needle = figureNeedle(figure, 90);
    writePicture(path("needle.png").string(), needle);
    Random random(1);
    Image scene({kPitch * kCells, kPitch * kCells}, {3, Depth::u8});
    const MutableImageView pixels = scene.pixels();
    for (std::int64_t y = 0; y < scene.size().height; ++y) {
      std::fill_n(pixels.row(y), 3 * scene.size().width, 210);
    }
    for (int cell = 0; cell < kCells * kCells; ++cell) {
      const double x = (cell % kCells + 0.5) * kPitch;
      const double y = (cell / kCells + 0.5) * kPitch;
      const PlacedFigure placed(figure, x, y, 90, 3 * plusMinus(random));
      drawFigure(pixels, placed, {60, 70, 80});
      if (cell % 2 == 0) continue;
      for (int at = 0; at < kPitch * kPitch; ++at) {
        const int column = cell % kCells * kPitch + at % kPitch;
        const int row = cell / kCells * kPitch + at / kPitch;
        if (placed.distance(column + 0.5, row + 0.5) < -3) {
          for (int c = 0; c < 3; ++c) setSample(pixels, column, row, c, 190);
        }
      }
    }
    writePicture(path("scene.png").string(), scene);
  }

  std::vector<std::string> findWith(std::vector<std::string> more) const {
    std::vector<std::string> words{"find", "--method", "outline"};
    words.insert(words.end(), more.begin(), more.end());
    words.insert(words.end(), {"needle.png", "scene.png"});
    return words;
  }
  /// The lines of matches in every second cell, or in the others.
  static std::vector<std::string> linesIn(const std::string& text, int odd) {
    std::vector<std::string> some;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      int x = 0;
      int y = 0;
      int width = 0;
      int height = 0;
      const std::string place = line.substr(line.find(".png:") + 5);
      if (std::sscanf(place.c_str(), "%d,%d,%d,%d", &x, &y, &width, &height) != 4) continue;
      const int cell = (y + height / 2) / kPitch * kCells + (x + width / 2) / kPitch;
      if (cell % 2 == odd) some.push_back(line);
    }
    return some;
  }
  void writeHalf(const char* name, const std::vector<std::string>& lines) const {
    std::string text;
    for (std::size_t i = 0; i < lines.size(); i += 2) text += lines[i] + "\n";
    write(name, text);
  }
};

TEST_F(JudgedOutlines, AJudgeTellsShapesByWhatIsInside) {
  const std::string all = espy(findWith({})).out;
  ASSERT_EQ(linesIn(all, 0).size(), 18U) << all;
  ASSERT_EQ(linesIn(all, 1).size(), 18U) << all;
  writeHalf("yes.txt", linesIn(all, 0));
  writeHalf("no.txt", linesIn(all, 1));
  const Outcome learned = espy(
      {"learn", "--yes", "yes.txt", "--no", "no.txt", "-o", "a.esj", "needle.png", "scene.png"});
  ASSERT_EQ(learned.status, 0) << learned.err;
  EXPECT_EQ(learned.err.find("stays off"), std::string::npos) << learned.err;
  const Outcome found = espy(findWith({"--judge", "a.esj"}));
  ASSERT_EQ(found.status, 0) << found.err;
  EXPECT_GE(linesIn(found.out, 0).size() * 10, linesIn(all, 0).size() * 9) << found.out;
  EXPECT_LE(linesIn(found.out, 1).size() * 4, linesIn(all, 1).size()) << found.out;
  // Outlines stay with their matches.
  const Json whole = objects(espy(findWith({"--json"})).out).front()["matches"];
  const Json kept = objects(espy(findWith({"--judge", "a.esj", "--json"})).out).front()["matches"];
  for (const Json& match : kept) {
    const auto same = std::ranges::find_if(whole, [&](const Json& other) {
      return other["x"] == match["x"] && other["y"] == match["y"];
    });
    ASSERT_NE(same, whole.end());
    EXPECT_EQ((*same)["outline"], match["outline"]);
    EXPECT_EQ((*same)["seen"], match["seen"]);
  }
  for (const char* engine : {"sequential", "threads", "openmp"}) {
    EXPECT_EQ(espy(findWith({"--judge", "a.esj", "--engine", engine})).out, found.out) << engine;
  }
}

TEST_F(FindOutline, ShapesAreRankedByDistance) {
  const Outcome outcome = espy({"identify", "--shapes", "needle.png", "other.png", "scene.png"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_LT(outcome.out.find("scene.png: distance="), outcome.out.find("other.png: distance="));
  EXPECT_EQ(espy({"identify", "--shapes", "needle.png"}).status, 2);
}

}  // namespace
}  // namespace espy::test
