// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Libraries, indexes, pictures and batches on a disk that is full, fails at random, or loses
// unsynced data.
#include <cstdio>
#include <filesystem>
#include <map>
#include <set>

#include "base/modules.h"
#include "command.h"
#include "espy/engine/surfaces.h"
#include "espy/error.h"
#include "espy/index.h"
#include "picture.h"
#include "support/disk_log.h"

namespace espy::test {
namespace {

using Ids = std::set<std::string>;
using Words = std::vector<std::string>;

/// A change on the disk, and the names that are there afterwards.
struct Step {
  Words words;
  Ids after;
};

/// Whether a command whose disk fails at random ended, completely, in part, or with a refusal.
::testing::AssertionResult endsInOrder(const Outcome& outcome) {
  if (outcome.status == 0 || outcome.status == 2 || outcome.status == 3) {
    return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure()
         << "status " << outcome.status << ", signal " << outcome.signal << outcome.err;
}

/// Errors of the disk: one call in `calls` fails, chosen by the seed.
Words faults(int seed, int calls) {
  return {"ESPY_DISK_FAULTS=" + std::to_string(seed) + "," + std::to_string(calls)};
}

class BadDisk : public CommandTest {
 protected:
  void SetUp() override {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "sanitizers are to be loaded first";
#endif
  }

  /// Runs the command with the folder "disk" on the simulated disk, whose environment variables are
  /// `disk`.
  Outcome onBadDisk(const Words& words, const Words& disk) const {
    RunEnvironment around;
    around.variables = disk;
    around.variables.push_back("LD_PRELOAD=" ESPY_BAD_DISK);
    around.variables.push_back("ESPY_DISK=" + std::filesystem::canonical(path("disk")).string());
    return espy(words, around);
  }

  /// Makes the changes by run(words, disk), then expects that after each power failure
  /// namesAfter(folder, first writes) has what was there before or after the change.
  template <class Run, class NamesAfter>
  void expectPowerFailuresLoseNothing(Ids before, const std::vector<Step>& steps, const Run& run,
                                      const NamesAfter& namesAfter) const {
    FailingDisk disk(path("disk"));
    std::vector<std::uintmax_t> ends;
    for (const Step& step : steps) {
      ASSERT_EQ(run(step.words, {"ESPY_DISK_LOG=" + path("log").string()}).status, 0);
      ends.push_back(std::filesystem::file_size(path("log")));
      ASSERT_EQ(namesAfter(path("disk").string(), false), step.after);
    }
    const std::string log = FailingDisk::bytesOf(path("log"));
    std::mt19937 random(1);
    std::size_t step = 0;
    int failures = 0;
    disk.replay(log, [&](std::size_t at) {
      if (at > ends[step]) before = steps[step++].after;
      const std::string left = path("left").string();
      // Recovery is done by the first reader or the first writer; test both.
      for (const bool writes : {true, false}) {
        disk.leaveIn(left, random);
        const Ids found = namesAfter(left, writes);
        EXPECT_TRUE(found == before || found == steps[step].after)
            << "at byte " << at << ", in " << steps[step].words.front();
        ++failures;
      }
      return !HasFailure();
    });
    EXPECT_EQ(step + 1, steps.size());
    std::printf("%d power failures\n", failures);
  }
};

class BadDiskLibrary : public BadDisk {
 protected:
  void SetUp() override {
    BadDisk::SetUp();
    if (IsSkipped()) return;
    if (modulePath("espy_features.so").empty()) {
      GTEST_SKIP() << "built without OpenCV's features2d, calib3d, imgproc";
    }
    for (int i = 0; i < kShots; ++i) {
      const Picture coarse = noise(24, 24, 1, static_cast<unsigned>(i));
      Picture picture(120, 120, 1);
      for (int y = 0; y < 120; ++y) {
        for (int x = 0; x < 120; ++x) picture.at(x, y) = coarse.at(x / 5, y / 5);
      }
      write(shot(i), file(picture));
    }
    ASSERT_EQ(library({"create", "--features", "100", "disk"}).status, 0);
  }

  static std::string id(int number) { return "p" + std::to_string(100 + number); }
  static std::string shot(int number) { return "shots/" + id(number) + ".pgm"; }

  Outcome library(Words words, const Words& disk = {}) const {
    words.insert(words.begin(), "library");
    return disk.empty() ? espy(words) : onBadDisk(words, disk);
  }

  static Ids idsOf(const std::string& folder) {
    const SurfaceLibrary library(folder);
    const std::vector<std::string> ids = library.ids("", 1000);
    return {ids.begin(), ids.end()};
  }
  Ids ids() const { return idsOf(path("disk").string()); }

  static void expectWhole(const std::string& folder) {
    for (const SurfaceFault& fault : verifyLibrary(folder)) {
      ADD_FAILURE() << fault.id << ": " << fault.what.text();
    }
  }

  std::int64_t bytesOnDisk() const {
    std::int64_t bytes = 0;
    for (const auto& entry : std::filesystem::directory_iterator(path("disk"))) {
      struct stat status {};
      if (::stat(entry.path().c_str(), &status) == 0) bytes += status.st_blocks * 512;
    }
    return bytes;
  }

  static constexpr int kShots = 12;
};

TEST_F(BadDiskLibrary, WhatFitsOnAFullOneIsKept) {
  const std::int64_t empty = bytesOnDisk();
  std::size_t before = 0;
  for (const std::int64_t space : {8'000, 40'000, 80'000, 120'000, 160'000}) {
    const Outcome outcome = library({"add", "--missing", "disk", "shots/"},
                                    {"ESPY_DISK_ROOM=" + std::to_string(empty + space)});
    const std::size_t kept = ids().size();
    if (kept == before) {
      EXPECT_TRUE(refuses(outcome, "No space left on device")) << space;
    } else {
      const std::string were = kept - before == 1 ? " photograph was" : " photographs were";
      EXPECT_TRUE(refuses(outcome,
                          "cannot be written: No space left on device; " +
                              std::to_string(kept - before) + " of " +
                              std::to_string(kShots - before) + " photographs w",
                          3))
          << space;
    }
    before = kept;
    EXPECT_LE(bytesOnDisk(), empty + space);
    expectWhole(path("disk").string());
  }
  EXPECT_GT(before, 2U);
  EXPECT_LT(before, static_cast<std::size_t>(kShots));
  EXPECT_EQ(library({"add", "--missing", "disk", "shots/"}).status, 0);
  EXPECT_EQ(ids().size(), static_cast<std::size_t>(kShots));
}

TEST_F(BadDiskLibrary, APowerFailureLosesNothingThatWasReported) {
  const Ids five{id(0), id(1), id(2), id(3), id(4)};
  const Ids three{id(1), id(3), id(4)};
  expectPowerFailuresLoseNothing(
      {},
      {{{"add", "disk", shot(0), shot(1), shot(2), shot(3)}, {id(0), id(1), id(2), id(3)}},
       {{"add", "disk", shot(4)}, five},
       {{"update", "--id", id(1), "disk", shot(5)}, five},
       {{"remove", "disk", id(0), id(2)}, three},
       {{"compact", "disk"}, three},
       {{"add", "disk", shot(0), shot(6)}, {id(0), id(1), id(3), id(4), id(6)}}},
      [&](const Words& words, const Words& disk) { return library(words, disk); },
      [](const std::string& folder, bool writes) {
        if (writes) SurfaceWriter{folder};
        const Ids found = idsOf(folder);
        expectWhole(folder);
        return found;
      });
}

TEST_F(BadDiskLibrary, ErrorsAtRandomLoseNothing) {
  Ids known;
  int refused = 0;
  int done = 0;
  for (int round = 0; round < 60; ++round) {
    const int one = round % kShots;
    const Ids before = ids();
    Ids after = before;
    Words words;
    switch (round % 3) {
      case 0:
        words = {"update", "disk", shot(one), shot((one + 5) % kShots)};
        after.insert({id(one), id((one + 5) % kShots)});
        break;
      case 1:
        words = {"remove", "disk", id(one)};
        after.erase(id(one));
        break;
      default:
        words = {"compact", "disk"};
    }
    const Outcome outcome = library(words, faults(round, 10 + round % 50));
    const Ids found = ids();
    ASSERT_TRUE(endsInOrder(outcome)) << round;
    if (outcome.status == 0) {
      EXPECT_EQ(found, after) << round << outcome.err;
    }
    // A failed command changes nothing, except photographs committed one at a time.
    for (const std::string& id : before) {
      EXPECT_TRUE(found.contains(id) || !after.contains(id)) << round << ": " << id << " is lost";
    }
    for (const std::string& id : found) {
      EXPECT_TRUE(before.contains(id) || after.contains(id)) << round << ": " << id;
    }
    expectWhole(path("disk").string());
    ++(outcome.status == 0 ? done : refused);
    if (HasFailure()) return;
  }
  EXPECT_GT(done, 5);
  EXPECT_GT(refused, 5);
}

/// An index of needles, in the folder "disk".
class BadDiskIndex : public BadDisk {
 protected:
  static constexpr int kTiles = 12;

  void SetUp() override {
    BadDisk::SetUp();
    if (IsSkipped()) return;
    for (int i = 0; i < kTiles; ++i)
      write(tile(i), file(noise(16, 16, 3, static_cast<unsigned>(i))));
    ASSERT_EQ(espy({"index", tile(0), "-o", "disk"}).status, 0);
  }

  static std::string tile(int number) { return "tiles/" + std::to_string(100 + number) + ".ppm"; }

  Outcome index(Words words, const Words& disk = {}) const {
    words.insert(words.begin(), "index");
    return disk.empty() ? espy(words) : onBadDisk(words, disk);
  }

  /// Its names, after every picture was found where it is.
  static Ids namesOf(const std::string& folder) {
    const NeedleIndex index(folder);
    index.verify();
    Ids names;
    for (std::int64_t n = 0; n < index.size(); ++n) {
      names.emplace(index.name(n));
      EXPECT_FALSE(find(index.picture(n).picture, index).matches.empty());
    }
    return names;
  }
  Ids names() const { return namesOf(path("disk").string()); }
};

TEST_F(BadDiskIndex, APowerFailureLosesNothingThatWasReported) {
  expectPowerFailuresLoseNothing(
      {tile(0)},
      {{{"add", "disk", tile(1), tile(2), tile(3)}, {tile(0), tile(1), tile(2), tile(3)}},
       {{"remove", "disk", tile(0), tile(2)}, {tile(1), tile(3)}},
       {{"update", "disk", tile(1), tile(4)}, {tile(1), tile(3), tile(4)}},
       {{"compact", "disk"}, {tile(1), tile(3), tile(4)}},
       {{"add", "disk", tile(5)}, {tile(1), tile(3), tile(4), tile(5)}}},
      [&](const Words& words, const Words& disk) { return index(words, disk); },
      [](const std::string& folder, bool writes) {
        if (writes) NeedleIndexWriter{folder};  // removes what is left over
        return namesOf(folder);
      });
}

TEST_F(BadDiskIndex, ErrorsAtRandomLoseNothing) {
  int refused = 0;
  int done = 0;
  for (int round = 0; round < 60; ++round) {
    const std::string one = tile(round / 4 % kTiles);
    const Ids before = names();
    Ids after = before;
    Words words;
    switch (round % 4) {
      case 0:
      case 1:
        words = {"update", "disk", one};
        after.insert(one);
        break;
      case 2:
        words = {"compact", "disk"};
        break;
      default:
        words = {"remove", "disk", one};
        after.erase(one);
    }
    const Outcome outcome = index(words, faults(round, 4 + round % 40));
    ASSERT_TRUE(endsInOrder(outcome)) << round;
    const Ids found = names();
    EXPECT_TRUE(found == after || (outcome.status != 0 && found == before)) << round << outcome.err;
    ++(outcome.status == 0 ? done : refused);
    if (HasFailure()) return;
  }
  EXPECT_GT(done, 5);
  EXPECT_GT(refused, 5);
}

TEST_F(BadDiskIndex, AFullOneIsARefusalAndLosesNothing) {
  Words words{"add", "disk"};
  for (int i = 1; i < kTiles; ++i) words.push_back(tile(i));
  for (const int room : {0, 500, 3'000, 8'000}) {
    const Outcome outcome = index(words, {"ESPY_DISK_ROOM=" + std::to_string(room)});
    EXPECT_TRUE(refuses(outcome, "No space left on device")) << room;
    EXPECT_EQ(names(), Ids{tile(0)});
  }
}

using BadDiskFind = BadDisk;

/// Reads may fail or be short; outputs are complete or unchanged.
TEST_F(BadDiskFind, ErrorsAtRandomLeaveWholeFilesAndRightAnswers) {
  const Picture scene = noise(240, 200, 3, 1);
  write("disk/scene.ppm", file(scene));
  write("disk/needle.ppm", file(cut(scene, 100, 90, 20, 16)));
  const Words words{"find",         "disk/needle.ppm", "disk/scene.ppm", "-o",
                    "disk/out.png", "--flags",         "disk/flags.pgm", "--quiet"};
  ASSERT_EQ(espy(words).status, 0);
  const std::string marked = read("disk/out.png");
  const std::string flags = read("disk/flags.pgm");
  int refused = 0;
  for (int round = 0; round < 80; ++round) {
    write("disk/out.png", "old");
    write("disk/flags.pgm", "older");
    const Outcome outcome = onBadDisk(words, faults(round, 4 + round % 30));
    ASSERT_TRUE(endsInOrder(outcome)) << round;
    const std::string nowMarked = read("disk/out.png");
    const std::string nowFlags = read("disk/flags.pgm");
    EXPECT_TRUE(nowMarked == marked || (outcome.status != 0 && nowMarked == "old")) << round;
    EXPECT_TRUE(nowFlags == flags || (outcome.status != 0 && nowFlags == "older")) << round;
    EXPECT_TRUE(outcome.err.empty()) << outcome.err;  // --quiet
    refused += outcome.status == 0 ? 0 : 1;
  }
  EXPECT_GT(refused, 10);
  EXPECT_LT(refused, 80);
}

class BadDiskBatch : public BadDisk {
 protected:
  using Files = std::map<std::string, std::string>;

  void SetUp() override {
    BadDisk::SetUp();
    if (IsSkipped()) return;
    const Picture needle = noise(12, 9, 3, 99);
    write("needle.ppm", file(needle));
    for (int i = 0; i < 12; ++i) {
      Picture scene = noise(60, 50, 3, static_cast<unsigned>(i));
      for (int y = 0; y < 9; ++y) {
        for (int x = 0; x < 36; ++x)
          scene.samples[((i + y) * 60 + 7) * 3 + x] = needle.samples[y * 36 + x];
      }
      write("shots/" + std::to_string(i) + ".ppm", file(scene));
    }
    const std::string outputs =
        R"({"csv":"all.csv","jsonl":"all.jsonl","marked":"marked","crops":"crops"})";
    const std::string job =
        R"({"needles":[{"file":"../needle.ppm"}],"images":["../shots/"],"outputs":)" + outputs +
        "}";
    write("disk/job.json", job);
    write("good/job.json", job);
    ASSERT_EQ(espy({"batch", "good/job.json"}).status, 0);
  }

  Files written(const std::string& folder) const {
    Files files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path(folder))) {
      const std::filesystem::path name = entry.path().lexically_relative(path(folder));
      // Ignore temporary files whose removal failed.
      const bool counts = *name.begin() != "job.journal" && name.extension() != ".tmp";
      if (counts && entry.is_regular_file()) {
        files[name.string()] = FailingDisk::bytesOf(entry.path());
      }
    }
    return files;
  }
};

TEST_F(BadDiskBatch, APowerFailureLosesNoOutput) {
  FailingDisk disk(path("disk"));
  ASSERT_EQ(onBadDisk({"batch", "disk/job.json"}, {"ESPY_DISK_LOG=" + path("log").string()}).status,
            0);
  const std::string log = FailingDisk::bytesOf(path("log"));
  const Files good = written("good");
  std::mt19937 random(1);
  int changes = 0;
  disk.replay(log, [&](std::size_t at) {
    if (++changes % 7 != 0) return true;
    disk.leaveIn(path("left"), random);
    const Outcome outcome = espy({"batch", "--resume", "left/job.json"});
    EXPECT_EQ(outcome.status, 0) << "at byte " << at << ": " << outcome.err;
    EXPECT_TRUE(written("left") == good) << "at byte " << at;
    return !HasFailure();
  });
  EXPECT_GT(changes, 50);
  // The batch had reported success.
  for (int i = 0; i < 8; ++i) {
    disk.leaveIn(path("left"), random);
    ASSERT_TRUE(written("left") == good) << "after the end";
    ASSERT_TRUE(std::filesystem::exists(path("left/job.journal/journal-1-of-1.jsonl")));
  }
}

TEST_F(BadDiskBatch, ErrorsAtRandomChangeNoOutput) {
  int refused = 0;
  for (int round = 0; round < 30; ++round) {
    if (round % 10 == 0) {
      for (const char* name : {"job.journal", "marked", "crops", "all.csv", "all.jsonl"}) {
        std::filesystem::remove_all(path("disk") / name);
      }
    }
    const Outcome outcome =
        onBadDisk({"batch", "--resume", "disk/job.json"}, faults(round, 5 + 3 * (round % 10)));
    ASSERT_TRUE(endsInOrder(outcome)) << round;
    refused += outcome.status == 0 ? 0 : 1;
    if (round % 10 != 9) continue;
    const Outcome last = espy({"batch", "--resume", "disk/job.json"});
    EXPECT_EQ(last.status, 0) << last.err;
    EXPECT_TRUE(written("disk") == written("good")) << round;
  }
  EXPECT_GT(refused, 10);
}

}  // namespace
}  // namespace espy::test
