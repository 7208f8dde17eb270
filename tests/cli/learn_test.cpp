// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// `espy learn` and `espy find --judge`: results, output and errors.
#include <map>

#include "command.h"
#include "json_lines.h"
#include "picture.h"

namespace espy::test {
namespace {

using Words = std::vector<std::string>;

constexpr int kSide = 20;
constexpr int kPitch = 30;
constexpr int kCells = 10;

/// A noise scene with needles and with look-alikes that differ in a few pixels, each with noise of
/// its own.
class Learn : public CommandTest {
 protected:
  Learn() : needle_(kSide, kSide, 1), scene_(kCells * kPitch, kCells * kPitch, 1) {
    std::mt19937 random(1);
    int colours[25];
    for (int& colour : colours) colour = 40 + static_cast<int>(random() % 176);
    for (int y = 0; y < kSide; ++y) {
      for (int x = 0; x < kSide; ++x) {
        needle_.at(x, y) = static_cast<std::uint8_t>(colours[y / 4 * 5 + x / 4]);
      }
    }
    Picture other = needle_;
    for (int y = 8; y < 12; ++y) {
      for (int x = 4; x < 12; ++x) {
        const int old = needle_.at(x, y);
        other.at(x, y) = static_cast<std::uint8_t>(old < 128 ? old + 90 : old - 90);
      }
    }
    const auto noisy = [&](int value, int most) {
      const int sum = static_cast<int>(random() % static_cast<unsigned>(2 * most + 1)) +
                      static_cast<int>(random() % static_cast<unsigned>(2 * most + 1)) - 2 * most;
      return static_cast<std::uint8_t>(std::clamp(value + sum, 0, 255));
    };
    for (std::uint8_t& sample : scene_.samples) sample = noisy(128, 30);
    for (int cell = 0; cell < kCells * kCells; ++cell) {
      const bool yes = random() % 2 == 0;
      const int left = cell % kCells * kPitch + static_cast<int>(random() % 9);
      const int top = cell / kCells * kPitch + static_cast<int>(random() % 9);
      const int most = 10 + static_cast<int>(random() % 60);
      for (int y = 0; y < kSide; ++y) {
        for (int x = 0; x < kSide; ++x) {
          scene_.at(left + x, top + y) = noisy((yes ? needle_ : other).at(x, y), most);
        }
      }
      truth_[":" + std::to_string(left) + "," + std::to_string(top) + ","] = yes;
    }
    write("needle.pgm", file(needle_));
    write("scene.pgm", file(scene_));
  }

  /// The lines of true matches, or of look-alikes.
  std::string linesOf(const std::string& text, bool yes) const {
    std::string some;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      for (const auto& [place, real] : truth_) {
        if (real != yes || line.find(place) == std::string::npos) continue;
        some += line + "\n";
      }
    }
    return some;
  }
  static int count(const std::string& text) {
    return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  }

  Words findWith(Words more) const {
    Words words{"find", "--method", "zncc", "--min-score", "0.4", "--overlap", "0.3"};
    words.insert(words.end(), more.begin(), more.end());
    words.insert(words.end(), {"needle.pgm", "scene.pgm"});
    return words;
  }

  /// `most` of these lines, evenly spaced.
  static std::string someOf(const std::string& text, int most) {
    std::string some;
    std::istringstream lines(text);
    int number = 0;
    const int all = count(text);
    for (std::string line; std::getline(lines, line); ++number) {
      if (number * most / all != (number + 1) * most / all) some += line + "\n";
    }
    return some;
  }

  /// Learns from `most` matches of each kind.
  Outcome learn(int most) {
    all_ = espy(findWith({})).out;
    write("yes.txt", someOf(linesOf(all_, true), most));
    write("no.txt", someOf(linesOf(all_, false), most));
    return espy(
        {"learn", "--yes", "yes.txt", "--no", "no.txt", "-o", "a.esj", "needle.pgm", "scene.pgm"});
  }

