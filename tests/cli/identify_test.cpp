// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// espy identify: names known surfaces and rejects unknown ones.
#include "base/modules.h"
#include "command.h"
#include "json_lines.h"
#include "picture.h"

namespace espy::test {
namespace {

class Identify : public CommandTest {
 protected:
  void SetUp() override {
    if (modulePath("espy_features.so").empty()) {
      GTEST_SKIP() << "built without OpenCV's features2d, calib3d, imgproc";
    }
    for (unsigned seed = 1; seed <= 4; ++seed) {
      write("known" + std::to_string(seed) + ".pgm", file(surface(seed)));
    }
    ASSERT_EQ(espy({"library", "create", "l.esl"}).status, 0);
    ASSERT_EQ(espy({"library", "add", "l.esl", "known*.pgm"}).status, 0);
  }

  /// Blocks of noise.
  static Picture surface(unsigned seed) {
    const Picture coarse = noise(kSide / 5, kSide / 5, 1, seed);
    Picture picture(kSide, kSide, 1);
    for (int y = 0; y < kSide; ++y) {
      for (int x = 0; x < kSide; ++x) picture.at(x, y) = coarse.at(x / 5, y / 5);
    }
    return picture;
  }
  /// A cropped view of the surface, rotated by 180 degrees and darker.
  static Picture seen(unsigned seed) {
    const Picture whole = surface(seed);
    Picture picture(kSide - 30, kSide - 50, 1);
    for (int y = 0; y < kSide - 50; ++y) {
      for (int x = 0; x < kSide - 30; ++x) {
        const int value = whole.at(kSide - 1 - x, kSide - 1 - y);
        picture.at(x, y) = static_cast<std::uint8_t>(20 + value * 3 / 5);
      }
    }
    return picture;
  }

