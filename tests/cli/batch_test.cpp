// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// espy batch: killed, on a full disk and with odd names, it produces the same outputs.
#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <csignal>
#include <map>
#include <optional>
#include <random>
#include <set>

#include "command.h"
#include "json_lines.h"
#include "picture.h"

namespace espy::test {
namespace {

class Batch : public CommandTest {
 protected:
  /// Draws `count` square pictures; every third contains the needle.
  void draw(int count, int side) const {
    const Picture needle = noise(6, 5, 3, 77);
    write("needle.ppm", file(needle));
    std::filesystem::create_directory(path("shots"));
    for (int i = 0; i < count; ++i) {
      Picture scene = noise(side, side, 3, static_cast<unsigned>(i));
      if (i % 3 == 0) put(needle, scene, 4 + i % 20, 9);
      write("shots/" + std::to_string(1000 + i) + ".ppm", file(scene));
    }
  }
  void writeJob(const std::string& name = "job.json",
                const std::string& images = R"(["shots/"])") const {
    write(
        name,
        R"({"needles":[{"file":"needle.ppm"}],"images":)" + images +
            R"(,"options":{"method":"sad","min_score":0.95},)"
            R"("outputs":{"csv":"all.csv","jsonl":"all.jsonl","marked":"marked","crops":"crops"}})");
  }
  static void put(const Picture& needle, Picture& scene, int x, int y) {
    for (int j = 0; j < needle.height; ++j) {
      for (int i = 0; i < needle.width; ++i) {
        for (int c = 0; c < 3; ++c) scene.at(x + i, y + j, c) = needle.at(i, j, c);
      }
    }
  }
  /// Output files by name, temporary files included.
  std::map<std::string, std::string> written() const {
    std::map<std::string, std::string> files;
    for (const std::string& name : list()) {
      if (name.starts_with("shots") || name.starts_with("job.journal")) continue;
      if (std::filesystem::is_regular_file(path(name))) files[name] = read(name);
    }
    return files;
  }
  /// The JSON lines are those of this command with all shots, without times.
  void expectLinesOf(std::vector<std::string> command, int count) const {
    for (int i = 0; i < count; ++i) {
      command.push_back("shots/" + std::to_string(1000 + i) + ".ppm");
    }
    std::istringstream found(espy(command).out);
    std::istringstream lines(read("all.jsonl"));
    for (int i = 0; i < count; ++i) {
      std::string wanted;
      std::string line;
      ASSERT_TRUE(std::getline(found, wanted));
      ASSERT_TRUE(std::getline(lines, line));
      wanted = wanted.substr(0, wanted.find(",\"timeline\"")) + "}";
      EXPECT_EQ(line, wanted);
    }
    std::string more;
    EXPECT_FALSE(std::getline(lines, more));
  }
  void removeOutputs() const {
    for (const char* name : {"all.csv", "all.jsonl", "marked", "crops", "job.journal"}) {
      std::filesystem::remove_all(path(name));
    }
  }
};

TEST_F(Batch, LinesAreThoseOfFindWithoutTimes) {
  draw(7, 80);
  write("shots/1003a.png", "no picture");
  writeJob();
  const Outcome outcome = espy({"batch", "job.json"});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(outcome.err.starts_with("espy: shots/1003a.png: is not a picture")) << outcome.err;
  EXPECT_TRUE(outcome.err.ends_with("7 of 8 images done, 1 failed, 3 matches\n")) << outcome.err;
  expectLinesOf({"find", "--json", "--method", "sad", "--min-score", "0.95", "needle.ppm"}, 7);
}

/// A job with an index of two names for the needle and one other picture.
class IndexBatch : public Batch {
 protected:
  void SetUp() override {
    draw(7, 80);
    write("tiles/a.ppm", read("needle.ppm"));
    write("tiles/b.ppm", read("needle.ppm"));
    write("tiles/c.ppm", file(noise(9, 4, 3, 999)));
    ASSERT_EQ(espy({"index", "--quiet", "-o", "t.esi", "tiles/"}).status, 0);
    writeIndexJob(R"("index":"t.esi",)");
  }
  void writeIndexJob(const std::string& keys, const std::string& options = "{}") const {
    write("job.json", "{" + keys + R"("images":["shots/"],"options":)" + options +
                          R"(,"outputs":{"csv":"all.csv","jsonl":"all.jsonl","crops":"crops"}})");
  }
};

TEST_F(IndexBatch, LinesAreThoseOfFindWithTheIndex) {
  const Outcome outcome = espy({"batch", "--threads", "2", "job.json"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(outcome.err.ends_with("7 of 7 images done, 6 matches\n")) << outcome.err;
  expectLinesOf({"find", "--json", "--index", "t.esi"}, 7);
  EXPECT_NE(read("all.csv").find("shots/1003.ppm,done,tiles/b.ppm,7,9,6,5,1,0,"), std::string::npos)
      << read("all.csv");
  EXPECT_TRUE(std::filesystem::exists(path("crops/1000-002.png")));
}

TEST_F(IndexBatch, ResumesUntilTheIndexChanges) {
  ASSERT_EQ(espy({"batch", "--quiet", "job.json"}).status, 0);
  const auto again = [&] { return espy({"batch", "--resume", "--progress", "json", "job.json"}); };
  EXPECT_NE(again().out.find("\"before\":7"), std::string::npos);
  ASSERT_EQ(espy({"index", "--quiet", "remove", "t.esi", "tiles/b.ppm"}).status, 0);
  const Outcome changed = again();
  EXPECT_NE(changed.out.find("\"before\":0"), std::string::npos) << changed.out;
  expectLinesOf({"find", "--json", "--index", "t.esi"}, 7);
}

TEST_F(IndexBatch, TheOptionReplacesTheNeedles) {
  writeIndexJob(R"("needles":[{"file":"missing.ppm"}],)");
  const Outcome outcome = espy({"batch", "--index", "t.esi", "job.json"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  expectLinesOf({"find", "--json", "--index", "t.esi"}, 7);
  std::filesystem::remove_all(path("all.csv"));
  std::filesystem::remove_all(path("all.jsonl"));
  std::filesystem::remove_all(path("crops"));
  std::filesystem::remove_all(path("job.journal"));
  for (const char* shard : {"1/2", "2/2"}) {
    ASSERT_EQ(espy({"batch", "--quiet", "--shard", shard, "--index", "t.esi", "job.json"}).status,
              0);
  }
  const Outcome merged = espy({"batch", "--merge", "job.journal", "--index", "t.esi"});
  EXPECT_EQ(merged.status, 0) << merged.err;
  expectLinesOf({"find", "--json", "--index", "t.esi"}, 7);
}

TEST_F(IndexBatch, WhatAnIndexCannotServeIsRefused) {
  const auto refusal = [&] {
    const Outcome outcome = espy({"batch", "job.json"});
    EXPECT_TRUE(refuses(outcome, ""));
    EXPECT_FALSE(std::filesystem::exists(path("all.csv")));
    return outcome.err;
  };
  writeIndexJob(R"("index":"t.esi","needles":[{"file":"needle.ppm"}],)");
  EXPECT_NE(refusal().find("job.json: a batch searches for needles or by an index, not both"),
            std::string::npos);
  writeIndexJob(R"("index":"t.esi",)", R"({"mask":"needle.ppm"})");
  EXPECT_NE(refusal().find("a mask is for needles"), std::string::npos);
  writeIndexJob(R"("index":"t.esi",)", R"({"judge":"needle.ppm"})");
  EXPECT_NE(refusal().find("a judge is for one needle, not for an index"), std::string::npos);
  writeIndexJob(R"("index":"t.esi",)", R"({"method":"sad"})");
  EXPECT_NE(refusal().find("identical pictures"), std::string::npos);
  writeIndexJob(R"("index":"missing.esi",)");
  EXPECT_NE(refusal().find("missing.esi"), std::string::npos);
}

/// Killed and resumed at 100 random times, it writes the same bytes as an undisturbed run.
TEST_F(Batch, KilledAtAnyMomentItLeavesTheSame) {
  using Clock = std::chrono::steady_clock;
  draw(40, 120);
  writeJob();
  const auto begin = Clock::now();
  ASSERT_EQ(espy({"batch", "--quiet", "job.json"}).status, 0);
  // Up to 1.5 times the measured duration, so that some runs finish.
  const auto longest =
      std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin).count() * 3 / 2 +
      1000;
  const auto whole = written();
  std::mt19937_64 random(std::random_device{}());
  int killed = 0;
  // Longer where a busy machine finishes little.
  while (killed < 5 || (killed < 100 && Clock::now() - begin < std::chrono::seconds(20))) {
    removeOutputs();
    for (;;) {
      Running running(path(""), {"batch", "--resume", "--quiet", "job.json"}, {});
      std::this_thread::sleep_for(std::chrono::microseconds(random() % longest));
      running.send(SIGKILL);
      const Outcome outcome = running.wait();
      if (outcome.signal == 0) {
        ASSERT_EQ(outcome.status, 0) << outcome.err;
        break;
      }
      ++killed;
    }
    ASSERT_TRUE(written() == whole) << "after " << killed;
  }
}

/// Runs a batch that blocks at one image, a pipe without a writer.
class BatchThatWaits : public Batch {
 protected:
  BatchThatWaits() {
    draw(6, 60);
    writeJob("job.json", R"(["shots/", "pipe.ppm"])");
    EXPECT_EQ(::mkfifo(path("pipe.ppm").c_str(), 0600), 0);
    running_.emplace(path(""), std::vector<std::string>{"batch", "job.json"}, RunEnvironment{});
    running_->waitForFile(path("job.journal").string(), O_RDWR);
  }

  std::optional<Running> running_;
};

TEST_F(BatchThatWaits, ASignalEndsItAndResumeGoesOn) {
  running_->send(SIGINT);
  const Outcome outcome = running_->wait();
  EXPECT_EQ(outcome.status, 130);
  EXPECT_NE(outcome.err.find("cancelled"), std::string::npos) << outcome.err;
  EXPECT_FALSE(std::filesystem::exists(path("all.csv")));
  std::filesystem::remove(path("pipe.ppm"));
  write("pipe.ppm", read("shots/1000.ppm"));
  EXPECT_EQ(espy({"batch", "--resume", "job.json"}).err, "7 of 7 images done, 3 matches\n");
  EXPECT_TRUE(std::filesystem::exists(path("all.csv")));
}

TEST_F(BatchThatWaits, TwoAtATimeDoNotDisturbEachOther) {
  const Outcome second = espy({"batch", "--resume", "job.json"});
  EXPECT_EQ(second.status, 2);
  EXPECT_NE(second.err.find("another process is running this batch"), std::string::npos)
      << second.err;
  write("pipe.ppm", read("shots/1000.ppm"));
  const Outcome first = running_->wait();
  EXPECT_EQ(first.status, 0);
  EXPECT_EQ(first.err, "7 of 7 images done, 3 matches\n");
  // Another job must not overwrite these outputs.
  writeJob("other.json");
  std::filesystem::remove(path("pipe.ppm"));
  const auto before = written();
  EXPECT_EQ(espy({"batch", "other.json"}).status, 2);
  EXPECT_TRUE(written() == before);
}

TEST_F(Batch, OddNamesAreNames) {
  draw(1, 50);
  const std::string picture = read("shots/1000.ppm");
  const std::vector<std::string> names{"two\nlines.ppm", "\xff\xfe.ppm", " -x.ppm",
                                       "@at.ppm",        "a\"q\\.ppm",   "[x].ppm"};
  std::string zeros;
  for (const std::string& name : names) {
    write("shots/" + name, picture);
    zeros += "shots/" + name + '\0';
  }
  write("list", zeros);
  writeJob("job.json", R"(["@list"])");
  ASSERT_EQ(espy({"batch", "job.json"}).status, 0);
  for (const std::string& name : names) {
    EXPECT_TRUE(std::filesystem::exists(path("marked/" + name))) << name;
  }
  const auto whole = written();
  EXPECT_NE(whole.at("all.csv").find("shots/\xff\xfe.ppm,done"), std::string::npos);
  EXPECT_EQ(espy({"batch", "--resume", "job.json"}).err, "6 of 6 images done, 6 matches\n");
  EXPECT_TRUE(written() == whole);
  removeOutputs();
  // The same from standard input, whose names are relative to the current folder.
  writeJob("job.json", R"(["@-"])");
  ASSERT_EQ(espy({"batch", "job.json"}, {.input = zeros}).status, 0);
  EXPECT_TRUE(std::filesystem::exists(path("marked/two\nlines.ppm")));
}

TEST_F(Batch, ShardsAreMerged) {
  draw(10, 60);
  writeJob();
  ASSERT_EQ(espy({"batch", "--quiet", "job.json"}).status, 0);
  const auto whole = written();
  removeOutputs();
  for (const char* shard : {"1/3", "2/3", "3/3"}) {
    EXPECT_EQ(espy({"batch", "--merge", "job.journal"}).status, 2);
    EXPECT_EQ(espy({"batch", "--shard", shard, "job.json"}).status, 0);
  }
  const Outcome merged = espy({"batch", "--merge", "job.journal"});
  EXPECT_EQ(merged.status, 0) << merged.err;
  EXPECT_EQ(merged.err, "10 of 10 images done, 4 matches\n");
  EXPECT_TRUE(written() == whole);
  for (const char* shard : {"0/3", "4/3", "1", "a/b", "1/", "/2", "1/3x", "-1/3"}) {
    EXPECT_EQ(espy({"batch", "--shard", shard, "job.json"}).status, 2) << shard;
  }
  EXPECT_EQ(espy({"batch", "--merge", "job.journal", "job.json"}).status, 2);
  EXPECT_EQ(espy({"batch", "--merge", "nowhere"}).status, 2);
}

TEST_F(Batch, ProgressInJson) {
  draw(5, 50);
  writeJob();
  const Outcome outcome = espy({"batch", "--progress", "json", "job.json"});
  EXPECT_EQ(outcome.status, 0);
  const std::vector<Json> lines = objects(outcome.out);
  ASSERT_FALSE(lines.empty());
  const Json& last = lines.back();
  EXPECT_EQ(last["done"], 5);
  EXPECT_EQ(last["failed"], 0);
  EXPECT_EQ(last["of"], 5);
  EXPECT_EQ(last["matches"], 2);
  EXPECT_EQ(last["left"].number(), 0);
}

TEST_F(Batch, AFullDiskLosesNothing) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can make a small file system";
  std::filesystem::create_directory(path("small"));
  if (::mount("tmpfs", path("small").c_str(), "tmpfs", 0, "size=600k") != 0) {
    GTEST_SKIP() << "no file system can be mounted here";
  }
  draw(20, 120);
  std::filesystem::create_directory(path("small/marked"));
  write("job.json", R"({"needles":[{"file":"needle.ppm"}],"images":["shots/"],)"
                    R"("outputs":{"csv":"small/all.csv","marked":"small/marked"}})");
  const Outcome full = espy({"batch", "job.json"});
  EXPECT_TRUE(full.status == 3 || full.status == 2) << full.err;
  EXPECT_NE(full.err.find("No space left"), std::string::npos) << full.err;
  // With free space again, --resume retries what the full disk prevented, without --retry.
  ASSERT_EQ(::mount("tmpfs", path("small").c_str(), "tmpfs", MS_REMOUNT, "size=60m"), 0);
  const Outcome done = espy({"batch", "--resume", "job.json"});
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(path("small/marked")), {}), 20);
  const std::string csv = read("small/all.csv");
  EXPECT_EQ(csv.find("failed"), std::string::npos);
  EXPECT_EQ(::umount(path("small").c_str()), 0);
}

/// Every option of `espy find` must exist in jobs.
TEST_F(Batch, JobsKnowTheOptionsOfFind) {
  const std::string help = espy({"find", "--help"}).out;
  const std::set<std::string> others{"needle",  "output", "output_dir", "flags", "scores", "json",
                                     "timings", "quiet",  "help",       "color", "index",  "trust"};
  int known = 0;
  std::size_t at = 0;
  while ((at = help.find("--", at)) != std::string::npos) {
    at += 2;
    std::string name;
    while (std::islower(help[at]) != 0 || help[at] == '-') name += help[at++];
    std::replace(name.begin(), name.end(), '-', '_');
    if (name.empty() || others.contains(name)) continue;
    write("job.json", R"({"options":{")" + name + R"(":[]}})");
    const std::string message = espy({"batch", "job.json"}).err;
    EXPECT_TRUE(message.starts_with("espy: job.json: options." + name + ": must be")) << message;
    ++known;
  }
  EXPECT_GE(known, 20);
}

TEST_F(Batch, NotesOfAFileAreReported) {
  draw(2, 50);
  write("shots/1000.ppm", read("shots/1000.ppm") + "and more");
  writeJob();
  const Outcome outcome = espy({"batch", "job.json"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(outcome.err.starts_with("espy: shots/1000.ppm: 8 bytes")) << outcome.err;
}

TEST_F(Batch, NotesOfOneKindDoNotBuryOthers) {
  write("needle.ppm", file(noise(30, 5, 3, 77)));
  std::filesystem::create_directory(path("shots"));
  for (int i = 0; i < 13; ++i) {
    write("shots/" + std::to_string(1000 + i) + ".ppm", file(noise(20, 20, 3, 5)));
  }
  writeJob();
  const Outcome outcome = espy({"batch", "job.json"});
  EXPECT_EQ(outcome.status, 0);
  const std::size_t end = outcome.err.find("espy: and 3 other notes\n");
  ASSERT_NE(end, std::string::npos) << outcome.err;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.begin() + static_cast<long>(end), '\n'), 10)
      << outcome.err;
}

TEST_F(Batch, BadJobsAreRefusedInOneLine) {
  draw(1, 50);
  writeJob();
  write("bad.json", "{\"needles\":3}");
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"batch"},
                                             {"batch", "missing.json"},
                                             {"batch", "bad.json"},
                                             {"batch", "job.json", "job.json"},
                                             {"batch", "--engine", "abacus", "job.json"},
                                             {"batch", "--progress", "much", "job.json"}}) {
    EXPECT_TRUE(refuses(espy(arguments), ""));
  }
  EXPECT_FALSE(std::filesystem::exists(path("job.journal")));
}

}  // namespace
}  // namespace espy::test
