// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Output formats of `espy find`: text, JSON, timings, quiet.
#include <algorithm>

#include "command.h"
#include "json_lines.h"
#include "picture.h"

namespace espy::test {
namespace {

class FindText : public CommandTest {
 protected:
  FindText() : scene_(noise(50, 30, 1, 1)) {
    write("scene.pgm", file(scene_));
    write("a.pgm", file(cut(scene_, 5, 20, 6, 4)));
    write("b.pgm", file(cut(scene_, 40, 3, 7, 9)));
    write("none.pgm", file(noise(9, 9, 1, 2)));
  }

  Picture scene_;
};

TEST_F(FindText, LinesAreExactlyAsPromised) {
  const Outcome outcome = espy({"find", "-e", "a.pgm", "-e", "b.pgm", "./scene.pgm"});
  EXPECT_EQ(outcome.out,
            "./scene.pgm:40,3,7,9 score=1 needle=b.pgm\n"
            "./scene.pgm:5,20,6,4 score=1 needle=a.pgm\n");
  EXPECT_EQ(outcome.err, "");
}

TEST_F(FindText, NotesThatExactHasNoMinimumIfNothingIsFound) {
  const Outcome outcome = espy({"find", "--min-score", "0.5", "none.pgm", "scene.pgm"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err,
            "espy: --min-score: note: has no effect with exact; for similar matches use --method "
            "zncc\n");
  EXPECT_EQ(espy({"find", "--quiet", "--min-score", "0.5", "none.pgm", "scene.pgm"}).err, "");
  EXPECT_EQ(espy({"find", "--json", "--min-score", "0.5", "none.pgm", "scene.pgm"}).err, "");
  EXPECT_EQ(espy({"find", "--min-score", "0.5", "a.pgm", "scene.pgm"}).err, "");
  EXPECT_EQ(espy({"find", "none.pgm", "scene.pgm"}).err, "");
}

TEST_F(FindText, JsonHasEveryKeyInOrderWithItsType) {
  const Outcome outcome =
      espy({"find", "--json", "--engine", "sequential", "-e", "a.pgm", "-e", "b.pgm", "scene.pgm"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  const auto all = objects(outcome.out);
  ASSERT_EQ(all.size(), 1u);
  const Json& object = all[0];
  EXPECT_EQ(object.keys(), (std::vector<std::string>{"image", "width", "height", "engine", "method",
                                                     "matches", "timeline", "total_ms"}));
  EXPECT_EQ(object["image"], "scene.pgm");
  EXPECT_EQ(object["width"], 50);
  EXPECT_EQ(object["height"], 30);
  EXPECT_TRUE(object["width"].isWhole());
  EXPECT_EQ(object["engine"], "sequential");
  EXPECT_EQ(object["method"], "exact");

  ASSERT_EQ(object["matches"].size(), 2u);
  const Json& match = object["matches"][0];
  EXPECT_EQ(match.keys(), (std::vector<std::string>{"needle", "x", "y", "width", "height", "score",
                                                    "distance", "angle", "scale"}));
  EXPECT_EQ(match["needle"], "b.pgm");
  EXPECT_EQ(match["x"], 40);
  EXPECT_EQ(match["y"], 3);
  EXPECT_EQ(match["width"], 7);
  EXPECT_EQ(match["height"], 9);
  EXPECT_EQ(match["score"], 1.0);
  EXPECT_TRUE(match["score"].isFraction());
  EXPECT_EQ(match["distance"], 0);
  EXPECT_TRUE(match["distance"].isWhole());
  EXPECT_EQ(match["angle"], 0.0);
  EXPECT_TRUE(match["angle"].isFraction());
  EXPECT_EQ(match["scale"], 1.0);
  EXPECT_TRUE(match["scale"].isFraction());
  EXPECT_EQ(object["matches"][1]["needle"], "a.pgm");

  ASSERT_FALSE(object["timeline"].empty());
  double sum = 0;
  for (const Json& stage : object["timeline"]) {
    EXPECT_EQ(stage.keys(), (std::vector<std::string>{"stage", "ms"}));
    EXPECT_TRUE(stage["stage"].isText());
    EXPECT_TRUE(stage["ms"].isFraction());
    EXPECT_GE(stage["ms"].number(), 0.0);
    sum += stage["ms"].number();
  }
  EXPECT_EQ(object["timeline"][0]["stage"], "load");
  EXPECT_TRUE(object["total_ms"].isFraction());
  EXPECT_GE(object["total_ms"].number(), sum * 0.999);
}

TEST_F(FindText, JsonHasTheReasonOfTheChoice) {
  const Outcome outcome = espy({"find", "--json", "a.pgm", "scene.pgm"});
  const auto all = objects(outcome.out);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].keys().back(), "choice");
  EXPECT_TRUE(all[0]["choice"].isText());
}

TEST_F(FindText, JsonNamesTheEngineThatRan) {
  for (const char* engine : {"reference", "sequential", "threads", "openmp"}) {
    const auto all =
        objects(espy({"find", "--json", "--engine", engine, "a.pgm", "scene.pgm"}).out);
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0]["engine"], engine);
  }
  const auto automatic = objects(espy({"find", "--json", "a.pgm", "scene.pgm"}).out);
  ASSERT_EQ(automatic.size(), 1u);
  EXPECT_NE(automatic[0]["engine"], "auto");
}

TEST_F(FindText, JsonHasTheDistanceOfATolerantMatch) {
  Picture needle = cut(scene_, 5, 20, 6, 4);
  needle.at(0, 0) = static_cast<std::uint8_t>(needle.at(0, 0) ^ 1);
  needle.at(5, 3) = static_cast<std::uint8_t>(needle.at(5, 3) ^ 2);
  write("near.pgm", file(needle));
  const auto all =
      objects(espy({"find", "--json", "--tolerance", "2", "near.pgm", "scene.pgm"}).out);
  ASSERT_EQ(all.size(), 1u);
  ASSERT_EQ(all[0]["matches"].size(), 1u);
  EXPECT_EQ(all[0]["matches"][0]["score"], 1.0);
  EXPECT_EQ(all[0]["matches"][0]["x"], 5);
}

TEST_F(FindText, JsonHasOneObjectPerImageAlsoWithoutMatches) {
  write("bare.pgm", file(Picture(12, 11, 1)));
  const Outcome outcome = espy({"find", "--json", "a.pgm", "bare.pgm", "scene.pgm"});
  EXPECT_EQ(outcome.status, 0);
  const auto all = objects(outcome.out);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0]["image"], "bare.pgm");
  EXPECT_EQ(all[0]["width"], 12);
  EXPECT_EQ(all[0]["height"], 11);
  EXPECT_TRUE(all[0]["matches"].isList());
  EXPECT_TRUE(all[0]["matches"].empty());
  EXPECT_EQ(all[1]["image"], "scene.pgm");
  EXPECT_EQ(all[1]["matches"].size(), 1u);
  EXPECT_EQ(espy({"find", "--json", "none.pgm", "scene.pgm"}).status, 1);
}

