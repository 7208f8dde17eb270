// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// espy library: adding, removing and listing surfaces; committed ones persist.
#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>

#include "base/modules.h"
#include "command.h"
#include "espy/engine/surfaces.h"
#include "json_lines.h"
#include "picture.h"

namespace espy::test {
namespace {

class Library : public CommandTest {
 protected:
  void SetUp() override {
    if (modulePath("espy_features.so").empty()) {
      GTEST_SKIP() << "built without OpenCV's features2d, calib3d, imgproc";
    }
  }

  /// Draws blocks of noise, which have many features.
  void draw(const std::string& name, unsigned seed, int side = 160) const {
    const Picture coarse = noise(side / 5, side / 5, 1, seed);
    Picture picture(side, side, 1);
    for (int y = 0; y < side; ++y) {
      for (int x = 0; x < side; ++x) picture.at(x, y) = coarse.at(x / 5, y / 5);
    }
    write(name, file(picture));
  }
  void drawShots(int count) const {
    std::filesystem::create_directory(path("shots"));
    for (int i = 0; i < count; ++i) {
      draw("shots/p" + std::to_string(1000 + i) + ".pgm", static_cast<unsigned>(i));
    }
  }

  Outcome library(const std::vector<std::string>& words, const RunEnvironment& around = {}) const {
    std::vector<std::string> all{"library"};
    all.insert(all.end(), words.begin(), words.end());
    return espy(all, around);
  }
  void create() const { ASSERT_EQ(library({"create", "l.esl"}).status, 0); }

