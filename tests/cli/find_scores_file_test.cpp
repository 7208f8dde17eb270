// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// `espy find --scores` and `--sub-pixel`.
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "command.h"
#include "io/tiff.h"
#include "json_lines.h"
#include "picture.h"
#include "support/float_tiff.h"

namespace espy::test {
namespace {

using Words = std::vector<std::string>;

/// Scores of a one-channel needle at all positions, by definition.
std::vector<double> scoresOf(const Picture& scene, const Picture& needle,
                             const std::string& method) {
  std::vector<double> scores;
  const double n = needle.width * needle.height;
  for (int y = 0; y + needle.height <= scene.height; ++y) {
    for (int x = 0; x + needle.width <= scene.width; ++x) {
      double i = 0;
      double t = 0;
      double ii = 0;
      double tt = 0;
      double it = 0;
      double sad = 0;
      for (int v = 0; v < needle.height; ++v) {
        for (int u = 0; u < needle.width; ++u) {
          const double sample = scene.at(x + u, y + v);
          const double wanted = needle.at(u, v);
          i += sample;
          t += wanted;
          ii += sample * sample;
          tt += wanted * wanted;
          it += sample * wanted;
          sad += std::abs(sample - wanted);
        }
      }
      const double varied = n * ii - i * i;
      scores.push_back(method == "sad"   ? 1 - sad / (255 * n)
                       : method == "ssd" ? 1 - (ii - 2 * it + tt) / (255 * 255 * n)
                       : varied == 0
                           ? 0
                           : (n * it - i * t) / std::sqrt(varied) / std::sqrt(n * tt - t * t));
    }
  }
  return scores;
}

class ScoresFile : public CommandTest {
 protected:
  ScoresFile() : scene_(noise(20, 16, 1, 1)), needle_(cut(scene_, 9, 6, 5, 4)) {
    for (int i = 0; i < 7 * 6; ++i) scene_.at(i % 7, i / 7) = 50;  // a flat corner
    write("scene.pgm", file(scene_));
    write("needle.pgm", file(needle_));
  }

  static Words search(const std::string& method, Words options) {
    options.insert(options.begin(), {"find", "--engine", "reference", "--method", method});
    options.insert(options.end(), {"needle.pgm", "scene.pgm"});
    return options;
  }

