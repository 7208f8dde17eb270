// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// `espy find --angle --scale --quarter-turns --flip`: results, output and errors.
#include "command.h"
#include "json_lines.h"
#include "picture.h"

namespace espy::test {
namespace {

using Words = std::vector<std::string>;

class FindPose : public CommandTest {
 protected:
  FindPose() : needle_(noise(6, 4, 3, 1)) {
    Picture scene = noise(30, 24, 3, 2);
    paste(scene, quarter(needle_), 11, 7);
    paste(scene, mirrored(needle_), 2, 17);
    write("scene.ppm", file(scene));
    write("needle.ppm", file(needle_));
  }

  /// Rotated by 90 degrees counter-clockwise.
  static Picture quarter(const Picture& picture) {
    Picture turned(picture.height, picture.width, picture.channels, 0);
    for (int y = 0; y < picture.height; ++y) {
      for (int x = 0; x < picture.width; ++x) {
        for (int c = 0; c < picture.channels; ++c) {
          turned.at(y, picture.width - 1 - x, c) = picture.at(x, y, c);
        }
      }
    }
    return turned;
  }
  static Picture mirrored(const Picture& picture) {
    Picture turned = picture;
    for (int y = 0; y < picture.height; ++y) {
      for (int x = 0; x < picture.width; ++x) {
        for (int c = 0; c < picture.channels; ++c) {
          turned.at(picture.width - 1 - x, y, c) = picture.at(x, y, c);
        }
      }
    }
    return turned;
  }

  Outcome find(Words options) const {
    options.insert(options.begin(), "find");
    options.insert(options.end(), {"needle.ppm", "scene.ppm"});
    return espy(options);
  }