  Json info() const {
    const Outcome outcome = library({"info", "--json", "l.esl"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return objects(outcome.out).at(0);
  }
  std::string ids() const { return library({"list", "l.esl"}).out; }
  void expectWhole() const {
    const Outcome outcome = library({"verify", "l.esl"});
    EXPECT_EQ(outcome.status, 0) << outcome.out;
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(outcome.err, "l.esl: whole\n");
  }
};

TEST_F(Library, AddsWhatItIsGivenAndReportsIt) {
  drawShots(3);
  draw("one more.v2.pgm", 9);
  create();
  const Outcome added = library({"add", "l.esl", "shots/", "one more.v2.pgm"});
  EXPECT_EQ(added.status, 0) << added.err;
  EXPECT_EQ(added.out, "");
  EXPECT_EQ(added.err, "l.esl: 4 photographs added\n");
  EXPECT_EQ(ids(), "one more.v2\np1000\np1001\np1002\n");
  const Json facts = info();
  EXPECT_EQ(facts["references"].number(), 4);
  EXPECT_GT(facts["features"].number(), 4 * 32);
  EXPECT_LE(facts["features"].number(), 4 * 384);
  EXPECT_EQ(facts["features_each"].number(), 384);
  EXPECT_EQ(facts["min_features"].number(), 32);
  EXPECT_EQ(facts["longest_side"].number(), 1024);
  EXPECT_EQ(facts["removed"].number(), 0);
  EXPECT_NE(library({"info", "l.esl"}).out.find("references          4\n"), std::string::npos);
  expectWhole();
}

TEST_F(Library, AFolderThatCannotBeReadFailsAlone) {
  drawShots(1);
  create();
  const auto permit = [&](std::filesystem::perms rights) {
    for (const char* folder : {"x/p1000", "y/p1000"}) {
      std::filesystem::create_directories(path(folder));
      std::filesystem::permissions(path(folder), rights);
    }
  };
  permit(std::filesystem::perms::none);
  const Outcome added =
      library({"add", "l.esl", "x/p1000", "y/p1000/", "shots/"}, {.withoutRights = true});
  permit(std::filesystem::perms::owner_all);
  EXPECT_EQ(added.status, 3);
  EXPECT_EQ(added.err,
            "espy: x/p1000/: cannot be opened: Permission denied\n"
            "espy: y/p1000/: cannot be opened: Permission denied\n"
            "l.esl: 1 photograph added, 2 failed\n");
}

TEST_F(Library, OneThreadKeepsTheSameAsMany) {
  drawShots(9);
  std::vector<std::string> slabs;
  for (const char* threads : {"1", "4"}) {
    create();
    ASSERT_EQ(library({"add", "--threads", threads, "l.esl", "shots/"}).status, 0);
    // Skip the header, which has a random id.
    slabs.push_back(read("l.esl/slab-1.features").substr(64));
    std::filesystem::remove_all(path("l.esl"));
  }
  EXPECT_EQ(slabs[0], slabs[1]);
}

TEST_F(Library, TakesItsOptionsFromItsCreation) {
  draw("a.pgm", 1, 600);
  ASSERT_EQ(
      library({"create", "--features", "50", "--side", "200", "--min-features", "20", "l.esl"})
          .status,
      0);
  ASSERT_EQ(library({"add", "l.esl", "a.pgm"}).status, 0);
  const Json facts = info();
  EXPECT_EQ(facts["features_each"].number(), 50);
  EXPECT_EQ(facts["longest_side"].number(), 200);
  EXPECT_EQ(facts["min_features"].number(), 20);
  EXPECT_EQ(facts["features"].number(), 50);
}

TEST_F(Library, BrokenPhotographsAreReportedAndSkipped) {
  drawShots(3);
  write("shots/p1001.pgm", "P5 100 100 255\nshort");
  write("shots/empty.pgm", file(Picture(100, 100, 1, 7)));
  create();
  const Outcome added = library({"add", "l.esl", "shots/", "gone.pgm"});
  EXPECT_EQ(added.status, 3);
  EXPECT_EQ(added.out, "");
  EXPECT_NE(
      added.err.find(
          "espy: shots/empty.pgm: too few features to identify: 0, but the library requires 32\n"),
      std::string::npos)
      << added.err;
  EXPECT_NE(added.err.find("espy: shots/p1001.pgm: "), std::string::npos) << added.err;
  EXPECT_NE(added.err.find("espy: gone.pgm: "), std::string::npos) << added.err;
  EXPECT_TRUE(added.err.ends_with("l.esl: 2 photographs added, 3 failed\n")) << added.err;
  EXPECT_EQ(ids(), "p1000\np1002\n");
  EXPECT_TRUE(refuses(library({"add", "l.esl", "gone.pgm"}), "gone.pgm: cannot be opened"));
}

TEST_F(Library, AnIdIsNotTakenTwice) {
  drawShots(2);
  draw("p1000.pgm", 77);
  create();
  ASSERT_EQ(library({"add", "l.esl", "shots/p1000.pgm"}).status, 0);
  const std::string slab = read("l.esl/slab-1.features");
  const Outcome again = library({"add", "l.esl", "shots/"});
  EXPECT_EQ(again.status, 3);
  EXPECT_EQ(again.err,
            "espy: shots/p1000.pgm: p1000 is already in the library; 'espy library update' "
            "replaces it\nl.esl: 1 photograph added, 1 failed\n");
  const Outcome both = library({"update", "l.esl", "shots/p1000.pgm", "p1000.pgm"});
  EXPECT_EQ(both.status, 3);
  EXPECT_NE(both.err.find("p1000.pgm: has the same id as shots/p1000.pgm: p1000"),
            std::string::npos)
      << both.err;
  EXPECT_EQ(library({"add", "--missing", "l.esl", "shots/"}).err,
            "l.esl: 0 photographs added, 2 already in the library\n");
  EXPECT_EQ(info()["references"].number(), 2);
  EXPECT_EQ(read("l.esl/slab-1.features").substr(4096, 8), slab.substr(4096, 8));
}

TEST_F(Library, UpdateReplacesRemoveForgetsAndCompactGivesBack) {
  drawShots(4);
  create();
  ASSERT_EQ(library({"add", "l.esl", "shots/*.pgm"}).status, 0);
  const Outcome updated = library({"update", "--id", "p1001", "l.esl", "shots/p1003.pgm"});
  EXPECT_EQ(updated.status, 0) << updated.err;
  EXPECT_EQ(updated.err, "l.esl: 1 photograph added or replaced\n");
  EXPECT_EQ(info()["removed"].number(), 1);
  const Outcome some = library({"remove", "l.esl", "p1000", "nobody"});
  EXPECT_EQ(some.status, 3);
  EXPECT_EQ(some.err, "espy: l.esl: has no surface nobody\n");
  EXPECT_EQ(library({"remove", "l.esl", "nobody"}).status, 2);
  EXPECT_EQ(library({"remove", "l.esl", "p1002"}).status, 0);
  EXPECT_EQ(ids(), "p1001\np1003\n");
  EXPECT_EQ(info()["removed"].number(), 3);
  EXPECT_EQ(library({"compact", "l.esl"}).status, 0);
  EXPECT_EQ(info()["removed"].number(), 0);
  EXPECT_EQ(ids(), "p1001\np1003\n");
  EXPECT_EQ(library({"files", "l.esl"}).out, "library\nsurfaces-2.db\nslab-2.features\n");
  expectWhole();
}

TEST_F(Library, NamesComeFromStandardInputToo) {
  drawShots(2);
  create();
  EXPECT_EQ(library({"add", "l.esl", "@-"}, {.input = "shots/p1000.pgm\nshots/p1001.pgm\n"}).status,
            0);
  EXPECT_EQ(ids(), "p1000\np1001\n");
}

TEST_F(Library, VerifyReportsWhichSurfaceIsDamaged) {
  drawShots(3);
  create();
  ASSERT_EQ(library({"add", "l.esl", "shots/"}).status, 0);
  std::string slab = read("l.esl/slab-1.features");
  const std::size_t features = slab.size() - 3 * 384 * 128;
  slab[features + 384 * 128] = static_cast<char>(slab[features + 384 * 128] + 1);
  write("l.esl/slab-1.features", slab);
  write("l.esl/what.txt", "mine");
  const Outcome outcome = library({"verify", "l.esl"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.out,
            "l.esl/what.txt: does not belong to the library\np1001: its features do not match "
            "their checksum\n");
  EXPECT_EQ(outcome.err, "l.esl: 2 faults\n");
  const std::vector<Json> lines = objects(library({"verify", "--json", "l.esl"}).out);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_TRUE(lines[0]["id"].isNull());
  EXPECT_EQ(lines[1]["id"].text(), "p1001");
  EXPECT_EQ(lines[1]["what"].text(), "its features do not match their checksum");
}

TEST_F(Library, FeaturesOfAnotherMakerAreNotMixed) {
  drawShots(1);
  create();
  std::string catalogue = read("l.esl/surfaces-1.db");
  const std::size_t at = catalogue.find("OpenCV ");
  ASSERT_NE(at, std::string::npos);
  catalogue[at + 7] = '1';
  write("l.esl/surfaces-1.db", catalogue);
  EXPECT_TRUE(refuses(library({"add", "l.esl", "shots/p1000.pgm"}), "cannot be compared"));
}

TEST_F(Library, IdsThatATerminalWouldObeyAreRefused) {
  drawShots(1);
  create();
  for (const char* id : {"a\tb", "\u009b31m", "\u0085", "two\u2028lines", "\u2029"}) {
    const Outcome outcome = library({"add", "--id", id, "l.esl", "shots/p1000.pgm"});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.err.find("without control characters"), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.err.find('\xc2'), std::string::npos) << "nor does the terminal see them";
  }
  EXPECT_EQ(library({"add", "--id", "\u00a0\u2027 Stra\u00dfe", "l.esl", "shots/p1000.pgm"}).status,
            0);
}

TEST_F(Library, AListWithoutEndIsRefused) {
  create();
  EXPECT_TRUE(refuses(library({"add", "l.esl", "@/dev/zero"}), "/dev/zero: the list of images"));
}

TEST_F(Library, OfFewFeaturesAllMayBeRequired) {
  EXPECT_EQ(library({"create", "--features", "20", "l.esl"}).status, 0);
  EXPECT_EQ(info()["min_features"].number(), 20);
}

TEST_F(Library, WhatMakesNoSenseIsRefused) {
  drawShots(2);
  create();
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{}, "no action given"},
      {{"burn", "l.esl"}, "there is no action burn; the actions are create, add"},
      {{"info"}, "no library given"},
      {{"info", "l.esl", "m.esl"}, "unexpected argument m.esl"},
      {{"add", "l.esl"}, "no photograph given"},
      {{"remove", "l.esl"}, "no id given"},
      {{"create", "l.esl"}, "l.esl: already exists"},
      {{"create", "--json", "m.esl"}, "--json: is not an option of espy library create"},
      {{"info", "--features", "7", "l.esl"}, "--features: is not an option of espy library info"},
      {{"update", "--missing", "l.esl", "shots/"}, "--missing: is not an option of"},
      {{"create", "--features", "0", "m.esl"}, "--features"},
      {{"create", "--features", "8193", "m.esl"}, "--features"},
      {{"create", "--features", "20", "--min-features", "21", "m.esl"},
       "the minimum must be from 1 to 20, not 21"},
      {{"add", "--id", "x", "l.esl", "shots/"}, "--id x: is for one photograph, not 2"},
      {{"add", "nowhere", "shots/"}, "nowhere: No such file or directory"},
      {{"add", "shots", "shots/"}, "shots: is not a surface library"},
      {{"info", "shots/p1000.pgm"}, "shots/p1000.pgm: is a file, not a surface library"},
      {{"add", "l.esl", "none/*.pgm"}, "none/*.pgm"}};
  for (const auto& [words, fact] : cases) {
    EXPECT_TRUE(refuses(library(words), fact));
  }
  EXPECT_FALSE(std::filesystem::exists(path("m.esl")));
  EXPECT_EQ(info()["references"].number(), 0);
}

/// After an interrupt committed surfaces remain, the status is 130, and the next run continues.
TEST_F(Library, CtrlCKeepsWhatWasDone) {
  constexpr int kShots = 150;
  drawShots(kShots);
  create();
  Running running(path(""), {"library", "add", "--threads", "1", "l.esl", "shots/"}, {});
  while (SurfaceLibrary(path("l.esl").string()).facts().references == 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  running.send(SIGINT);
  const Outcome outcome = running.wait();
  EXPECT_EQ(outcome.status, 130) << outcome.err;
  const int done = static_cast<int>(info()["references"].number());
  EXPECT_GT(done, 0);
  EXPECT_LT(done, kShots);
  EXPECT_EQ(outcome.err,
            "l.esl: " + std::to_string(done) + " photographs added\nespy: cancelled\n");
  expectWhole();
  EXPECT_EQ(library({"add", "--missing", "l.esl", "shots/"}).status, 0);
  EXPECT_EQ(info()["references"].number(), kShots);
}

TEST_F(Library, AKillLosesNoMoreThanTheLastOnes) {
  drawShots(100);
  create();
  for (int round = 0; round < 8; ++round) {
    Running running(path(""), {"library", "add", "--missing", "l.esl", "shots/"}, {});
    running.waitForFile(std::filesystem::canonical(path("l.esl")).string(), O_RDWR);
    std::this_thread::sleep_for(std::chrono::milliseconds(100 + 40 * round));
    running.send(SIGKILL);
    running.wait();
    expectWhole();
  }
  EXPECT_EQ(library({"add", "--missing", "l.esl", "shots/"}).status, 0);
  EXPECT_EQ(info()["references"].number(), 100);
  expectWhole();
}

TEST_F(Library, AFullDiskIsARefusalAndLosesNothing) {
  drawShots(6);
  create();
  ASSERT_EQ(library({"add", "l.esl", "shots/p1000.pgm"}).status, 0);
  const std::uint64_t limit = std::filesystem::file_size(path("l.esl/slab-1.features")) + 60'000;
  const Outcome full = library({"add", "--missing", "l.esl", "shots/"}, {.fileSizeLimit = limit});
  EXPECT_TRUE(refuses(full,
                      "l.esl/slab-1.features: cannot be written: File too large; 1 of 5 "
                      "photographs was added",
                      3));
  EXPECT_LE(std::filesystem::file_size(path("l.esl/slab-1.features")), limit);
  EXPECT_EQ(ids(), "p1000\np1001\n");
  expectWhole();
  EXPECT_EQ(library({"add", "--missing", "l.esl", "shots/"}).status, 0);
  EXPECT_EQ(info()["references"].number(), 6);
}

}  // namespace
}  // namespace espy::test