  const std::string line_ = "scene.pgm:9,6,5,4 score=1 needle=needle.pgm\n";
  Picture scene_;
  Picture needle_;
};

TEST_F(ScoresFile, TiffHasTheNumbers) {
  if (io::tiffModulePath().empty()) GTEST_SKIP() << "the module espy_tiff is not built";
  for (const std::string method : {"sad", "ssd", "zncc"}) {
    for (const char* name : {"map.tif", "map.TIFF"}) {
      const Outcome outcome = espy(search(method, {"--scores", name}));
      EXPECT_TRUE(outcome.out.starts_with(line_)) << outcome.out;
      EXPECT_EQ(outcome.err, "");
      const FloatPicture map = parseFloatTiff(read(name));
      EXPECT_EQ(map.width, 16U);
      EXPECT_EQ(map.height, 13U);
      const std::vector<double> scores = scoresOf(scene_, needle_, method);
      ASSERT_EQ(map.values.size(), scores.size());
      for (std::size_t i = 0; i < scores.size(); ++i) {
        EXPECT_NEAR(map.values[i], scores[i], 1e-6) << method << ' ' << i;
      }
    }
  }
  EXPECT_EQ(parseFloatTiff(read("map.tif")).values[0], 0);  // zncc of a flat window
  EXPECT_EQ(list(), (Words{"map.TIFF", "map.tif", "needle.pgm", "scene.pgm"}));
}

TEST_F(ScoresFile, PgmHasSixteenBits) {
  for (const std::string method : {"sad", "ssd", "zncc"}) {
    EXPECT_EQ(espy(search(method, {"--scores", "map.pgm"})).status, 0);
    const std::string bytes = read("map.pgm");
    const std::string header = "P5\n16 13\n65535\n";
    ASSERT_TRUE(bytes.starts_with(header));
    const std::vector<double> scores = scoresOf(scene_, needle_, method);
    ASSERT_EQ(bytes.size(), header.size() + 2 * scores.size());
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const auto high = static_cast<std::uint8_t>(bytes[header.size() + 2 * i]);
      const auto low = static_cast<std::uint8_t>(bytes[header.size() + 2 * i + 1]);
      const double from0 = method == "zncc" ? (scores[i] + 1) / 2 : scores[i];
      // The numerical error of the map may change the rounding.
      EXPECT_NEAR(high * 256 + low, 65535 * from0, 0.51) << method << ' ' << i;
    }
  }
}

TEST_F(ScoresFile, TheDefaultEngineWritesItToo) {
  if (io::tiffModulePath().empty()) GTEST_SKIP() << "the module espy_tiff is not built";
  const Outcome outcome =
      espy({"find", "--method", "zncc", "--scores", "map.tif", "needle.pgm", "scene.pgm"});
  EXPECT_EQ(outcome.out, line_);
  const FloatPicture map = parseFloatTiff(read("map.tif"));
  const std::vector<double> scores = scoresOf(scene_, needle_, "zncc");
  ASSERT_EQ(map.values.size(), scores.size());
  for (std::size_t i = 0; i < scores.size(); ++i) EXPECT_NEAR(map.values[i], scores[i], 1e-4);
}

TEST_F(ScoresFile, IsWrittenAlsoWhenNothingIsFoundAndBesideAPicture) {
  EXPECT_EQ(
      espy({"find", "--engine", "reference", "--method", "sad", "--min-score", "1", "--json",
            "--scores", "map.pgm", "-o", "out.pgm", "--mark", "none", "needle.pgm", "needle.pgm"})
          .status,
      0);
  EXPECT_EQ(read("map.pgm"), std::string("P5\n1 1\n65535\n\xff\xff"));
  EXPECT_EQ(parse(read("out.pgm")), needle_);
  needle_.at(0, 0) ^= 1;
  write("needle.pgm", file(needle_));
  const Outcome outcome =
      espy(search("sad", {"--min-score", "1", "--json", "--scores", "map.pgm"}));
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(read("map.pgm").starts_with("P5\n16 13\n"));
  std::vector<std::string> stages;
  const auto all = objects(outcome.out);
  ASSERT_EQ(all.size(), 1U);
  for (const Json& stage : all[0]["timeline"]) stages.push_back(stage["stage"].text());
  ASSERT_GE(stages.size(), 2U);
  EXPECT_EQ(Words(stages.end() - 2, stages.end()), (Words{"scores", "save"}));
}

TEST_F(ScoresFile, WhatMakesNoSenseIsRefusedBeforeAnyWork) {
  const auto refused = [&](const std::string& method, const Words& options,
                           const std::string& fact) {
    EXPECT_TRUE(refuses(espy(search(method, options)), fact));
  };
  for (const char* name : {"map.png", "map", "map.ppm", "-", "map.tif.gz"}) {
    refused("sad", {"--scores", name}, std::string("--scores ") + name + ": ");
  }
  refused("exact", {"--scores", "map.pgm"}, "--scores map.pgm: exact");
  refused("sad", {"--scores", "map.pgm", "scene.pgm"}, "--scores map.pgm: takes one image");
  EXPECT_TRUE(refuses(espy({"find", "--method", "sad", "--scores", "map.pgm", "-e", "needle.pgm",
                            "-e", "needle.pgm", "scene.pgm"}),
                      "--scores map.pgm: takes one needle, but 2"));
  refused("sad", {"--scores", "no/map.pgm"}, "no such folder: no");
  refused("sad", {"--scores", "a.pgm", "--flags", "./a.pgm"}, "two outputs");
  std::filesystem::create_directory(path("folder.tif"));
  refused("sad", {"--scores", "folder.tif"}, "folder.tif: is a folder");
  // Only this search reveals that the needle does not fit.
  EXPECT_TRUE(refuses(espy({"find", "--engine", "reference", "--method", "sad", "--scores",
                            "map.pgm", "scene.pgm", "needle.pgm"}),
                      "needle.pgm: the needle is larger"));
  EXPECT_EQ(list(), (Words{"folder.tif", "needle.pgm", "scene.pgm"}));
}

/// A round spot with a sub-pixel centre.
Picture spot(int width, int height, double x, double y) {
  Picture picture(width, height, 1);
  for (int j = 0; j < height; ++j) {
    for (int i = 0; i < width; ++i) {
      const double r2 = (i - x) * (i - x) + (j - y) * (j - y);
      picture.at(i, j) = static_cast<std::uint8_t>(20 + 220 * std::exp(-r2 / 12));
    }
  }
  return picture;
}

TEST_F(ScoresFile, SubPixelFindsTheMiddleOfASpot) {
  write("needle.pgm", file(spot(9, 9, 4, 4)));
  for (const std::string method : {"ssd", "zncc"}) {
    for (const double off : {-0.4, -0.2, 0.0, 0.25, 0.4}) {
      write("scene.pgm", file(spot(20, 16, 10 + off, 8 - off / 2)));
      const Outcome outcome = espy(search(method, {"--sub-pixel", "--json"}));
      const auto all = objects(outcome.out);
      ASSERT_EQ(all.size(), 1U);
      ASSERT_EQ(all[0]["matches"].size(), 1U);
      const Json& match = all[0]["matches"][0];
      EXPECT_EQ(match.keys(), (Words{"needle", "x", "y", "width", "height", "score", "distance",
                                     "angle", "scale", "sub_x", "sub_y"}));
      EXPECT_EQ(match["x"], 6);
      EXPECT_EQ(match["y"], 4);
      EXPECT_TRUE(match["sub_x"].isFraction());
      EXPECT_NEAR(match["sub_x"].number(), 6 + off, 0.05) << method;
      EXPECT_NEAR(match["sub_y"].number(), 4 - off / 2, 0.05) << method;

      const Outcome text = espy(search(method, {"--sub-pixel"}));
      double score = 0;
      double x = 0;
      double y = 0;
      int end = 0;
      ASSERT_EQ(std::sscanf(text.out.c_str(),
                            "scene.pgm:6,4,9,9 score=%lf at=%lf,%lf needle=needle.pgm%n", &score,
                            &x, &y, &end),
                3)
          << text.out;
      EXPECT_EQ(static_cast<std::size_t>(end) + 1, text.out.size());
      EXPECT_EQ(x, match["sub_x"].number());
      EXPECT_EQ(y, match["sub_y"].number());
    }
  }
}

TEST_F(ScoresFile, SubPixelOfTheBestAndOfWholePixels) {
  const Outcome outcome = espy({"find", "--engine", "reference", "--method", "sad", "--sub-pixel",
                                "--json", "scene.pgm", "scene.pgm"});
  const auto whole = objects(outcome.out);
  ASSERT_EQ(whole.size(), 1U);
  EXPECT_EQ(whole[0]["matches"][0]["sub_x"], 0.0);  // the only position
  EXPECT_TRUE(whole[0]["matches"][0]["sub_x"].isFraction());
  needle_.at(0, 0) ^= 1;
  write("needle.pgm", file(needle_));
  const auto miss = objects(espy(search("sad", {"--sub-pixel", "--json", "--min-score", "1"})).out);
  ASSERT_EQ(miss.size(), 1U);
  EXPECT_NEAR(miss[0]["best"]["sub_x"].number(), 9, 0.5);
  EXPECT_FALSE(objects(espy(search("sad", {"--json"})).out)[0]["matches"][0].contains("sub_x"));
  EXPECT_TRUE(refuses(espy(search("exact", {"--sub-pixel"})), "--sub-pixel: exact"));
}

}  // namespace
}  // namespace espy::test
