// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Limits on memory, threads and disk: a correct result or an error, never "nothing found".
#include <sched.h>
#include <sys/mount.h>

#include "command.h"
#include "picture.h"

namespace espy::test {
namespace {

class Limits : public CommandTest {
 protected:
  Limits() {
    const Picture scene = noise(700, 500, 1, 3);
    write("scene.pgm", file(scene));
    write("needle.pgm", file(cut(scene, 5, 6, 30, 20)));
    std::filesystem::permissions(path(""), std::filesystem::perms::all);
  }

  void SetUp() override {
    CommandTest::SetUp();
#if defined(__SANITIZE_ADDRESS__)
    GTEST_SKIP() << "address sanitizers need threads and room of their own";
#endif
  }

  Outcome find(const RunEnvironment& around, const std::string& engine,
               const std::string& method) const {
    return espy({"find", "--engine", engine, "--threads", "100", "--method", method, "needle.pgm",
                 "scene.pgm"},
                around);
  }
};

TEST_F(Limits, WithoutMoreThreadsFewerSearch) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can become a user without other processes";
  for (const char* engine : {"threads", "openmp"}) {
    for (const char* method : {"exact", "zncc"}) {
      for (const std::uint64_t most : {1, 2, 3, 10}) {
        const Outcome outcome = find({.processLimit = most}, engine, method);
        EXPECT_EQ(outcome.status, 0) << engine << ": " << outcome.err;
        EXPECT_EQ(outcome.err, "");
        EXPECT_TRUE(outcome.out.starts_with("scene.pgm:5,6,30,20 score=1 ")) << outcome.out;
      }
    }
  }
  const Outcome lab =
      espy({"lab", "signal-sad", "--set", "threads=9", "--runs", "1"}, {.processLimit = 4});
  EXPECT_TRUE(refuses(lab, "the system started only "));
}

TEST_F(Limits, WithLittleMemoryThereIsAnAnswerOrARefusal) {
  int found = 0;
  int refused = 0;
  const std::pair<const char*, const char*> searches[] = {{"threads", "exact"}, {"threads", "sad"},
                                                          {"threads", "zncc"},  {"openmp", "exact"},
                                                          {"openmp", "sad"},    {"openmp", "zncc"}};
  for (const auto& [engine, method] : searches) {
    for (std::uint64_t megabytes = 40; megabytes < 400; megabytes += 12) {
      const Outcome outcome = find({.addressSpaceLimit = megabytes << 20}, engine, method);
      if (outcome.status == 127) continue;  // the loader failed
      ASSERT_TRUE(outcome.status == 0 || outcome.status == 2)
          << megabytes << " MB: status " << outcome.status << ", signal " << outcome.signal << ", "
          << outcome.err;
      found += outcome.status == 0 ? 1 : 0;
      refused += outcome.status == 2 ? 1 : 0;
      if (outcome.status == 0) {
        EXPECT_TRUE(outcome.out.starts_with("scene.pgm:5,6,30,20 score=1 ")) << outcome.out;
      }
    }
  }
  EXPECT_GT(found, 0);
  RecordProperty("refused", refused);
}

/// At 64 bytes per pixel the scene needs 128 MB, and the program about 100 MB of address space.
/// Many needles that match everywhere, or many poses, must not need more.
TEST_F(Limits, ManyNeedlesTakeNoMoreMemoryThanOne) {
  write("flat.pgm", file(Picture(2000, 1000, 1, 100)));
  std::vector<std::string> many{"find", "--engine", "threads", "--threads", "2", "--top", "1"};
  for (int n = 0; n < 60; ++n) {
    const std::string name = "flat" + std::to_string(n) + ".pgm";
    write(name, file(Picture(12 + n, 70 - n, 1, 100)));
    many.insert(many.end(), {"-e", name});
  }
  std::vector<std::string> across = many;
  across.insert(across.end(), {"--across", "--overlap", "0.5"});
  const std::vector<std::string> turned{"find",      "--engine",        "threads", "--threads",
                                        "2",         "--top",           "1",       "-e",
                                        "flat0.pgm", "--quarter-turns", "--flip"};
  for (std::vector<std::string> arguments : {many, across, turned}) {
    arguments.emplace_back("flat.pgm");
    const Outcome outcome = espy(arguments, {.addressSpaceLimit = std::uint64_t{200} << 20});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_TRUE(outcome.out.starts_with("flat.pgm:0,0,12,70 score=1 ")) << outcome.out;
  }
}

/// An allocation failure must be reported from any thread, even without memory for the message.
TEST_F(Limits, ABatchWithLittleMemoryEndsByItself) {
  std::filesystem::create_directory(path("shots"));
  const std::string large = file(noise(1200, 1000, 3, 5));
  for (int i = 0; i < 16; ++i) write("shots/" + std::to_string(i) + ".ppm", large);
  write("job.json", R"({"needles":[{"file":"needle.pgm"}],"images":["shots/"],)"
                    R"("outputs":{"csv":"all.csv","marked":"marked"},"overwrite":true})");
  for (std::uint64_t megabytes = 34; megabytes < 100; ++megabytes) {
    const Outcome outcome = espy({"batch", "--engine", "threads", "--threads", "64", "job.json"},
                                 {.addressSpaceLimit = megabytes << 20});
    if (outcome.status == 127) continue;  // the loader failed
    ASSERT_TRUE(outcome.status == 0 || outcome.status == 2 || outcome.status == 3)
        << megabytes << " MB: status " << outcome.status << ", signal " << outcome.signal << ", "
        << outcome.err;
    // Images that failed for lack of memory succeed on --resume.
    if (megabytes % 8 != 0) continue;
    const Outcome resumed = espy({"batch", "--resume", "job.json"});
    EXPECT_EQ(resumed.status, 0) << megabytes << " MB: " << outcome.err << resumed.err;
  }
}

/// Mounts a tmpfs of 64 KiB on the folder, in a mount namespace of this process.
bool makeSmallDisk(const std::filesystem::path& folder) {
  std::filesystem::create_directory(folder);
  return ::unshare(CLONE_NEWNS) == 0 &&
         ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
         ::mount("small", folder.c_str(), "tmpfs", 0, "size=64k") == 0;
}

TEST_F(Limits, AFullDiskIsARefusalAndTheOldFileStays) {
  if (!makeSmallDisk(path("small"))) GTEST_SKIP() << "only root can make a small disk";
  write("small/out.pgm", "old");
  const Outcome outcome = espy({"find", "-o", "small/out.pgm", "needle.pgm", "scene.pgm"});
  EXPECT_TRUE(refuses(outcome, "small/out.pgm: cannot be written: No space left on device"));
  EXPECT_EQ(read("small/out.pgm"), "old");
  EXPECT_EQ(list(),
            (std::vector<std::string>{"needle.pgm", "scene.pgm", "small", "small/out.pgm"}));
}

}  // namespace
}  // namespace espy::test