TEST_F(FindText, JsonHasTheStagesOfMarking) {
  const auto all = objects(espy({"find", "--json", "-o", "out.pgm", "a.pgm", "scene.pgm"}).out);
  ASSERT_EQ(all.size(), 1u);
  std::vector<std::string> stages;
  for (const Json& stage : all[0]["timeline"]) stages.push_back(stage["stage"].text());
  ASSERT_GE(stages.size(), 5u);
  EXPECT_EQ(stages.front(), "load");
  EXPECT_EQ(std::vector<std::string>(stages.end() - 3, stages.end()),
            (std::vector<std::string>{"pass 2", "pass 3", "save"}));
}

TEST_F(FindText, JsonEscapesFileNames) {
  const std::string hostile = "qu\"o\\te\ttab\nline\x01 \xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80.pgm";
  write(hostile, file(scene_));
  const auto all = objects(espy({"find", "--json", "a.pgm", hostile}).out);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0]["image"], hostile);
}

TEST_F(FindText, JsonReplacesWhatIsNotUtf8) {
  // A lone continuation byte, a truncated sequence, overlong slashes, a surrogate, and code points
  // above U+10FFFF.
  for (const char* wrong : {"\x80", "\xe2\x82", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80",
                            "\xf5\x80\x80\x80", "\xf4\x90\x80\x80", "\xff"}) {
    const std::string name = std::string("x") + wrong + "y";
    write(name, file(scene_));
    const auto all = objects(espy({"find", "--json", "a.pgm", name}).out);
    ASSERT_EQ(all.size(), 1u);
    const std::string read = all[0]["image"].text();
    EXPECT_EQ(read.front(), 'x');
    EXPECT_EQ(read.back(), 'y');
    EXPECT_NE(read.find("\xef\xbf\xbd"), std::string::npos) << name;
    EXPECT_EQ(all[0]["matches"].size(), 1u);
  }
}