  Picture needle_;
  Picture scene_;
  std::map<std::string, bool> truth_;
  std::string all_;
};

TEST_F(Learn, WhatOnlyLooksLikeTheNeedleIsDropped) {
  const Outcome learned = learn(25);
  EXPECT_EQ(learned.status, 0);
  EXPECT_EQ(learned.out, "");
  EXPECT_NE(learned.err.find("learned from 25 true matches and 25 false ones"), std::string::npos)
      << learned.err;
  EXPECT_NE(learned.err.find("<- taken"), std::string::npos);
  EXPECT_EQ(learned.err.find("stays off"), std::string::npos);

  const Outcome found = espy(findWith({"--judge", "a.esj"}));
  EXPECT_EQ(found.status, 0);
  EXPECT_EQ(found.err, "");
  const int before = count(linesOf(all_, false));
  EXPECT_GT(before, 30);
  EXPECT_LT(count(linesOf(found.out, false)), before / 2);
  EXPECT_GE(count(linesOf(found.out, true)), count(linesOf(all_, true)) * 95 / 100);
  EXPECT_NE(found.out.find(" judge=0."), std::string::npos);
  // A higher recall keeps more matches.
  const Outcome more = espy(findWith({"--judge", "a.esj", "--judge-recall", "1"}));
  const Outcome fewer = espy(findWith({"--judge", "a.esj", "--judge-recall", "0.5"}));
  EXPECT_GE(count(more.out), count(found.out));
  EXPECT_LT(count(fewer.out), count(found.out));
  for (const char* engine : {"sequential", "threads", "openmp"}) {
    EXPECT_EQ(espy(findWith({"--judge", "a.esj", "--engine", engine})).out, found.out) << engine;
  }
}

TEST_F(Learn, JsonHasProbabilities) {
  learn(10);
  const auto all = objects(espy(findWith({"--judge", "a.esj", "--json"})).out);
  ASSERT_EQ(all.size(), 1U);
  const Json& match = all[0]["matches"][0];
  EXPECT_EQ(match.keys(), (Words{"needle", "x", "y", "width", "height", "score", "distance",
                                 "angle", "scale", "judge"}));
  EXPECT_GT(match["judge"].number(), 0);
  EXPECT_LE(match["judge"].number(), 1);
}

TEST_F(Learn, TablesAreRead) {
  learn(8);
  const std::string judge = read("a.esj");
  for (const char* kind : {"yes", "no"}) {
    std::string csv = "\xef\xbb\xbfimage,needle,x,y,width,height,score\r\n";
    std::istringstream lines(read(std::string(kind) + ".txt"));
    for (std::string line; std::getline(lines, line);) {
      const std::size_t score = line.find(" score=");
      csv += "\"/elsewhere/scene.pgm\",needle.pgm," + line.substr(10, score - 10) + "," +
             line.substr(score + 7, line.find(' ', score + 1) - score - 7) + "\r\n";
    }
    write(std::string(kind) + ".csv", csv);
  }
  const Outcome outcome = espy({"learn", "--yes", "yes.csv", "--no", "no.csv", "-o", "b.esj",
                                "--quiet", "needle.pgm", "scene.pgm"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(read("b.esj"), judge);
}

TEST_F(Learn, JsonIsRead) {
  learn(8);
  const std::string judge = read("a.esj");
  const std::string json = espy(findWith({"--json"})).out;
  for (const bool yes : {true, false}) {
    const std::string name = yes ? "yes" : "no";
    // JSON objects of the matches that the text file lists.
    const std::string text = read(name + ".txt");
    std::string some;
    for (std::size_t begin = json.find("{\"needle\""); begin != std::string::npos;
         begin = json.find("{\"needle\"", begin + 1)) {
      const std::string match = json.substr(begin, json.find('}', begin) + 1 - begin);
      int x = 0;
      int y = 0;
      ASSERT_EQ(std::sscanf(match.c_str() + match.find("\"x\""), "\"x\":%d,\"y\":%d", &x, &y), 2);
      const std::string place = ":" + std::to_string(x) + "," + std::to_string(y) + ",";
      if (text.find(place) == std::string::npos || json.find(match) != begin) continue;
      some += (some.empty() ? "" : ",") + match;
    }
    const std::string object = "{\"image\":\"/elsewhere/scene.pgm\",\"matches\":[" + some + "]}";
    // Once as written, once as a list of images, one of which has no matches.
    write(name + ".json", yes ? object + "\n" : "\n[{\"matches\":[]},\n " + object + "]");
  }
  const Outcome outcome = espy(
      {"learn", "--yes", "yes.json", "--no", "no.json", "-o", "b.esj", "needle.pgm", "scene.pgm"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("learned from 8 true matches and 8 false ones"), std::string::npos)
      << outcome.err;
  EXPECT_EQ(read("b.esj"), judge);
  const auto refused = [&](const std::string& file) {
    write("yes.json", file);
    return espy({"learn", "--yes", "yes.json", "--no", "no.json", "-o", "a.esj", "needle.pgm",
                 "scene.pgm"});
  };
  const std::string other = "yes.json: is not output of espy find --json: ";
  EXPECT_TRUE(refuses(refused("{\"matches\":["), "yes.json: is not valid JSON"));
  EXPECT_TRUE(refuses(refused("{\"x\":3,\"y\":4}"), other + "an object has no matches"));
  EXPECT_TRUE(refuses(refused("[3]"), other + "an object has no matches"));
  EXPECT_TRUE(refuses(refused("{\"matches\":[3]}"), other + "a match is not an object"));
  EXPECT_TRUE(refuses(refused("{\"matches\":[{\"x\":3,\"y\":4,\"centre\":7}]}"),
                      other + "a centre is not a pair of numbers"));
  EXPECT_TRUE(refuses(refused("{\"matches\":[{\"x\":3,\"y\":4},{\"x\":3.5,\"y\":4}]}"),
                      "yes.json: match 2: 3.5 is not a valid x"));
  EXPECT_TRUE(refuses(refused("{\"image\":\"b.pgm\",\"matches\":[{\"x\":3,\"y\":4}]}"),
                      "yes.json: b.pgm is not one of the images"));
}

TEST_F(Learn, CropsWithoutAScoreHaveTheirCorrelation) {
  learn(20);
  const auto byScore = [](const Outcome& outcome) {
    const std::size_t line = outcome.err.find("the score");
    EXPECT_NE(line, std::string::npos) << outcome.err;
    double percent = 0;
    std::sscanf(outcome.err.c_str() + outcome.err.find("orders", line), "orders %lf", &percent);
    return percent;
  };
  const auto learnAgain = [&] {
    return espy(
        {"learn", "--yes", "yes.txt", "--no", "no.txt", "-o", "a.esj", "needle.pgm", "scene.pgm"});
  };
  const double scored = byScore(learnAgain());
  for (const char* name : {"yes.txt", "no.txt"}) {
    std::string places = "x,y\n";
    std::istringstream lines(read(name));
    for (std::string line; std::getline(lines, line);) {
      const std::size_t place = line.find(':') + 1;
      places += line.substr(place, line.find(',', line.find(',', place) + 1) - place) + "\n";
    }
    write(name, places);
  }
  // The numbers differ, but the scores discriminate; chance level is 50.
  EXPECT_GT(scored, 70);
  EXPECT_GT(byScore(learnAgain()), 70);
}

TEST_F(Learn, FoldersOfCropsAreRead) {
  std::filesystem::create_directory(path("yes"));
  std::filesystem::create_directory(path("no"));
  int written[2] = {};
  for (const auto& [place, yes] : truth_) {
    int left = 0;
    int top = 0;
    ASSERT_EQ(std::sscanf(place.c_str(), ":%d,%d,", &left, &top), 2);
    Picture crop(kSide, kSide, 1);
    for (int y = 0; y < kSide; ++y) {
      for (int x = 0; x < kSide; ++x) crop.at(x, y) = scene_.at(left + x, top + y);
    }
    const int number = written[yes ? 1 : 0]++;
    if (number < 20) {
      write((yes ? "yes/" : "no/") + std::to_string(number) + ".pgm", file(crop));
    }
  }
  const Outcome outcome =
      espy({"learn", "--yes", "yes", "--no", "no", "-o", "a.esj", "needle.pgm"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("learned from 20 true matches and 20 false ones"), std::string::npos);
  EXPECT_EQ(espy(findWith({"--judge", "a.esj"})).status, 0);
}

TEST_F(Learn, WhatCannotBeLearnedIsRefused) {
  EXPECT_TRUE(refuses(
      learn(2),
      "there are 2 true matches and 2 false ones to learn from; at least 3 of each are needed"));
  EXPECT_FALSE(std::filesystem::exists(path("a.esj")));
  const auto refused = [&](const std::string& yes) {
    write("yes.txt", yes);
    return espy(
        {"learn", "--yes", "yes.txt", "--no", "no.txt", "-o", "a.esj", "needle.pgm", "scene.pgm"});
  };
  EXPECT_TRUE(refuses(
      refused("hello\n"),
      "yes.txt: line 1: is neither comma-separated values with titles nor output of espy find"));
  EXPECT_TRUE(refuses(refused(""), "there are 0 true matches and 2 false ones to learn from"));
  EXPECT_TRUE(refuses(refused("x,y\n3,4\n5,six\n"), "yes.txt: line 3: six is not a valid y"));
  EXPECT_TRUE(refuses(refused("x,y\n3,-4\n"), "yes.txt: line 2: -4 is not a valid y"));
  EXPECT_TRUE(refuses(refused("x,y\n3,nan\n"), "yes.txt: line 2: nan is not a valid y"));
  EXPECT_TRUE(
      refuses(refused("x,y\n3,4,5\n"), "yes.txt: line 2: has more fields than there are titles"));
  EXPECT_TRUE(refuses(refused("x,y\n290,4\n"),
                      "yes.txt: a match at 290,4 does not lie in its picture of 300 x 300"));
  EXPECT_TRUE(
      refuses(refused("image,x,y\nb.pgm,2,4\n"), "yes.txt: b.pgm is not one of the images"));
  EXPECT_TRUE(refuses(espy({"learn", "--yes", "a", "-o", "a.esj", "needle.pgm"}),
                      "--yes and --no: both are needed"));
  EXPECT_TRUE(
      refuses(espy({"learn", "--yes", "a", "--no", "b", "needle.pgm"}), "--output: name the file"));
  EXPECT_TRUE(refuses(espy({"learn", "--yes", "a", "--no", "b", "-o", "needle.pgm", "needle.pgm"}),
                      "needle.pgm"));
  EXPECT_TRUE(
      refuses(espy({"learn", "--yes", "gone", "--no", "b", "-o", "a.esj", "needle.pgm"}), "gone"));
}

// The address sanitizer reserves terabytes of address space.
#if defined(__SANITIZE_ADDRESS__)
constexpr std::uint64_t kGigabyte = 0;
#else
constexpr std::uint64_t kGigabyte = std::uint64_t{1} << 30;
#endif

TEST_F(Learn, StandardInputIsAFileOfMatches) {
  learn(8);
  const std::string judge = read("a.esj");
  const Words words{"learn", "--yes", "-",          "--no",     "no.txt",
                    "-o",    "b.esj", "needle.pgm", "scene.pgm"};
  const Outcome outcome = espy(words, {.input = read("yes.txt")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(read("b.esj"), judge);
  EXPECT_TRUE(refuses(espy(words, {.input = "x,y\n1,two\n"}),
                      "standard input: line 2: two is not a valid y"));
  EXPECT_TRUE(
      refuses(espy({"learn", "--yes", "-", "--no", "-", "-o", "b.esj", "needle.pgm", "scene.pgm"}),
              "-: standard input can be read only once"));
  EXPECT_TRUE(refuses(espy({"learn", "--yes", "/dev/zero", "--no", "no.txt", "-o", "b.esj",
                            "needle.pgm", "scene.pgm"},
                           {.addressSpaceLimit = kGigabyte}),
                      "/dev/zero: has a zero byte and is not text"));
}

TEST_F(Learn, BoxesThatNoPoseHasAreRefused) {
  write("yes.txt", "x,y\n3,4\n");
  write("no.txt", "x,y\n3,4\n");
  write("dot.pgm", file(Picture(1, 1, 1, 7)));
  const auto refused = [&](const std::string& line, const char* needle = "needle.pgm") {
    write("yes.txt", "x,y,width,height,angle,scale\n3,4,20,20\n" + line + "\n");
    return espy(
        {"learn", "--yes", "yes.txt", "--no", "no.txt", "-o", "a.esj", needle, "scene.pgm"});
  };
  const std::string in = "yes.txt: line 3: ";
  for (const char* angle : {"1e308", "-360.5", "361"}) {
    EXPECT_TRUE(refuses(refused(std::string("3,4,20,20,") + angle),
                        in + angle + " is not a valid angle from -360 to 360"));
  }
  for (const char* scale : {"0", "1e-9", "101", "1e308"}) {
    EXPECT_TRUE(refuses(refused(std::string("3,4,20,20,0,") + scale),
                        in + scale + " is not a valid scale from 0.01 to 100"));
  }
  EXPECT_TRUE(refuses(refused("3,4,43,20"),
                      in + "a box of 43 x 20 cannot be a match of a needle of 20 x 20 at scale 1"));
  EXPECT_TRUE(
      refuses(refused("3,4,20,23,0,0.5"),
              in + "a box of 20 x 23 cannot be a match of a needle of 20 x 20 at scale 0.5"));
  EXPECT_TRUE(refuses(
      refused("3,4,24,24", "dot.pgm"),
      "yes.txt: line 2: a box of 20 x 20 cannot be a match of a needle of 1 x 1 at scale 1"));
  // Valid: a hand-drawn box, and a box of a needle that is rotated or scaled.
  for (const char* box : {"3,4,42,42", "3,4,58,58,45", "3,4,22,22,-360,0.5"}) {
    EXPECT_TRUE(refuses(refused(box), "at least 3 of each are needed"));
  }
}

TEST_F(Learn, AJudgeThatIsNotThisNeedlesIsRefused) {
  learn(3);
  const std::string judge = read("a.esj");
  EXPECT_TRUE(refuses(espy({"find", "--judge", "a.esj", "scene.pgm", "scene.pgm"}),
                      "a.esj: the judge was learned for another needle"));
  EXPECT_TRUE(refuses(
      espy({"find", "--judge", "a.esj", "-e", "needle.pgm", "-e", "scene.pgm", "scene.pgm"}),
      "--judge a.esj: takes one needle, but 2 are given"));
  EXPECT_TRUE(
      refuses(espy(findWith({"--judge", "a.esj", "--judge-recall", "1.5"})), "--judge-recall"));
  write("a.esj", judge.substr(0, judge.size() - 1));
  EXPECT_TRUE(refuses(espy(findWith({"--judge-recall", "0.9"})), "--judge-recall: is for --judge"));
  EXPECT_TRUE(refuses(espy(findWith({"--judge", "a.esj"})), "a.esj: the judge is damaged"));
  EXPECT_TRUE(refuses(espy(findWith({"--judge", "needle.pgm"})),
                      "needle.pgm: is not a judge file of `espy learn`"));
  EXPECT_TRUE(
      refuses(espy(findWith({"--judge", "gone.esj"})), "gone.esj: cannot be read: No such file"));
  EXPECT_TRUE(refuses(espy(findWith({"--judge", "."})), ".: cannot be read: Is a directory"));
}

TEST_F(Learn, AJudgeThatIsOffReportsItAndDropsNothing) {
  all_ = espy(findWith({})).out;
  // Alternate lines, so that the labels are meaningless.
  std::string of[2];
  std::istringstream lines(linesOf(all_, true));
  int number = 0;
  for (std::string line; std::getline(lines, line);) of[number++ % 2] += line + "\n";
  write("yes.txt", of[0]);
  write("no.txt", of[1]);
  const Outcome learned = espy(
      {"learn", "--yes", "yes.txt", "--no", "no.txt", "-o", "a.esj", "needle.pgm", "scene.pgm"});
  EXPECT_EQ(learned.status, 0);
  ASSERT_NE(learned.err.find("the judge stays off"), std::string::npos) << learned.err;
  const Outcome found = espy(findWith({"--judge", "a.esj"}));
  EXPECT_EQ(count(found.out), count(all_));
  EXPECT_EQ(found.err, "espy: a.esj: the judge is off and drops nothing\n");
}

}  // namespace
}  // namespace espy::test