  Picture needle_;
};

TEST_F(FindPose, QuarterTurnsAndMirroredNeedlesAreFoundExactly) {
  EXPECT_EQ(find({}).status, 1);
  EXPECT_EQ(find({"--quarter-turns"}).out,
            "scene.ppm:11,7,4,6 score=1 angle=90 scale=1 needle=needle.ppm\n");
  EXPECT_EQ(find({"--flip"}).out,
            "scene.ppm:2,17,6,4 score=1 angle=0 scale=1 mirrored needle=needle.ppm\n");
  for (const char* engine : {"reference", "sequential", "threads", "openmp"}) {
    EXPECT_EQ(find({"--quarter-turns", "--flip", "--engine", engine}).out,
              "scene.ppm:11,7,4,6 score=1 angle=90 scale=1 needle=needle.ppm\n"
              "scene.ppm:2,17,6,4 score=1 angle=0 scale=1 mirrored needle=needle.ppm\n");
  }
}

TEST_F(FindPose, JsonHasCentreCornersAndWhetherItIsMirrored) {
  const Outcome outcome = find({"--quarter-turns", "--json"});
  const auto all = objects(outcome.out);
  ASSERT_EQ(all.size(), 1U);
  const Json& match = all[0]["matches"][0];
  EXPECT_EQ(match.keys(), (Words{"needle", "x", "y", "width", "height", "score", "distance",
                                 "angle", "scale", "mirrored", "centre", "corners"}));
  EXPECT_EQ(match["angle"].number(), 90);
  EXPECT_EQ(match["mirrored"], false);
  EXPECT_EQ(match["centre"][0].number(), 13);
  EXPECT_EQ(match["centre"][1].number(), 10);
  // The needle's upper-left corner is at the lower left.
  EXPECT_EQ(match["corners"][0][0].number(), 11);
  EXPECT_EQ(match["corners"][0][1].number(), 13);
  EXPECT_EQ(match["corners"][1][1].number(), 7);
}

TEST_F(FindPose, ScoredMethodsFindThemToo) {
  for (const char* method : {"sad", "ssd", "zncc"}) {
    for (const char* search : {"fast", "complete"}) {
      const Outcome outcome = find({"--method", method, "--min-score", "0.99", "--angle",
                                    "0:180:90", "--search", search, "--json"});
      const auto all = objects(outcome.out);
      ASSERT_EQ(all.size(), 1U) << method;
      ASSERT_EQ(all[0]["matches"].size(), 1U) << method;
      const Json& match = all[0]["matches"][0];
      EXPECT_EQ(match["x"], 11);
      EXPECT_EQ(match["y"], 7);
      EXPECT_EQ(match["score"].number(), 1);
      EXPECT_NEAR(match["angle"].number(), 90, 0.01);
    }
  }
}

TEST_F(FindPose, AFlagPlaneShowsTheTurnedWindow) {
  EXPECT_EQ(find({"--quarter-turns", "--flags", "flags.pgm"}).status, 0);
  const Picture flags = parse(read("flags.pgm"));
  EXPECT_EQ(flags.at(11, 7, 0), 1);
  EXPECT_EQ(flags.at(14, 12, 0), 2);
  EXPECT_EQ(flags.at(15, 12, 0), 0);
}

TEST_F(FindPose, WhatMakesNoSenseIsRefusedInOneSentence) {
  EXPECT_TRUE(refuses(find({"--angle", "0:90"}),
                      "--angle is for sad, ssd, zncc, outline; with exact use --quarter-turns"));
  const auto with = [&](Words options) {
    options.insert(options.begin(), {"--method", "zncc"});
    return find(options);
  };
  EXPECT_TRUE(refuses(with({"--angle", "0:90:0"}), "--angle 0:90:0: the step"));
  EXPECT_TRUE(refuses(with({"--angle", "nan"}), "--angle nan: must be"));
  EXPECT_TRUE(refuses(with({"--angle", "0:1:2:3"}), "--angle 0:1:2:3: must be"));
  EXPECT_TRUE(refuses(with({"--angle", ""}), "--angle: needs a value"));
  EXPECT_TRUE(refuses(with({"--angle", "0:"}), "--angle 0:: must be"));
  EXPECT_TRUE(refuses(with({"--angle", "0:400"}), "must be from -360 to 360"));
  EXPECT_TRUE(refuses(with({"--angle", "90:0"}), "--angle 90:0: the first number"));
  EXPECT_TRUE(refuses(with({"--scale", "0:1"}), "--scale 0:1: must be from 0.01 to 100"));
  EXPECT_TRUE(refuses(with({"--search", "slow"}), "--search slow"));
  EXPECT_TRUE(refuses(with({"--visible", "0"}), "--visible: must be more than 0"));
  for (const char* share : {"1.5", "-1", "nan", "half"}) {
    EXPECT_TRUE(refuses(with({"--visible", share}), std::string("--visible ") + share));
  }
  EXPECT_TRUE(
      refuses(find({"--visible", "0.5"}), "--visible is for sad, ssd, zncc, not for exact"));
  EXPECT_TRUE(refuses(with({"--angle", "1e308"}), "must be from -360 to 360"));
  EXPECT_TRUE(refuses(with({"--angle", "0:360:nan"}), "--angle 0:360:nan: must be"));
  EXPECT_TRUE(refuses(with({"--scale", "nan:1"}), "--scale nan:1: must be"));
  EXPECT_TRUE(refuses(with({"--angle", "0:360:1e-300"}), "3.6e+302 poses of a needle of 6 x 4"));
  EXPECT_TRUE(refuses(with({"--angle", "0:360:0.001", "--scale", "0.5:2:0.0001"}),
                      "5400360000 poses of a needle of 6 x 4 pixels"));
  EXPECT_TRUE(refuses(find({"--polarity", "any"}), "--polarity is for zncc"));
  EXPECT_TRUE(refuses(with({"--angle", "0:360:0.0000005"}), "poses of a needle of 6 x 4 pixels"));
}

TEST_F(FindPose, NeedlesThatHangOverTheBorderAreFoundWhereRequested) {
  Picture scene = noise(30, 24, 3, 2);
  for (int y = 0; y < 4; ++y) {
    for (int x = 2; x < 6; ++x) {
      for (int c = 0; c < 3; ++c) scene.at(x - 2, 9 + y, c) = needle_.at(x, y, c);
    }
  }
  write("scene.ppm", file(scene));
  const Words whole{"--method", "zncc", "--min-score", "0.99"};
  EXPECT_EQ(find(whole).status, 1);
  for (const char* search : {"fast", "complete"}) {
    Words options = whole;
    options.insert(options.end(), {"--visible", "0.6", "--search", search});
    EXPECT_EQ(find(options).out, "scene.ppm:0,9,4,4 score=1 angle=0 scale=1 needle=needle.ppm\n");
  }
  Words options = whole;
  options.insert(options.end(), {"--visible", "0.6", "--json", "--flags", "flags.pgm"});
  const Json match = objects(find(options).out)[0]["matches"][0];
  EXPECT_EQ(match["x"], 0);
  EXPECT_EQ(match["width"], 4);
  EXPECT_NEAR(match["centre"][0].number(), 1, 0.1);
  EXPECT_NEAR(match["corners"][0][0].number(), -2, 0.1);
  EXPECT_NEAR(match["corners"][1][0].number(), 4, 0.1);
  const Picture flags = parse(read("flags.pgm"));
  EXPECT_EQ(flags.at(0, 9, 0), 1);
  EXPECT_EQ(flags.at(3, 12, 0), 2);
  EXPECT_EQ(flags.at(4, 12, 0), 0);
}

TEST_F(FindPose, OneAngleIsOnePose) {
  const Outcome outcome = find({"--method", "zncc", "--min-score", "0.99", "--angle", "90"});
  EXPECT_EQ(outcome.out, "scene.ppm:11,7,4,6 score=1 angle=90 scale=1 needle=needle.ppm\n");
}

}  // namespace
}  // namespace espy::test
