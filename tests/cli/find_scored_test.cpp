// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// `espy find --method sad|ssd|zncc`: results, output and errors.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "command.h"
#include "json_lines.h"
#include "picture.h"

namespace espy::test {
namespace {

using Words = std::vector<std::string>;

/// A small picture and a part of it with one sample changed by `kOff`; parametrised by method.
class FindScored : public CommandTest, public testing::WithParamInterface<std::string> {
 protected:
  static constexpr int kOff = 3;

  FindScored() : scene_(noise(20, 16, 3, 1)), needle_(cut(scene_, 7, 5, 4, 3)) {
    scene_.at(7, 5, 0) = 100;
    needle_.at(0, 0, 0) = 100 + kOff;
    write("scene.ppm", file(scene_));
    write("needle.ppm", file(needle_));
    write("other.ppm", file(noise(4, 3, 3, 2)));
  }

  /// Squared differences give noise high scores: the default minimum of 0.9 would match some of it.
  /// Options may override the minimum.
  static Words search(const std::string& method, Words options,
                      const std::string& engine = "reference") {
    options.insert(options.begin(),
                   {"find", "--engine", engine, "--method", method, "--min-score", "0.98"});
    return options;
  }
  /// JSON object of a search in scene.ppm.
  Json found(const std::string& method, Words options, const std::string& needle = "needle.ppm",
             int status = 0) const {
    options.insert(options.end(), {"--json", needle, "scene.ppm"});
    const Outcome outcome = espy(search(method, options));
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(outcome.status, status);
    const auto all = objects(outcome.out);
    EXPECT_EQ(all.size(), 1U);
    return all.empty() ? Json() : all[0];
  }

  Picture scene_;
  Picture needle_;
};

class EveryMethod : public FindScored {};
INSTANTIATE_TEST_SUITE_P(Methods, EveryMethod, testing::Values("sad", "ssd", "zncc"));

const Words kMatchKeys = {"needle", "x",        "y",     "width", "height",
                          "score",  "distance", "angle", "scale"};

TEST_P(EveryMethod, FindsACopyWithScoreOne) {
  write("copy.ppm", file(cut(scene_, 7, 5, 4, 3)));
  const std::string line = "scene.ppm:7,5,4,3 score=1 needle=copy.ppm\n";
  const Outcome outcome = espy(search(GetParam(), {"copy.ppm", "scene.ppm"}));
  EXPECT_EQ(outcome.out, line);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.status, 0);
  for (const char* engine : {"auto", "sequential", "threads", "openmp"}) {
    EXPECT_EQ(espy(search(GetParam(), {"copy.ppm", "scene.ppm"}, engine)).out, line) << engine;
  }
  EXPECT_EQ(espy(search(GetParam(), {"--threads", "2", "copy.ppm", "scene.ppm"}, "openmp")).out,
            line);
}

TEST_P(EveryMethod, JsonHasEveryKeyInOrderWithItsType) {
  const Json object = found(GetParam(), {});
  EXPECT_EQ(object.keys(), (Words{"image", "width", "height", "engine", "method", "matches",
                                  "timeline", "total_ms"}));
  EXPECT_EQ(object["engine"], "reference");
  EXPECT_EQ(object["method"], GetParam());
  ASSERT_EQ(object["matches"].size(), 1U);
  const Json& match = object["matches"][0];
  EXPECT_EQ(match.keys(), kMatchKeys);
  EXPECT_EQ(match["needle"], "needle.ppm");
  EXPECT_EQ(match["x"], 7);
  EXPECT_EQ(match["y"], 5);
  EXPECT_EQ(match["width"], 4);
  EXPECT_EQ(match["height"], 3);
  EXPECT_TRUE(match["score"].isFraction());
  EXPECT_LT(match["score"].number(), 1);
  EXPECT_GT(match["score"].number(), 0.99);
  if (GetParam() == "zncc") {
    EXPECT_TRUE(match["distance"].isNull());
  } else {
    const int distance = GetParam() == "sad" ? kOff : kOff * kOff;
    const int most = GetParam() == "sad" ? 255 : 255 * 255;
    EXPECT_TRUE(match["distance"].isWhole());
    EXPECT_EQ(match["distance"], distance);
    EXPECT_EQ(match["score"], 1 - distance / (most * 36.0));  // 4 x 3 pixels of 3 channels
  }
  std::vector<std::string> stages;
  for (const Json& stage : object["timeline"]) stages.push_back(stage["stage"].text());
  EXPECT_EQ(stages.front(), "load");
  EXPECT_NE(std::find(stages.begin(), stages.end(), "search"), stages.end());
}

TEST_P(EveryMethod, TheDefaultEngineFindsTheSame) {
  const Outcome outcome = espy(search(GetParam(), {"--json", "needle.ppm", "scene.ppm"}, "auto"));
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  const auto all = objects(outcome.out);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].keys().back(), "choice");
  EXPECT_EQ(all[0]["matches"], found(GetParam(), {})["matches"]);
}

