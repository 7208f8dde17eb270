// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// espy index --scenes, and espy find --index with such an index.
#include <algorithm>
#include <filesystem>

#include "command.h"
#include "json_lines.h"
#include "picture.h"

namespace espy::test {
namespace {

using Words = std::vector<std::string>;

class IndexScenes : public CommandTest {
 protected:
  void SetUp() override {
    std::filesystem::create_directory(path("shots"));
    for (int i = 0; i < 6; ++i) {
      shots_.push_back(noise(80, 70, 3, static_cast<unsigned>(i)));
      if (i % 3 == 1) paste(shots_.back(), cut(shots_[0], 20, 10, 30, 25), 5 * i, 40);
      write(nameOf(i), file(shots_.back()));
    }
    write("button.ppm", file(cut(shots_[0], 22, 11, 26, 24)));
  }
  static std::string nameOf(int i) { return "shots/s" + std::to_string(i) + ".ppm"; }
  Words files() const {
    Words files;
    for (int i = 0; i < 6; ++i) files.push_back(nameOf(i));
    return files;
  }
  void index() const {
    const Outcome outcome = espy({"index", "--scenes", "shots/", "-o", "shots.esi"});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "shots.esi: 6 pictures added\n");
  }
  /// What `find` prints without an index.
  std::string plainly(const std::string& needle) const {
    Words words{"find", needle};
    for (const std::string& file : files()) words.push_back(file);
    return espy(words).out;
  }