TEST_F(FindText, ManyMatchesAreAllPrinted) {
  write("flat.pgm", file(Picture(200, 100, 1, 3)));
  write("dot.pgm", file(Picture(1, 1, 1, 3)));
  const Outcome text = espy({"find", "dot.pgm", "flat.pgm"});
  EXPECT_EQ(std::count(text.out.begin(), text.out.end(), '\n'), 20000);
  EXPECT_TRUE(text.out.ends_with("flat.pgm:199,99,1,1 score=1 needle=dot.pgm\n"));
  const auto all = objects(espy({"find", "--json", "dot.pgm", "flat.pgm"}).out);
  ASSERT_EQ(all.size(), 1u);
  ASSERT_EQ(all[0]["matches"].size(), 20000u);
  EXPECT_EQ(all[0]["matches"][201]["x"], 1);
  EXPECT_EQ(all[0]["matches"][201]["y"], 1);
}

TEST_F(FindText, QuietPrintsNothingAndKeepsTheStatus) {
  const auto silent = [](const Outcome& outcome, int status) {
    EXPECT_EQ(outcome.status, status);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(outcome.err, "");
  };
  silent(espy({"find", "--quiet", "a.pgm", "scene.pgm"}), 0);
  silent(espy({"find", "--quiet", "none.pgm", "scene.pgm"}), 1);
  silent(espy({"find", "--quiet", "--json", "--timings", "a.pgm", "scene.pgm"}), 0);
  silent(espy({"find", "--quiet", "a.pgm", "missing.pgm"}), 2);
  silent(espy({"find", "--quiet", "a.pgm", "missing.pgm", "scene.pgm"}), 3);
  silent(espy({"find", "--quiet", "--engine", "abacus", "a.pgm", "scene.pgm"}), 2);
}

TEST_F(FindText, TimingsAreATableOnStandardError) {
  const Outcome outcome =
      espy({"find", "--timings", "--engine", "sequential", "-o", "out.pgm", "a.pgm", "scene.pgm"});
  EXPECT_EQ(outcome.out, "scene.pgm:5,20,6,4 score=1 needle=a.pgm\n");
  for (const char* part :
       {"1 needle", "load needles", "scene.pgm: 50 x 30 pixels", "sequential", "1 thread", "stage",
        "ms", "share", "load", "pass 2", "pass 3", "save", "total", "100.0 %"}) {
    EXPECT_NE(outcome.err.find(part), std::string::npos) << part << " is not in\n" << outcome.err;
  }
}

TEST_F(FindText, TimingsSayWhyAutoChose) {
  const Outcome outcome = espy({"find", "--timings", "a.pgm", "scene.pgm"});
  EXPECT_NE(outcome.err.find("auto: "), std::string::npos) << outcome.err;
}

TEST_F(FindText, NotesGoToStandardErrorAndNameTheFile) {
  write("long.pgm", file(scene_) + "behind");
  const Outcome outcome = espy({"find", "a.pgm", "long.pgm"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "long.pgm:5,20,6,4 score=1 needle=a.pgm\n");
  EXPECT_TRUE(outcome.err.starts_with("espy: long.pgm: ")) << outcome.err;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1);
  EXPECT_EQ(espy({"find", "--quiet", "a.pgm", "long.pgm"}).err, "");
}

}  // namespace
}  // namespace espy::test