TEST_P(EveryMethod, BestIsReportedWhereNothingReachesTheMinimum) {
  const Json object = found(GetParam(), {"--min-score", "1"}, "needle.ppm", 1);
  EXPECT_EQ(object.keys(), (Words{"image", "width", "height", "engine", "method", "matches", "best",
                                  "timeline", "total_ms"}));
  EXPECT_TRUE(object["matches"].isList());
  EXPECT_TRUE(object["matches"].empty());
  EXPECT_EQ(object["best"].keys(), kMatchKeys);
  EXPECT_EQ(object["best"], found(GetParam(), {})["matches"][0]);
  // The needle is larger than the scene: there is no best window.
  write("large.ppm", file(noise(21, 3, 3, 4)));
  const Outcome large = espy(search(GetParam(), {"--json", "large.ppm", "scene.ppm"}));
  EXPECT_EQ(large.status, 1);
  ASSERT_EQ(objects(large.out).size(), 1U);
  EXPECT_FALSE(objects(large.out)[0].contains("best"));
  EXPECT_EQ(large.err,
            "espy: scene.ppm: note: the needle large.ppm (21 x 3 pixels) is larger than this image "
            "(20 x 16 pixels)\n");
}

TEST_P(EveryMethod, NearestTakesTheBest) {
  const std::string text = "scene.ppm:7,5,4,3 score=";
  const Words miss = {"--min-score", "1", "needle.ppm", "scene.ppm"};
  Words nearest = miss;
  nearest.insert(nearest.begin(), "--nearest");
  EXPECT_EQ(espy(search(GetParam(), miss)).status, 1);
  EXPECT_EQ(espy(search(GetParam(), miss)).out, "");
  const Outcome outcome = espy(search(GetParam(), nearest));
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(outcome.out.starts_with(text)) << outcome.out;
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 1);
  nearest.push_back("--quiet");
  EXPECT_EQ(espy(search(GetParam(), nearest)).status, 0);

  const Json object = found(GetParam(), {"--nearest", "--min-score", "1"});
  ASSERT_EQ(object["matches"].size(), 1U);
  EXPECT_EQ(object["best"], object["matches"][0]);
  // No effect when a match reaches the minimum.
  EXPECT_EQ(found(GetParam(), {"--nearest"})["matches"], found(GetParam(), {})["matches"]);
  EXPECT_FALSE(found(GetParam(), {"--nearest"}).contains("best"));
}

TEST_P(EveryMethod, NearestIsMarkedToo) {
  const Outcome outcome =
      espy(search(GetParam(), {"--nearest", "--min-score", "1", "-o", "out.ppm", "--mark",
                               "whiteout", "--flags", "flags.pgm", "needle.ppm", "scene.ppm"}));
  EXPECT_EQ(outcome.status, 0);
  const Picture flags = flagsOf(scene_, {{7, 5, 4, 3}});
  EXPECT_EQ(read("flags.pgm"), file(flags));
  EXPECT_EQ(parse(read("out.ppm")), whitedOut(scene_, flags));
}

TEST_P(EveryMethod, MinScoreIsFromMinusOneToOne) {
  EXPECT_EQ(found(GetParam(), {"--min-score", "0.99"})["matches"].size(), 1U);
  const Json all = found(GetParam(), {"--min-score", "-1", "--overlap", "1"});
  EXPECT_GT(all["matches"].size(), 5U);  // every local maximum
  double before = 1;
  for (const Json& match : all["matches"]) {
    EXPECT_LE(match["score"].number(), before);
    before = match["score"].number();
  }
  for (const char* wrong : {"1.5", "-1.5", "nan", "inf", "high", ""}) {
    EXPECT_TRUE(refuses(espy(search(GetParam(), {"--min-score", wrong, "needle.ppm", "scene.ppm"})),
                        "--min-score"))
        << wrong;
  }
}

