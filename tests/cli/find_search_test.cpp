// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Options of `espy find` for search and engine.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include "command.h"
#include "picture.h"

namespace espy::test {
namespace {

class FindSearch : public CommandTest {
 protected:
  FindSearch() : scene_(noise(60, 40, 3, 1)), needle_(cut(scene_, 31, 17, 8, 6)) {
    write("scene.ppm", file(scene_));
    write("needle.ppm", file(needle_));
  }

  /// Standard output of a search with these options.
  std::string linesWith(std::vector<std::string> options) const {
    options.insert(options.begin(), "find");
    options.insert(options.end(), {"needle.ppm", "scene.ppm"});
    const Outcome outcome = espy(options);
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(outcome.status, outcome.out.empty() ? 1 : 0);
    return outcome.out;
  }

  const std::string line_ = "scene.ppm:31,17,8,6 score=1 needle=needle.ppm\n";
  Picture scene_;
  Picture needle_;
};

TEST_F(FindSearch, FindsTheNeedleWhereItLies) {
  EXPECT_EQ(linesWith({}), line_);
}

TEST_F(FindSearch, OptionsMayStandAnywhere) {
  EXPECT_EQ(espy({"find", "needle.ppm", "--engine", "sequential", "scene.ppm", "--top=3"}).out,
            line_);
}

TEST_F(FindSearch, NothingFoundIsStatusOneAndNoText) {
  write("other.ppm", file(noise(8, 6, 3, 2)));
  const Outcome outcome = espy({"find", "other.ppm", "scene.ppm"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "");
}

TEST_F(FindSearch, ANeedleLargerThanTheImageIsFoundNowhere) {
  for (const auto& [width, height] : {std::pair{61, 2}, {2, 41}, {200, 200}}) {
    write("large.ppm", file(noise(width, height, 3, 3)));
    const Outcome outcome = espy({"find", "large.ppm", "scene.ppm"});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(outcome.err, "espy: scene.ppm: note: the needle large.ppm (" + std::to_string(width) +
                               " x " + std::to_string(height) +
                               " pixels) is larger than this image (60 x 40 pixels)\n");
    EXPECT_EQ(espy({"find", "--quiet", "large.ppm", "scene.ppm"}).err, "");
  }
}

TEST_F(FindSearch, ANoteOnSizeIsOncePerNeedleAndImage) {
  write("large.ppm", file(noise(61, 2, 3, 3)));
  write("high.ppm", file(noise(2, 41, 3, 3)));
  const auto notes = [&](std::vector<std::string> arguments, int status) {
    arguments.insert(arguments.begin(), "find");
    const Outcome outcome = espy(arguments);
    EXPECT_EQ(outcome.status, status);
    EXPECT_EQ(outcome.out, status == 0 ? line_ : "");
    return outcome.err;
  };
  const std::string several =
      notes({"-e", "large.ppm", "-e", "needle.ppm", "-e", "high.ppm", "scene.ppm"}, 0);
  EXPECT_NE(several.find("large.ppm (61 x 2 pixels)"), std::string::npos) << several;
  EXPECT_NE(several.find("high.ppm (2 x 41 pixels)"), std::string::npos) << several;
  EXPECT_EQ(std::count(several.begin(), several.end(), '\n'), 2);
  // Turned by 90 degrees it has its place.
  EXPECT_EQ(notes({"--quarter-turns", "high.ppm", "scene.ppm"}, 1), "");
  std::vector<std::string> many{"large.ppm"};
  many.resize(13, "scene.ppm");
  const std::string counted = notes(many, 1);
  EXPECT_EQ(std::count(counted.begin(), counted.end(), '\n'), 11);
  EXPECT_TRUE(counted.ends_with(
      "espy: note: and 2 more pairs of needle and image where the needle is larger\n"))
      << counted;
}

TEST_F(FindSearch, TheWholeImageIsANeedleToo) {
  EXPECT_EQ(espy({"find", "scene.ppm", "scene.ppm"}).out,
            "scene.ppm:0,0,60,40 score=1 needle=scene.ppm\n");
}

TEST_F(FindSearch, SeveralNeedlesAreOrderedByPlaceWithinAnImage) {
  write("low.ppm", file(cut(scene_, 2, 30, 5, 5)));
  const Outcome outcome =
      espy({"find", "-e", "low.ppm", "--needle", "needle.ppm", "scene.ppm", "-e", "low.ppm"});
  EXPECT_EQ(outcome.out, line_ +
                             "scene.ppm:2,30,5,5 score=1 needle=low.ppm\n"
                             "scene.ppm:2,30,5,5 score=1 needle=low.ppm\n");
}

TEST_F(FindSearch, SeveralImagesComeInTheOrderGiven) {
  Picture second(30, 20, 3, 7);
  paste(second, needle_, 20, 1);
  paste(second, needle_, 3, 1);
  paste(second, needle_, 0, 12);
  write("second.ppm", file(second));
  const Outcome outcome = espy({"find", "needle.ppm", "second.ppm", "scene.ppm"});
  EXPECT_EQ(outcome.out,
            "second.ppm:3,1,8,6 score=1 needle=needle.ppm\n"
            "second.ppm:20,1,8,6 score=1 needle=needle.ppm\n"
            "second.ppm:0,12,8,6 score=1 needle=needle.ppm\n" +
                line_);
}

TEST_F(FindSearch, FoundInOneOfSeveralImagesIsFound) {
  write("empty.ppm", file(Picture(30, 20, 3, 7)));
  EXPECT_EQ(espy({"find", "needle.ppm", "empty.ppm", "scene.ppm"}).status, 0);
  EXPECT_EQ(espy({"find", "needle.ppm", "empty.ppm", "empty.ppm"}).status, 1);
}

TEST_F(FindSearch, Method) {
  EXPECT_EQ(linesWith({"--method", "exact"}), line_);
  EXPECT_TRUE(refuses(espy({"find", "--method", "guess", "needle.ppm", "scene.ppm"}), "guess"));
}

TEST_F(FindSearch, ToleranceIsTheLargestDifferenceThatMatches) {
  needle_.at(3, 2, 1) = static_cast<std::uint8_t>(needle_.at(3, 2, 1) ^ 4);  // differs by 4
  write("needle.ppm", file(needle_));
  EXPECT_EQ(linesWith({}), "");
  EXPECT_EQ(linesWith({"--tolerance", "3"}), "");
  EXPECT_EQ(linesWith({"--tolerance", "4"}), line_);
  EXPECT_EQ(linesWith({"--tolerance", "0"}), "");
  for (const char* wrong : {"-1", "65536", "1.5", "two", "", "010x", "99999999999999999999"}) {
    EXPECT_TRUE(
        refuses(espy({"find", "--tolerance", wrong, "needle.ppm", "scene.ppm"}), "--tolerance"))
        << wrong;
  }
}

TEST_F(FindSearch, MinScoreIsCheckedAndChangesNothingForExact) {
  EXPECT_EQ(linesWith({"--min-score", "0.5"}), line_);
  EXPECT_EQ(linesWith({"--min-score", "1"}), line_);
  EXPECT_EQ(linesWith({"--min-score", "-1"}), line_);
  for (const char* wrong : {"1.01", "-1.5", "nan", "inf", "much", "0.5x"}) {
    EXPECT_TRUE(
        refuses(espy({"find", "--min-score", wrong, "needle.ppm", "scene.ppm"}), "--min-score"))
        << wrong;
  }
}

TEST_F(FindSearch, NearestChangesNothingForExact) {
  EXPECT_EQ(linesWith({"--nearest"}), line_);
  write("needle.ppm", file(noise(8, 6, 3, 2)));
  EXPECT_EQ(linesWith({"--nearest"}), "");
}

TEST_F(FindSearch, TopKeepsTheFirst) {
  Picture rows(20, 20, 3, 0);
  paste(rows, needle_, 10, 0);
  paste(rows, needle_, 1, 0);
  paste(rows, needle_, 4, 9);
  write("scene.ppm", file(rows));
  const std::string first = "scene.ppm:1,0,8,6 score=1 needle=needle.ppm\n";
  const std::string second = "scene.ppm:10,0,8,6 score=1 needle=needle.ppm\n";
  const std::string third = "scene.ppm:4,9,8,6 score=1 needle=needle.ppm\n";
  EXPECT_EQ(linesWith({"--top", "1"}), first);
  EXPECT_EQ(linesWith({"--top", "2"}), first + second);
  EXPECT_EQ(linesWith({"--top", "3"}), first + second + third);
  EXPECT_EQ(linesWith({"--top", "1000000000000"}), first + second + third);
  EXPECT_EQ(linesWith({"--top", "2", "--top", "1"}), first);  // the last one counts
  for (const char* wrong : {"0", "-1", "all", "1e3"}) {
    EXPECT_TRUE(refuses(espy({"find", "--top", wrong, "needle.ppm", "scene.ppm"}), "--top"))
        << wrong;
  }
}

TEST_F(FindSearch, OverlapDropsWhatCoversABetterMatchTooMuch) {
  write("scene.ppm", file(Picture(6, 4, 3, 9)));
  write("needle.ppm", file(Picture(4, 4, 3, 9)));
  // Positions 0, 1 and 2: neighbours share 12 of 20 pixels, the outer two 8 of 24.
  const auto at = [](int x) {
    return "scene.ppm:" + std::to_string(x) + ",0,4,4 score=1 needle=needle.ppm\n";
  };
  EXPECT_EQ(linesWith({}), at(0) + at(1) + at(2));
  EXPECT_EQ(linesWith({"--overlap", "1"}), at(0) + at(1) + at(2));
  EXPECT_EQ(linesWith({"--overlap", "0.6"}), at(0) + at(1) + at(2));
  EXPECT_EQ(linesWith({"--overlap", "0.59"}), at(0) + at(2));
  EXPECT_EQ(linesWith({"--overlap", "0.33"}), at(0));
  EXPECT_EQ(linesWith({"--overlap", "0"}), at(0));
  for (const char* wrong : {"1.1", "-0.1", "half"}) {
    EXPECT_TRUE(refuses(espy({"find", "--overlap", wrong, "needle.ppm", "scene.ppm"}), "--overlap"))
        << wrong;
  }
}

TEST_F(FindSearch, AcrossComparesOverlapsOverAllNeedles) {
  write("inner.ppm", file(cut(scene_, 32, 18, 6, 5)));
  const std::vector<std::string> search = {"find",      "-e",        "needle.ppm", "-e",
                                           "inner.ppm", "scene.ppm", "--overlap",  "0.2"};
  const std::string inner = "scene.ppm:32,18,6,5 score=1 needle=inner.ppm\n";
  EXPECT_EQ(espy(search).out, line_ + inner);
  auto across = search;
  across.push_back("--across");
  EXPECT_EQ(espy(across).out, line_);
}

TEST_F(FindSearch, MaskedPixelsAreIgnored) {
  Picture mask(8, 6, 1, 1);
  mask.at(3, 2) = 0;
  needle_.at(3, 2, 0) ^= 0x80;
  write("needle.ppm", file(needle_));
  write("mask.pgm", file(mask));
  EXPECT_EQ(linesWith({}), "");
  EXPECT_EQ(linesWith({"--mask", "mask.pgm"}), line_);
  mask.at(3, 2) = 255;
  write("mask.pgm", file(mask));
  EXPECT_EQ(linesWith({"--mask", "mask.pgm"}), "");
}

TEST_F(FindSearch, MasksThatMakeNoSenseAreRefused) {
  const auto search = [&] { return espy({"find", "--mask", "mask", "needle.ppm", "scene.ppm"}); };
  EXPECT_TRUE(refuses(search(), "mask"));  // missing file
  write("mask", file(Picture(8, 5, 1, 1)));
  EXPECT_TRUE(refuses(search(), "8 x 5"));
  write("mask", file(Picture(8, 6, 3, 1)));
  EXPECT_TRUE(refuses(search(), "grey"));
  write("mask", file(Picture(8, 6, 1, 0)));
  EXPECT_TRUE(refuses(search(), "needle.ppm"));
}

TEST_F(FindSearch, TransparentPixelsOfTheNeedleAreIgnored) {
  Picture clear(8, 6, 4, 255);
  for (int y = 0; y < 6; ++y) {
    for (int x = 0; x < 8; ++x) {
      for (int c = 0; c < 3; ++c) clear.at(x, y, c) = needle_.at(x, y, c);
    }
  }
  clear.at(7, 5, 0) ^= 1;
  write("needle.ppm", file(clear));
  EXPECT_EQ(linesWith({}), "");
  clear.at(7, 5, 3) = 0;
  write("needle.ppm", file(clear));
  EXPECT_EQ(linesWith({}), line_);
}

TEST_F(FindSearch, GreyMeetsColour) {
  Picture grey = noise(8, 6, 1, 5);
  Picture scene = scene_;
  paste(scene, inColour(grey), 11, 12);
  write("grey.pgm", file(grey));
  write("colour.ppm", file(scene));
  EXPECT_EQ(espy({"find", "grey.pgm", "colour.ppm"}).out,
            "colour.ppm:11,12,8,6 score=1 needle=grey.pgm\n");
  Picture greyScene = noise(30, 30, 1, 6);
  write("scene.pgm", file(greyScene));
  write("part.ppm", file(inColour(cut(greyScene, 20, 3, 7, 7))));
  EXPECT_EQ(espy({"find", "part.ppm", "scene.pgm"}).out,
            "scene.pgm:20,3,7,7 score=1 needle=part.ppm\n");
}

TEST_F(FindSearch, EveryEngineGivesTheSame) {
  for (const char* engine : {"auto", "reference", "sequential", "threads", "openmp"}) {
    EXPECT_EQ(linesWith({"--engine", engine}), line_) << engine;
  }
  EXPECT_TRUE(refuses(espy({"find", "--engine", "abacus", "needle.ppm", "scene.ppm", "scene.ppm"}),
                      "--engine abacus"));
}

TEST_F(FindSearch, Threads) {
  for (const char* threads : {"1", "2", "7"}) {
    EXPECT_EQ(linesWith({"--engine", "openmp", "--threads", threads}), line_) << threads;
  }
  for (const char* wrong : {"0", "-2", "many", "100000000"}) {
    EXPECT_TRUE(refuses(espy({"find", "--threads", wrong, "needle.ppm", "scene.ppm"}), "--threads"))
        << wrong;
  }
}

TEST_F(FindSearch, MaxPixelsRefusesLargerPictures) {
  EXPECT_EQ(linesWith({"--max-pixels", "2400"}), line_);
  EXPECT_TRUE(
      refuses(espy({"find", "--max-pixels", "2399", "needle.ppm", "scene.ppm"}), "scene.ppm"));
  EXPECT_TRUE(
      refuses(espy({"find", "--max-pixels", "47", "needle.ppm", "scene.ppm"}), "needle.ppm"));
  EXPECT_TRUE(
      refuses(espy({"find", "--max-pixels", "0", "needle.ppm", "scene.ppm"}), "--max-pixels"));
}

TEST_F(FindSearch, StandardInputIsAnImageANeedleOrAMask) {
  const RunEnvironment scene{.input = file(scene_)};
  EXPECT_EQ(espy({"find", "needle.ppm", "-"}, scene).out,
            "-:31,17,8,6 score=1 needle=needle.ppm\n");
  const RunEnvironment needle{.input = file(needle_)};
  EXPECT_EQ(espy({"find", "-", "scene.ppm"}, needle).out, "scene.ppm:31,17,8,6 score=1 needle=-\n");
  EXPECT_EQ(espy({"find", "-e", "-", "scene.ppm"}, needle).out,
            "scene.ppm:31,17,8,6 score=1 needle=-\n");
  const RunEnvironment mask{.input = file(Picture(8, 6, 1, 255))};
  EXPECT_EQ(espy({"find", "--mask", "-", "needle.ppm", "scene.ppm"}, mask).out, line_);
  EXPECT_TRUE(refuses(espy({"find", "-", "-"}, scene), "standard input"));
  EXPECT_TRUE(refuses(espy({"find", "-", "scene.ppm", "-"}, scene), "standard input"));
  EXPECT_TRUE(refuses(espy({"find", "needle.ppm", "-"}), "standard input"));  // empty input
}

TEST_F(FindSearch, TwoDashesEndTheOptions) {
  write("--top", file(scene_));
  write("-n", file(needle_));
  EXPECT_EQ(espy({"find", "--", "-n", "--top"}).out, "--top:31,17,8,6 score=1 needle=-n\n");
  EXPECT_EQ(espy({"find", "-e", "-n", "--top", "1", "--", "--top"}).out,
            "--top:31,17,8,6 score=1 needle=-n\n");
}

TEST_F(FindSearch, FileNamesMayLookLikeSyntax) {
  for (const std::string name : {"[a]", "[a,b]", "{}", "%%", "a=b", "a:b", "a b", "@a", "#a"}) {
    write(name, file(scene_));
    EXPECT_EQ(espy({"find", "needle.ppm", name}).out,
              name + ":31,17,8,6 score=1 needle=needle.ppm\n");
    write(name, file(needle_));
    EXPECT_EQ(espy({"find", "-e", name, "scene.ppm"}).out,
              "scene.ppm:31,17,8,6 score=1 needle=" + name + "\n");
  }
}

TEST_F(FindSearch, FilesMayBeNamedLikeVerbs) {
  write("devices", file(scene_));
  write("find", file(needle_));
  EXPECT_EQ(espy({"find", "find", "devices"}).out, "devices:31,17,8,6 score=1 needle=find\n");
}

class Disturbed : public FindSearch {
 protected:
  /// Harms a prefetched image while the output of the previous one is blocked.
  void expectOneSentence(const std::function<void(const std::string& file)>& harm,
                         const std::string& sentence) const;
};

void Disturbed::expectOneSentence(const std::function<void(const std::string& file)>& harm,
                                  const std::string& sentence) const {
  write("dot.pgm", file(Picture(1, 1, 1, 7)));
  const Picture flat(300, 300, 1, 7);  // more lines than a pipe holds
  for (const char* name : {"a.pgm", "b.pgm", "c.pgm"}) write(name, file(flat));
  ASSERT_EQ(::mkfifo(path("out").c_str(), 0600), 0);
  const int end = ::open(path("out").c_str(), O_RDWR | O_NONBLOCK);
  Running running(path(""), {"find", "dot.pgm", "a.pgm", "b.pgm", "c.pgm"},
                  {.outputPath = path("out").string()});
  running.waitForFile(std::filesystem::canonical(path("b.pgm")).string());
  harm(path("b.pgm"));
  std::size_t lines = 0;
  std::jthread reader([&](const std::stop_token& stop) {
    char part[4096];
    for (bool last = false;;) {
      const ssize_t got = ::read(end, part, sizeof part);
      if (got > 0) lines += static_cast<std::size_t>(std::count(part, part + got, '\n'));
      if (got <= 0 && last) return;
      last = stop.stop_requested();
    }
  });
  const Outcome outcome = running.wait();
  reader.request_stop();
  reader.join();
  ::close(end);
  EXPECT_EQ(outcome.status, 3) << "signal " << outcome.signal;
  EXPECT_EQ(outcome.err, "espy: b.pgm: " + sentence + "\n");
  EXPECT_EQ(lines, 2U * 300 * 300);
}

TEST_F(Disturbed, ATruncatedFileIsOneSentence) {
  expectOneSentence([](const std::string& file) { std::filesystem::resize_file(file, 100); },
                    "was cut short while it was read");
}

TEST_F(Disturbed, AnOverwrittenFileIsOneSentence) {
  const auto overwrite = [](const std::string& file) {
    std::fstream(file, std::ios::binary | std::ios::in | std::ios::out).seekp(5000) << "new";
    // The clock of the file system is coarse.
    std::filesystem::last_write_time(
        file, std::filesystem::last_write_time(file) + std::chrono::seconds(1));
  };
  expectOneSentence(overwrite, "changed while it was read");
}

}  // namespace
}  // namespace espy::test