  static constexpr int kSide = 200;
};

TEST_F(Identify, NamesWhatIsKnownAndReportsWhatIsNot) {
  write("a.pgm", file(seen(3)));
  write("b.pgm", file(seen(77)));
  const Outcome known = espy({"identify", "l.esl", "a.pgm"});
  EXPECT_EQ(known.status, 0) << known.err;
  EXPECT_EQ(known.out.find("a.pgm: known3 count="), 0U) << known.out;
  const Outcome unknown = espy({"identify", "l.esl", "b.pgm"});
  EXPECT_EQ(unknown.status, 1);
  EXPECT_EQ(unknown.out, "");
  EXPECT_EQ(unknown.err, "espy: b.pgm: none of 4 surfaces\n");
  EXPECT_EQ(espy({"identify", "--quiet", "l.esl", "b.pgm"}).err, "");
}

TEST_F(Identify, ComparesTwoPhotographsOneToOne) {
  write("a.pgm", file(seen(3)));
  write("b.pgm", file(seen(77)));
  write("flat.pgm", file(Picture(kSide, kSide, 1)));
  const Outcome same = espy({"identify", "--one-to-one", "known3.pgm", "a.pgm"});
  EXPECT_EQ(same.status, 0) << same.err;
  EXPECT_EQ(same.out.find("a.pgm: known3.pgm count="), 0U) << same.out;
  for (const char* other : {"b.pgm", "flat.pgm"}) {
    const Outcome different = espy({"identify", "--one-to-one", "known3.pgm", other});
    EXPECT_EQ(different.status, 1) << other;
    EXPECT_EQ(different.out, "");
    EXPECT_EQ(different.err, "espy: " + std::string(other) + ": not the surface of known3.pgm\n");
  }
  for (const char* counted : {"distinct", "plain"}) {
    const Outcome outcome =
        espy({"identify", "--one-to-one", "--json", "--score", counted, "known3.pgm", "a.pgm"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const Json answer = objects(outcome.out).at(0);
    EXPECT_EQ(answer["photo"], "a.pgm");
    EXPECT_EQ(answer["references"], 1);
    EXPECT_EQ(answer["known"], true);
    EXPECT_EQ(answer["id"], "known3.pgm");
    EXPECT_GT(answer["matches"][0]["inliers"].number(), 20);
    EXPECT_EQ(answer["margin"].number(), answer["matches"][0]["count"].number());
  }
  EXPECT_EQ(espy({"identify", "--one-to-one", "--json", "known3.pgm", "b.pgm"}).status, 1);
  EXPECT_EQ(espy({"identify", "--one-to-one", "known3.pgm", "none.pgm"}).status, 2);
  EXPECT_EQ(espy({"identify", "--one-to-one", "known3.pgm"}).err,
            "espy: --one-to-one takes two photographs; try 'espy identify --help'\n");
}

TEST_F(Identify, ComparesByOrb) {
  write("a.pgm", file(seen(3)));
  write("b.pgm", file(seen(77)));
  const auto compare = [&](const std::string& type, const std::string& photo,
                           const std::string& engine = "auto") {
    return espy({"identify", "--one-to-one", "--feature-type", type, "--engine", engine, "--json",
                 "known3.pgm", photo});
  };
  for (const char* type : {"sift", "orb"}) {
    EXPECT_EQ(compare(type, "a.pgm").status, 0) << type;
    EXPECT_EQ(compare(type, "b.pgm").status, 1) << type;
  }
  const Json sift = objects(compare("sift", "a.pgm").out).at(0);
  const Json orb = objects(compare("orb", "a.pgm").out).at(0);
  EXPECT_NE(orb["features"].number(), sift["features"].number());
  EXPECT_EQ(orb["id"], "known3.pgm");
  EXPECT_NEAR(orb["matches"][0]["homography"][0].number(), -1, 0.05);
  for (const char* engine : {"reference", "sequential", "threads", "openmp"}) {
    const Json answer = objects(compare("orb", "a.pgm", engine).out).at(0);
    EXPECT_EQ(answer["engine"], engine);
    EXPECT_EQ(answer["matches"], orb["matches"]);
  }
  EXPECT_EQ(espy({"identify", "--feature-type", "orb", "l.esl", "a.pgm"}).err,
            "espy: --feature-type orb needs --one-to-one: libraries are of SIFT features; try "
            "'espy identify --help'\n");
  EXPECT_EQ(compare("surf", "a.pgm").status, 2);
}

TEST_F(Identify, PrintsCandidatesAsJson) {
  write("a.pgm", file(seen(2)));
  write("b.pgm", file(seen(77)));
  const Outcome outcome = espy({"identify", "--json", "--top", "2", "l.esl", "a.pgm", "b.pgm"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const std::vector<Json> lines = objects(outcome.out);
  ASSERT_EQ(lines.size(), 2U);
  const Json& a = lines[0];
  EXPECT_EQ(a["photo"], "a.pgm");
  EXPECT_EQ(a["references"], 4);
  EXPECT_EQ(a["known"], true);
  EXPECT_EQ(a["id"], "known2");
  ASSERT_GE(a["matches"].size(), 1U);
  ASSERT_LE(a["matches"].size(), 2U);
  const Json& match = a["matches"][0];
  EXPECT_EQ(match["id"], "known2");
  EXPECT_GE(match["count"].number(), match["inliers"].number());
  EXPECT_GT(match["inliers"].number(), 20);
  ASSERT_EQ(match["homography"].size(), 9U);
  // Rotated by 180 degrees: the lower-right corner maps to the upper left.
  EXPECT_NEAR(match["homography"][0].number(), -1, 0.05);
  EXPECT_NEAR(match["homography"][2].number(), kSide, 3);
  EXPECT_NEAR(match["homography"][4].number(), -1, 0.05);
  const double second = a["matches"].size() > 1 ? a["matches"][1]["count"].number() : 0.0;
  EXPECT_EQ(a["margin"].number(), match["count"].number() - second);
  std::vector<std::string> stages;
  for (const Json& stage : a["timeline"]) stages.push_back(stage["stage"].text());
  EXPECT_EQ(stages, (std::vector<std::string>{"load", "features", "prepare", "count", "verify"}));
  EXPECT_EQ(lines[1]["known"], false);
  EXPECT_TRUE(lines[1]["id"].isNull());
}

TEST_F(Identify, EveryEngineFindsTheSame) {
  write("a.pgm", file(seen(4)));
  const auto matches = [&](const std::string& engine) {
    return objects(espy({"identify", "--json", "--engine", engine, "l.esl", "a.pgm"}).out)
        .at(0)["matches"];
  };
  const Json wanted = matches("reference");
  EXPECT_EQ(matches("sequential"), wanted);
  EXPECT_EQ(matches("openmp"), wanted);
  EXPECT_EQ(matches("auto"), wanted);
}

TEST_F(Identify, PlainCountsAreNoLessThanDistinctOnes) {
  write("a.pgm", file(seen(1)));
  const auto count = [&](const std::string& score) {
    const Outcome outcome = espy({"identify", "--json", "--score", score, "l.esl", "a.pgm"});
    return objects(outcome.out).at(0)["matches"][0]["count"].number();
  };
  EXPECT_GE(count("plain"), count("distinct"));
}

TEST_F(Identify, BrokenPhotographsAreReportedAndTheOthersDone) {
  write("a.pgm", file(seen(3)));
  write("broken.pgm", "P5\n9 9\n255\nxx");
  const Outcome some = espy({"identify", "l.esl", "broken.pgm", "a.pgm"});
  EXPECT_EQ(some.status, 3);
  EXPECT_EQ(some.out.find("a.pgm: known3 "), 0U) << some.out;
  EXPECT_NE(some.err.find("broken.pgm: "), std::string::npos) << some.err;
  EXPECT_EQ(espy({"identify", "l.esl", "broken.pgm"}).status, 2);
}

TEST_F(Identify, RefusesInOneSentence) {
  write("a.pgm", file(seen(3)));
  const std::vector<std::vector<std::string>> all{
      {"identify"},
      {"identify", "l.esl"},
      {"identify", "nowhere.esl", "a.pgm"},
      {"identify", "l.esl", "nowhere.pgm"},
      {"identify", "--ratio", "1", "l.esl", "a.pgm"},
      {"identify", "--ratio", "5/4", "l.esl", "a.pgm"},
      {"identify", "--ratio", "x", "l.esl", "a.pgm"},
      {"identify", "--ratio", "4/0", "l.esl", "a.pgm"},
      {"identify", "--ratio", "4/5/6", "l.esl", "a.pgm"},
      {"identify", "--top", "0", "l.esl", "a.pgm"},
      {"identify", "--score", "other", "l.esl", "a.pgm"},
      {"identify", "--min-inliers", "3", "l.esl", "a.pgm"},
      {"identify", "--engine", "nobody", "l.esl", "a.pgm"},
  };
  for (const auto& words : all) {
    const Outcome outcome = espy(words);
    EXPECT_EQ(outcome.status, 2) << words.back();
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(outcome.err.find("espy: "), 0U) << outcome.err;
  }
}

TEST_F(Identify, AnEmptyLibraryKnowsNothing) {
  write("a.pgm", file(seen(3)));
  ASSERT_EQ(espy({"library", "create", "empty.esl"}).status, 0);
  const Outcome outcome = espy({"identify", "empty.esl", "a.pgm"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err, "espy: a.pgm: none of 0 surfaces\n");
}

TEST_F(Identify, APhotographWithoutFeaturesShowsNothing) {
  write("flat.pgm", file(Picture(50, 50, 1)));
  const Outcome outcome = espy({"identify", "--json", "l.esl", "flat.pgm"});
  EXPECT_EQ(outcome.status, 1);
  const Json line = objects(outcome.out).at(0);
  EXPECT_EQ(line["features"], 0);
  EXPECT_EQ(line["matches"].size(), 0U);
  EXPECT_EQ(line["margin"], 0);
}

}  // namespace
}  // namespace espy::test