TEST_F(FindScored, MinScoreIsNineTenthsUnlessGiven) {
  Picture row(7, 1, 1);
  row.at(1, 0) = 100;
  row.at(3, 0) = 126;  // differs by 26 of 255, slightly more than a tenth
  row.at(5, 0) = 75;   // by 25 of 255
  Picture dot(1, 1, 1, 100);
  write("row.pgm", file(row));
  write("dot.pgm", file(dot));
  const Outcome outcome =
      espy({"find", "--engine", "reference", "--method", "sad", "dot.pgm", "row.pgm"});
  EXPECT_EQ(outcome.out,
            "row.pgm:1,0,1,1 score=1 needle=dot.pgm\n"
            "row.pgm:5,0,1,1 score=0.9019607843137255 needle=dot.pgm\n");
}

TEST_P(EveryMethod, TopAndSeveralNeedles) {
  write("second.ppm", file(cut(scene_, 0, 13, 5, 3)));
  const Words both = {"-e", "needle.ppm", "-e", "second.ppm", "scene.ppm"};
  const std::string second = "scene.ppm:0,13,5,3 score=1 needle=second.ppm\n";
  const Outcome outcome = espy(search(GetParam(), both));
  EXPECT_TRUE(outcome.out.starts_with(second + "scene.ppm:7,5,4,3 score=0.99")) << outcome.out;
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 2);
  Words first = both;
  first.insert(first.end(), {"--top", "1"});
  EXPECT_EQ(espy(search(GetParam(), first)).out, second);
}

TEST_P(EveryMethod, GreyMeetsColour) {
  const Picture part = noise(5, 4, 1, 8);
  paste(scene_, inColour(part), 11, 9);
  write("scene.ppm", file(scene_));
  write("grey.pgm", file(part));
  EXPECT_EQ(espy(search(GetParam(), {"grey.pgm", "scene.ppm"})).out,
            "scene.ppm:11,9,5,4 score=1 needle=grey.pgm\n");
}

TEST_P(EveryMethod, MaskedPixelsAreIgnored) {
  Picture mask(4, 3, 1, 1);
  mask.at(0, 0) = 0;
  write("mask.pgm", file(mask));
  EXPECT_EQ(espy(search(GetParam(), {"--mask", "mask.pgm", "needle.ppm", "scene.ppm"})).out,
            "scene.ppm:7,5,4,3 score=1 needle=needle.ppm\n");
}

/// PGM file with 16-bit samples: the 8-bit ones times `times`.
std::string wideFile(const Picture& grey, int times) {
  std::string bytes =
      "P5\n" + std::to_string(grey.width) + ' ' + std::to_string(grey.height) + "\n65535\n";
  for (const std::uint8_t sample : grey.samples) {
    bytes += static_cast<char>(sample * times >> 8);
    bytes += static_cast<char>(sample * times);
  }
  return bytes;
}

TEST_P(EveryMethod, SixteenBits) {
  const Picture grey = noise(20, 16, 1, 9);
  write("scene.pgm", wideFile(grey, 257));
  write("narrow.pgm", file(cut(grey, 3, 4, 6, 5)));
  write("wide.pgm", wideFile(cut(grey, 3, 4, 6, 5), 256));
  EXPECT_EQ(espy(search(GetParam(), {"narrow.pgm", "scene.pgm"})).out,
            "scene.pgm:3,4,6,5 score=1 needle=narrow.pgm\n");
  const auto all = objects(espy(search(GetParam(), {"--json", "wide.pgm", "scene.pgm"})).out);
  ASSERT_EQ(all.size(), 1U);
  ASSERT_EQ(all[0]["matches"].size(), 1U);
  const Json& match = all[0]["matches"][0];
  double distance = 0;
  const Picture part = cut(grey, 3, 4, 6, 5);
  for (const int sample : part.samples) distance += GetParam() == "sad" ? sample : sample * sample;
  if (GetParam() == "zncc") return;
  EXPECT_EQ(match["distance"].number(), distance);
  const double most = GetParam() == "sad" ? 65535 : 65535.0 * 65535;
  EXPECT_EQ(match["score"].number(), 1 - distance / (most * 30));
}

TEST_P(EveryMethod, WhatMakesNoSenseIsRefused) {
  const auto with = [&](Words options) {
    options.insert(options.end(), {"needle.ppm", "scene.ppm"});
    return espy(search(GetParam(), options));
  };
  EXPECT_TRUE(refuses(with({"--tolerance", "3"}), "--tolerance is for exact; with"));
  EXPECT_TRUE(refuses(with({"--tolerance", "0"}), "--tolerance is for exact"));
}

