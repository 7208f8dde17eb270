// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// espy batch with outputs that collide with inputs, the journal or each other.
#include <unistd.h>

#include <filesystem>

#include "command.h"
#include "picture.h"

namespace espy::test {
namespace {

class HostileBatch : public CommandTest {
 protected:
  /// Draws four pictures, shots/a.ppm and so on, that contain the needle 1 to 4 times.
  HostileBatch() {
    write("needle.ppm", file(needle_));
    std::filesystem::create_directory(path("shots"));
    for (int i = 0; i < 4; ++i) add(std::string("shots/") + kLetters[i] + ".ppm", i + 1);
  }

  void add(const std::string& name, int needles) const {
    Picture scene = noise(60, 40, 3, static_cast<unsigned>(name.size() + name[6]));
    for (int n = 0; n < needles; ++n) {
      for (int y = 0; y < needle_.height; ++y) {
        for (int x = 0; x < 3 * needle_.width; ++x) {
          scene.at(12 * n + x / 3, 4 + y, x % 3) = needle_.at(x / 3, y, x % 3);
        }
      }
    }
    write(name, file(scene));
  }

  void writeJob(const std::string& images, const std::string& outputs,
                const std::string& more = "") const {
    write("job.json", R"({"needles":[{"file":"needle.ppm"}],"images":)" + images +
                          R"(,"outputs":)" + outputs + more + "}");
  }
  Outcome run(const std::vector<std::string>& options = {}) const {
    std::vector<std::string> arguments{"batch"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    arguments.emplace_back("job.json");
    return espy(arguments);
  }

  static constexpr const char* kLetters = "abcd";
  static constexpr const char* kAll =
      R"({"csv":"all.csv","jsonl":"all.jsonl","marked":"marked","crops":"crops"})";
  static constexpr const char* kOverwrite = R"(,"overwrite":true)";
  Picture needle_ = noise(6, 5, 3, 77);
};

TEST_F(HostileBatch, WhatItWritesItDoesNotSearch) {
  for (const char* images : {R"(["**/*.ppm"])", R"(["shots/", "**/*"])"}) {
    writeJob(images, kAll);
    const Outcome first = run();
    std::filesystem::create_symlink("marked", path("link"));
    const Outcome second = run({"--resume"});
    EXPECT_EQ(second.err, first.err);
    EXPECT_EQ(second.status, first.status);
    for (const char* name : {"all.csv", "all.jsonl", "marked", "crops", "job.journal", "link"}) {
      std::filesystem::remove_all(path(name));
    }
  }
}

TEST_F(HostileBatch, AFolderIsSearchedOrWrittenInto) {
  writeJob(R"(["shots/"])", R"({"marked":"shots","naming":"{name}-marked"})");
  EXPECT_TRUE(refuses(run(), "writes into this folder"));
  writeJob(R"(["shots/*.ppm"])", R"({"crops":"./shots/"})");
  EXPECT_TRUE(refuses(run(), "writes into this folder"));
  // Inputs named one by one are allowed: outputs have other names.
  writeJob(R"(["shots/a.ppm"])", R"({"marked":"shots","naming":"{name}-marked"})");
  EXPECT_EQ(run().status, 0);
  EXPECT_EQ(run({"--resume"}).status, 0);
}

TEST_F(HostileBatch, JobListAndJournalAreNotOverwritten) {
  write("list.txt", "shots/a.ppm\n");
  for (const char* name : {"job.json", "list.txt", "shots/../list.txt", "job.journal",
                           "job.journal/journal-1-of-1.jsonl", "marked"}) {
    for (const char* kind : {"csv", "jsonl"}) {
      writeJob(R"(["@list.txt"])",
               std::string(R"({"marked":"marked",")") + kind + R"(":")" + name + R"("})",
               kOverwrite);
      const std::string job = read("job.json");
      EXPECT_TRUE(refuses(run(), name)) << name;
      EXPECT_EQ(read("job.json"), job);
      EXPECT_EQ(read("list.txt"), "shots/a.ppm\n");
    }
  }
  EXPECT_FALSE(std::filesystem::exists(path("marked")));
}

TEST_F(HostileBatch, NoCropOfAnyRankReplacesAnInput) {
  // Formats are detected by content, so this PPM is a valid input.
  add("shots/b-002.png", 1);
  const std::string before = read("shots/b-002.png");
  writeJob(R"(["shots/b.ppm","shots/b-002.png"])", R"({"crops":"shots"})", kOverwrite);
  EXPECT_TRUE(refuses(run(), "is an input of this batch"));
  writeJob(R"(["shots/b.ppm","shots/b-002.png"])", R"({"crops":"out","marked":"out"})");
  EXPECT_TRUE(refuses(run(), "would both be written under this name"));
  EXPECT_EQ(read("shots/b-002.png"), before);
  writeJob(R"(["shots/b.ppm","shots/b-002.png"])", R"({"crops":"crops","marked":"out"})");
  EXPECT_EQ(run().status, 0);
}

TEST_F(HostileBatch, NoCropIsWrittenThroughALinkToAnInput) {
  std::filesystem::create_directory(path("crops"));
  std::filesystem::create_symlink("../shots/a.ppm", path("crops/c-003.png"));
  const std::string before = read("shots/a.ppm");
  writeJob(R"(["shots/"])", R"({"crops":"crops"})", kOverwrite);
  EXPECT_TRUE(refuses(run(), "crops/c-003.png: is an input of this batch"));
  EXPECT_EQ(read("shots/a.ppm"), before);
}

TEST_F(HostileBatch, NumbersFollowTheImages) {
  const std::string outputs =
      R"({"csv":"all.csv","marked":"marked","crops":"crops","naming":"{number}"})";
  const auto written = [&] {
    std::string all;
    for (int i = 1; i <= 4; ++i) all += read("marked/" + std::to_string(i) + ".ppm");
    for (const std::string& name : list()) {
      if (name.starts_with("crops/")) all += name + read(name);
    }
    return all + read("all.csv");
  };
  writeJob(R"(["shots/"])", outputs);
  ASSERT_EQ(run().status, 0);
  const std::string whole = written();
  for (const char* name : {"marked", "crops", "all.csv", "job.journal"}) {
    std::filesystem::remove_all(path(name));
  }
  // The first image is moved to the end, which renumbers all others.
  std::filesystem::rename(path("shots/a.ppm"), path("a.ppm"));
  ASSERT_EQ(run().status, 0);
  std::filesystem::rename(path("a.ppm"), path("shots/a.ppm"));
  const Outcome outcome = run({"--resume"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(written() == whole);
}

TEST_F(HostileBatch, ForeignOutputStaysHoweverOftenItGoesOn) {
  writeJob(R"(["shots/"])", kAll);
  ASSERT_EQ(run().status, 0);
  std::filesystem::copy_file(path("shots/a.ppm"), path("later.ppm"));
  write("marked/later.ppm", "mine");
  // From the second run on the journal has this job, so the file could be its own output.
  writeJob(R"(["shots/", "later.ppm"])", kAll);
  for (int i = 0; i < 3; ++i) {
    const Outcome outcome = run({"--resume"});
    EXPECT_EQ(outcome.status, 3);
    EXPECT_NE(outcome.err.find("marked/later.ppm: exists already"), std::string::npos)
        << outcome.err;
    EXPECT_EQ(read("marked/later.ppm"), "mine");
  }
  std::filesystem::remove(path("marked/later.ppm"));
  EXPECT_EQ(run({"--resume"}).status, 0);
}

TEST_F(HostileBatch, ShardsWithOtherOptionsAreNotMerged) {
  const char* outputs = R"({"csv":"all.csv","jsonl":"all.jsonl"})";
  writeJob(R"(["shots/"])", outputs);
  ASSERT_EQ(run({"--shard", "1/2"}).status, 0);
  writeJob(R"(["shots/"])", outputs, R"(,"options":{"tolerance":200})");
  ASSERT_EQ(run({"--shard", "2/2"}).status, 0);
  EXPECT_TRUE(refuses(espy({"batch", "--merge", "job.journal"}), "shard 1 of 2 is not finished"));
  ASSERT_EQ(run({"--shard", "1/2", "--resume"}).status, 0);
  // Merging writes both outputs or none.
  write("all.jsonl", "mine");
  EXPECT_TRUE(refuses(espy({"batch", "--merge", "job.journal"}), "all.jsonl: exists already"));
  EXPECT_FALSE(std::filesystem::exists(path("all.csv")));
  std::filesystem::remove(path("all.jsonl"));
  EXPECT_EQ(espy({"batch", "--merge", "job.journal"}).status, 0);
}

TEST_F(HostileBatch, PatternsThatAskForTooMuchEnd) {
  std::string deep;
  for (int i = 0; i < 40; ++i) deep += "a/";
  std::filesystem::create_directories(path(deep));
  std::string any = "**/";
  for (int i = 0; i < 8; ++i) any += "a/**/";
  for (const std::string& images : {any + "nowhere.png", std::string("*/"), std::string("**/")}) {
    writeJob("[\"" + images + "\"]", kAll);
    EXPECT_TRUE(refuses(run(), images + ": matches no file"));
  }
}

TEST_F(HostileBatch, AFolderThatCannotBeReadFailsAlone) {
  for (const char* folder : {"x/secret", "y/secret"}) {
    std::filesystem::create_directories(path(folder));
    std::filesystem::permissions(path(folder), std::filesystem::perms::none);
  }
  writeJob(R"(["shots/b.ppm", "x/secret", "**/c.ppm"])", kAll);
  const RunEnvironment around{.withoutRights = true};
  const Outcome outcome = espy({"batch", "job.json"}, around);
  EXPECT_EQ(outcome.status, 3);
  EXPECT_EQ(outcome.err,
            "espy: x/secret/: cannot be opened: Permission denied\n"
            "espy: y/secret/: cannot be opened: Permission denied\n"
            "2 of 4 images done, 2 failed, 5 matches\n");
  for (const char* folder : {"x/secret", "y/secret"}) {
    std::filesystem::permissions(path(folder), std::filesystem::perms::owner_all);
  }
  write("x/secret/d.ppm", read("shots/d.ppm"));
  EXPECT_EQ(run({"--resume"}).err, "3 of 3 images done, 9 matches\n")
      << "nothing of the failure stays";
}

TEST_F(HostileBatch, AListFromAnEditorThatMarksIt) {
  write("list.txt", "\xef\xbb\xbfshots/a.ppm\r\nshots/b.ppm\r\n");
  writeJob(R"(["@list.txt"])", kAll);
  EXPECT_EQ(run().err, "2 of 2 images done, 3 matches\n");
}

}  // namespace
}  // namespace espy::test