  std::vector<Picture> shots_;
};

TEST_F(IndexScenes, FindPrintsWhatItPrintsWithoutAnIndex) {
  index();
  const Outcome outcome = espy({"find", "--index", "shots.esi", "button.ppm"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out, plainly("button.ppm"));
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 3);
  write("other.ppm", file(noise(30, 30, 3, 99)));
  EXPECT_EQ(espy({"find", "--index", "shots.esi", "other.ppm"}).status, 1);
}

TEST_F(IndexScenes, ANeedleLargerThanAllPicturesHasANote) {
  index();
  write("large.ppm", file(noise(81, 30, 3, 9)));
  const Outcome outcome = espy({"find", "--index", "shots.esi", "large.ppm"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err,
            "espy: large.ppm: note: the needle (81 x 30 pixels) is larger than all pictures of "
            "shots.esi\n");
  write("high.ppm", file(noise(30, 71, 3, 9)));
  write("s6.ppm", file(noise(80, 71, 3, 9)));
  EXPECT_EQ(espy({"index", "add", "shots.esi", "s6.ppm"}).status, 0);
  EXPECT_EQ(espy({"find", "--index", "shots.esi", "high.ppm"}).err, "");
}

TEST_F(IndexScenes, JsonHasAnObjectForEachPictureWithMatches) {
  index();
  const auto found = objects(espy({"find", "--json", "--index", "shots.esi", "button.ppm"}).out);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[1]["image"], nameOf(1));
  EXPECT_EQ(found[1]["method"], "exact");
  EXPECT_EQ(found[1]["matches"][0]["x"], 7);
  EXPECT_EQ(found[1]["matches"][0]["y"], 41);
  EXPECT_EQ(found[1]["width"], 80);
}

TEST_F(IndexScenes, ChangedAndMissingPicturesAreReported) {
  index();
  write(nameOf(2), file(shots_[0]));
  Outcome outcome = espy({"find", "--index", "shots.esi", "button.ppm"});
  EXPECT_EQ(outcome.out, plainly("button.ppm"));
  EXPECT_NE(outcome.err.find(nameOf(2) + ": has changed since it was indexed"), std::string::npos)
      << outcome.err;
  EXPECT_EQ(espy({"index", "verify", "shots.esi"}).status, 2);
  outcome = espy({"index", "add", "shots.esi", "shots/"});
  EXPECT_EQ(outcome.err, "shots.esi: 0 pictures added, 1 replaced, 5 unchanged\n");
  EXPECT_EQ(espy({"index", "verify", "shots.esi"}).status, 0);
  EXPECT_EQ(espy({"find", "--index", "shots.esi", "button.ppm"}).err, "");
  std::filesystem::remove(path(nameOf(0)));
  outcome = espy({"find", "--index", "shots.esi", "button.ppm"});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_NE(outcome.err.find(nameOf(0) + ": "), std::string::npos) << outcome.err;
}

TEST_F(IndexScenes, AListedNameIsOneLine) {
  const std::string odd = "shots/a\nb.ppm";
  write(odd, file(shots_[0]));
  EXPECT_EQ(espy({"index", "--scenes", odd, nameOf(1), "-o", "shots.esi"}).status, 0);
  EXPECT_EQ(espy({"index", "list", "shots.esi"}).out, "shots/a?b.ppm\n" + nameOf(1) + "\n");
  EXPECT_EQ(objects(espy({"index", "list", "--json", "shots.esi"}).out)[0]["image"], odd);
  EXPECT_EQ(espy({"index", "remove", "shots.esi", odd}).status, 0);
}

TEST_F(IndexScenes, ListsRemovesAndCompacts) {
  index();
  EXPECT_EQ(espy({"index", "remove", "shots.esi", nameOf(0), "none.ppm"}).status, 3);
  EXPECT_EQ(espy({"index", "remove", "shots.esi", "none.ppm"}).status, 2);
  EXPECT_EQ(espy({"index", "compact", "shots.esi"}).status, 0);
  const Outcome listed = espy({"index", "list", "shots.esi"});
  EXPECT_EQ(listed.out.find(nameOf(0)), std::string::npos);
  EXPECT_EQ(std::count(listed.out.begin(), listed.out.end(), '\n'), 5);
  EXPECT_EQ(objects(espy({"index", "list", "--json", "shots.esi"}).out)[0]["image"], nameOf(1));
  EXPECT_EQ(espy({"index", "add", "shots.esi", "shots/"}).status, 0);
  const Outcome found = espy({"find", "--index", "shots.esi", "button.ppm"});
  EXPECT_EQ(std::count(found.out.begin(), found.out.end(), '\n'), 3);
}

TEST_F(IndexScenes, RefusesWhatItWouldIgnore) {
  index();
  write("small.ppm", file(cut(shots_[0], 0, 0, 30, 23)));
  EXPECT_TRUE(refuses(espy({"find", "--index", "shots.esi", "small.ppm"}),
                      "small.ppm: the needle is 30 x 23 pixels"));
  EXPECT_TRUE(refuses(espy({"find", "--index", "shots.esi", "button.ppm", "--method", "zncc"}),
                      "is not a tolerant index"));
  for (const Words& words :
       {Words{"--tolerance", "3"}, Words{"--method", "ssd"}, Words{"--top", "1"},
        Words{"-o", "a.ppm"}, Words{"--flip"}, Words{"--engine", "sequential"}}) {
    Words all{"find", "--index", "shots.esi", "button.ppm"};
    all.insert(all.end(), words.begin(), words.end());
    EXPECT_TRUE(refuses(espy(all), "--index")) << words.front();
  }
  EXPECT_TRUE(refuses(espy({"find", "--index", "shots", "button.ppm"}), "is not an index"));
  EXPECT_TRUE(refuses(espy({"index", "--side", "24", "shots/", "-o", "b.esi"}), "--side"));
  EXPECT_TRUE(refuses(espy({"index", "--scenes", "shots/"}), "-o INDEX.esi"));
  EXPECT_TRUE(refuses(espy({"index", "--scenes", "shots/", "-o", "shots.esi"}), "shots.esi"));
  EXPECT_TRUE(refuses(espy({"index", "list", "--side", "30", "shots.esi"}), "--side"));
}

TEST_F(IndexScenes, ATolerantOneIsSearchedWithZncc) {
  write("needle.ppm", file(cut(shots_[0], 10, 5, 50, 50)));
  EXPECT_EQ(espy({"index", "--scenes", "--tolerant", "shots/", "-o", "t.esi"}).status, 0);
  const Words zncc{"--method", "zncc", "--min-score", "0.8"};
  Words by{"find", "--index", "t.esi", "needle.ppm"};
  by.insert(by.end(), zncc.begin(), zncc.end());
  Words plain{"find", "needle.ppm", nameOf(0), nameOf(1)};
  plain.insert(plain.end(), zncc.begin(), zncc.end());
  const Outcome found = espy(by);
  EXPECT_EQ(found.status, 0) << found.err;
  EXPECT_EQ(found.out, espy(plain).out);
  EXPECT_NE(found.out.find(nameOf(0) + ":10,5,50,50 score=1"), std::string::npos) << found.out;
  by.push_back("--json");
  EXPECT_EQ(objects(espy(by).out)[0]["method"], "zncc");
  EXPECT_EQ(objects(espy({"index", "info", "--json", "t.esi"}).out)[0]["tolerant"], true);

  EXPECT_TRUE(refuses(espy({"find", "--index", "t.esi", "needle.ppm"}), "search it with zncc"));
  EXPECT_TRUE(refuses(espy({"find", "--index", "t.esi", "--method", "zncc", "button.ppm"}),
                      "at least 48 x 48"));
  by.push_back("--sub-pixel");
  EXPECT_TRUE(refuses(espy(by), "--sub-pixel: is not for --index"));
  EXPECT_TRUE(
      refuses(espy({"index", "--scenes", "--tolerant", "--side", "39", "shots/", "-o", "u"}),
              "must be 40 to 256, not 39"));
  EXPECT_FALSE(std::filesystem::exists(path("u")));
  EXPECT_TRUE(refuses(espy({"index", "--tolerant", "shots/", "-o", "u"}), "--tolerant"));
  EXPECT_TRUE(refuses(espy({"index", "list", "--tolerant", "t.esi"}), "--tolerant"));
}

TEST_F(IndexScenes, WithoutAPictureThereIsNoIndex) {
  write("bad.ppm", "P6 12 12 255\nshort");
  EXPECT_EQ(espy({"index", "--scenes", "bad.ppm", "-o", "b.esi"}).status, 2);
  EXPECT_FALSE(std::filesystem::exists(path("b.esi")));
}

TEST_F(IndexScenes, AFullDiskLeavesNoIndexWithoutPictures) {
  RunEnvironment around;
  around.fileSizeLimit = 1000;
  EXPECT_TRUE(refuses(espy({"index", "--scenes", "shots/", "-o", "n.esi"}, around), "n.esi/"));
  EXPECT_FALSE(std::filesystem::exists(path("n.esi")));
  EXPECT_EQ(espy({"index", "--scenes", "shots/", "-o", "n.esi"}).status, 0);
}

TEST_F(IndexScenes, AFullDiskLeavesTheIndexWhole) {
  index();
  for (int i = 0; i < 4; ++i) {
    write("shots/t" + std::to_string(i) + ".ppm", file(noise(300, 300, 3, 50U + i)));
  }
  RunEnvironment around;
  around.fileSizeLimit = 5000;
  EXPECT_TRUE(refuses(espy({"index", "add", "shots.esi", "shots/"}, around), "shots.esi/"));
  EXPECT_EQ(espy({"index", "verify", "shots.esi"}).status, 0);
  EXPECT_EQ(espy({"find", "--index", "shots.esi", "button.ppm"}).out, plainly("button.ppm"));
}

}  // namespace
}  // namespace espy::test