TEST_F(FindScored, OverlapIsAHalfUnlessExact) {
  // Stripes of period 2: positions 0 and 2 match and share 10 of 14 columns.
  Picture stripes(14, 3, 1);
  for (int i = 0; i < 14 * 3; ++i) stripes.at(i % 14, i / 14) = i % 14 % 2 == 0 ? 200 : 10;
  write("stripes.pgm", file(stripes));
  write("part.pgm", file(cut(stripes, 0, 0, 12, 3)));
  const std::string first = "stripes.pgm:0,0,12,3 score=1 needle=part.pgm\n";
  const std::string second = "stripes.pgm:2,0,12,3 score=1 needle=part.pgm\n";
  const auto lines = [&](const std::string& method, Words options) {
    options.insert(options.end(), {"part.pgm", "stripes.pgm"});
    return espy(search(method, options)).out;
  };
  for (const char* method : {"sad", "ssd", "zncc"}) {
    EXPECT_EQ(lines(method, {}), first);
    EXPECT_EQ(lines(method, {"--overlap", "0.71"}), first);
    EXPECT_EQ(lines(method, {"--overlap", "0.72"}), first + second);
    EXPECT_EQ(lines(method, {"--overlap", "1"}), first + second);
  }
  EXPECT_EQ(lines("exact", {}), first + second);
  EXPECT_EQ(lines("exact", {"--overlap", "0.5"}), first);
}

TEST_F(FindScored, AcrossComparesOverlapsOverAllNeedles) {
  write("inner.ppm", file(cut(scene_, 7, 5, 4, 2)));
  Words both = search("ssd", {"-e", "needle.ppm", "-e", "inner.ppm", "scene.ppm"});
  const std::string inner = "scene.ppm:7,5,4,2 score=1 needle=inner.ppm\n";
  const Outcome apart = espy(both);
  EXPECT_TRUE(apart.out.starts_with(inner + "scene.ppm:7,5,4,3 score=0.999")) << apart.out;
  both.push_back("--across");
  EXPECT_EQ(espy(both).out, inner);
}

TEST_F(FindScored, NoBestWithExact) {
  EXPECT_FALSE(found("exact", {}, "needle.ppm", 1).contains("best"));
  EXPECT_FALSE(found("exact", {"--nearest"}, "needle.ppm", 1).contains("best"));
}

TEST_F(FindScored, BrightnessAndContrastDoNotMatterToCorrelation) {
  Picture dark = cut(scene_, 7, 5, 4, 3);
  for (std::uint8_t& sample : dark.samples) sample = static_cast<std::uint8_t>(sample / 2 + 60);
  write("dark.ppm", file(dark));
  const Json object = found("zncc", {"--min-score", "0.99"}, "dark.ppm");
  ASSERT_EQ(object["matches"].size(), 1U);
  EXPECT_EQ(object["matches"][0]["x"], 7);
  EXPECT_EQ(found("sad", {}, "dark.ppm", 1)["matches"].size(), 0U);
}

TEST_F(FindScored, AFlatNeedleHasNoCorrelation) {
  write("flat.pgm", file(Picture(3, 3, 1, 80)));
  EXPECT_TRUE(refuses(espy(search("zncc", {"flat.pgm", "scene.ppm", "scene.ppm"})),
                      "flat.pgm: the needle has one colour only"));
  EXPECT_TRUE(refuses(espy(search("zncc", {"-e", "needle.ppm", "-e", "flat.pgm", "scene.ppm"})),
                      "flat.pgm: "));
  EXPECT_TRUE(refuses(espy({"find", "--method", "zncc", "flat.pgm", "scene.ppm"}), "flat.pgm: "));
  EXPECT_EQ(espy(search("sad", {"--nearest", "flat.pgm", "scene.ppm"})).status, 0);
  // A needle that is constant within its mask, and one that varies only between channels.
  Picture varied(3, 3, 1, 80);
  varied.at(1, 1) = 81;
  Picture mask(3, 3, 1, 1);
  mask.at(1, 1) = 0;
  write("varied.pgm", file(varied));
  write("mask.pgm", file(mask));
  EXPECT_TRUE(
      refuses(espy(search("zncc", {"--mask", "mask.pgm", "varied.pgm", "scene.ppm"})), "varied"));
  Picture red(3, 3, 3, 0);
  for (int i = 0; i < 9; ++i) red.at(i % 3, i / 3, 0) = 200;
  write("red.ppm", file(red));
  EXPECT_EQ(espy(search("zncc", {"--nearest", "red.ppm", "scene.ppm"})).status, 0);
  EXPECT_TRUE(refuses(
      espy(search("zncc", {"--channel-means", "each", "red.ppm", "scene.ppm", "scene.ppm"})),
      "red.ppm: "));
  EXPECT_TRUE(
      refuses(espy(search("zncc", {"--denoise", "1000", "varied.pgm", "scene.ppm", "scene.ppm"})),
              "varied.pgm: "));
}

TEST_F(FindScored, AFlatWindowScoresNoughtAndNothingIsNaN) {
  write("flat.pgm", file(Picture(6, 5, 1, 255)));
  const Outcome outcome = espy(search("zncc", {"--json", "--min-score", "-1", "--overlap", "1",
                                               "needle.ppm", "flat.pgm", "scene.ppm"}));
  EXPECT_EQ(outcome.out.find("nan"), std::string::npos);
  const auto all = objects(outcome.out);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0]["matches"].size(), 9U);  // 3 x 3 positions with equal scores
  for (const Json& match : all[0]["matches"]) EXPECT_EQ(match["score"], 0.0);
}

TEST_F(FindScored, WeightsCountPixelsMoreOrLess) {
  Picture mask(4, 3, 1, 255);
  mask.at(0, 0) = 51;
  write("mask.pgm", file(mask));
  const Json plain = found("sad", {"--mask", "mask.pgm"})["matches"][0];
  EXPECT_EQ(plain["distance"], kOff);
  const Json weighted = found("sad", {"--mask", "mask.pgm", "--weighted"})["matches"][0];
  EXPECT_EQ(weighted["distance"], 51 * kOff);
  EXPECT_EQ(weighted["score"], 1 - 51 * kOff / (255.0 * 3 * (11 * 255 + 51)));
  for (const char* method : {"exact", "zncc"}) {
    EXPECT_TRUE(refuses(espy(search(method, {"--weighted", "needle.ppm", "scene.ppm"})),
                        "--weighted is for sad, ssd, not for"));
  }
}

TEST_F(FindScored, ChannelsMayHaveMeansOfTheirOwn) {
  for (std::uint8_t& sample : scene_.samples) sample /= 2;
  write("scene.ppm", file(scene_));
  Picture redder = cut(scene_, 7, 5, 4, 3);
  for (std::size_t i = 0; i < redder.samples.size(); i += 3) redder.samples[i] += 90;
  write("redder.ppm", file(redder));
  for (const char* engine : {"reference", "sequential", "threads", "openmp"}) {
    const Outcome outcome =
        espy(search("zncc", {"--channel-means", "each", "redder.ppm", "scene.ppm"}, engine));
    EXPECT_EQ(outcome.out, "scene.ppm:7,5,4,3 score=1 needle=redder.ppm\n") << engine;
  }
  EXPECT_EQ(espy(search("zncc", {"--channel-means", "all", "redder.ppm", "scene.ppm"})).status, 1);
  EXPECT_TRUE(refuses(espy(search("ssd", {"--channel-means", "each", "redder.ppm", "scene.ppm"})),
                      "--channel-means is for zncc"));
  EXPECT_TRUE(refuses(espy(search("zncc", {"--channel-means", "each", "--angle", "0:9",
                                           "redder.ppm", "scene.ppm"})),
                      "means of each channel cannot be combined"));
}

TEST_F(FindScored, TimingsNameTheSearch) {
  const Outcome outcome = espy(search("sad", {"--timings", "needle.ppm", "scene.ppm"}));
  for (const char* part : {"1 found", "engine reference", "search", "select", "load", "total"}) {
    EXPECT_NE(outcome.err.find(part), std::string::npos) << part << " is not in\n" << outcome.err;
  }
}

TEST_F(FindScored, OneBrokenImageOfSeveralIsStatusThree) {
  write("broken.ppm", "P6 30 20 255\nshort");
  const Outcome outcome = espy(search("zncc", {"needle.ppm", "broken.ppm", "scene.ppm"}));
  EXPECT_EQ(outcome.status, 3);
  EXPECT_TRUE(outcome.out.starts_with("scene.ppm:7,5,4,3 ")) << outcome.out;
}

}  // namespace
}  // namespace espy::test
