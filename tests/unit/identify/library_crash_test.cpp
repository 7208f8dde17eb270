// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// A writer killed at any moment.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include "unit/identify/library_support.h"

namespace espy {
namespace {

using namespace identifytest;

/// Commit number `step`, applied to a library and to its model; deterministic.
class Change {
 public:
  explicit Change(std::uint32_t step) : step_(step), random_(step * 7919 + 1) {}

  bool compacts() const { return step_ % 7 == 3; }

  template <class Add, class Remove>
  void make(Model& model, const Add& add, const Remove& remove) {
    const std::uint32_t additions = 1 + below(step_ % 11 == 0 ? 400 : 12);
    for (std::uint32_t i = 0; i < additions; ++i) {
      const std::string id = "s" + std::to_string(below(900));
      const std::uint32_t seed = below(100000);
      add(id, seed);
      model[id] = seed;
    }
    for (std::uint32_t i = below(10); i > 0 && !model.empty(); --i) {
      auto at = model.lower_bound("s" + std::to_string(below(900)));
      if (at == model.end()) at = model.begin();
      remove(at->first);
      model.erase(at);
    }
  }

 private:
  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(random_() % limit); }

  std::uint32_t step_;
  std::mt19937 random_;
};

Model modelAfter(Model model, std::uint32_t step) {
  const auto nothing = [](const auto&...) {};
  Change(step).make(model, nothing, nothing);
  return model;
}

/// Commits from `step` on until it is killed, and reports each commit.
[[noreturn]] void writeUntilKilled(const std::string& folder, Model model, std::uint32_t step,
                                   int say) {
  try {
    SurfaceWriter writer(folder);
    for (;; ++step) {
      Change change(step);
      change.make(
          model, [&](const std::string& id, std::uint32_t seed) { updateSmall(writer, id, seed); },
          [&](const std::string& id) { writer.remove(id); });
      writer.commit();
      if (::write(say, &step, sizeof step) != sizeof step) ::_exit(3);
      if (change.compacts()) writer.compact();
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "writer: %s\n", error.what());
    ::_exit(4);
  }
}

/// Starts a writer and kills it a while after it has reported this number of steps. Returns the
/// last step reported, or the one before the first.
std::uint32_t killedAfter(std::uint32_t steps, std::chrono::microseconds time,
                          const std::string& folder, const Model& model, std::uint32_t step) {
  int ends[2];
  EXPECT_EQ(::pipe(ends), 0);
  const pid_t writer = ::fork();
  if (writer == 0) {
    ::close(ends[0]);
    writeUntilKilled(folder, model, step, ends[1]);
  }
  ::close(ends[1]);
  std::uint32_t reported = step - 1;
  for (; steps > 0 && ::read(ends[0], &reported, sizeof reported) == sizeof reported; --steps) {
  }
  std::this_thread::sleep_for(time);
  ::kill(writer, SIGKILL);
  int status = 0;
  EXPECT_EQ(::waitpid(writer, &status, 0), writer);
  EXPECT_TRUE(WIFSIGNALED(status)) << "exit status " << WEXITSTATUS(status);
  while (::read(ends[0], &reported, sizeof reported) == sizeof reported) {
  }
  ::close(ends[0]);
  return reported;
}

TEST(SurfaceCrash, AKilledWriterLosesNoReportedCommit) {
  const SmallLibrary small;
  std::mt19937 random(1);
  Model model;
  std::uint32_t step = 1;
  std::uint32_t unreported = 0;
  std::uint32_t commits = 0;
  for (int round = 0; round < 100; ++round) {
    const std::chrono::microseconds time(random() % 40000);
    const auto first = static_cast<std::uint32_t>(random() % 3);
    const std::uint32_t reported = killedAfter(first, time, small.folder, model, step);
    for (; step <= reported; ++step) {
      model = modelAfter(std::move(model), step);
      ++commits;
    }
    // A reader or a writer may be first to roll back.
    Model found;
    if (round % 2 == 0) found = contentOf(SurfaceLibrary(small.folder));
    { const SurfaceWriter next(small.folder); }
    const Model after = contentOf(SurfaceLibrary(small.folder));
    ASSERT_TRUE(round % 2 != 0 || found == after) << round;
    if (after != model) {
      // Committed, but not reported yet.
      model = modelAfter(std::move(model), step++);
      ++unreported;
      ASSERT_EQ(after, model) << "round " << round;
    }
    const std::vector<SurfaceFault> faults = verifyLibrary(small.folder);
    ASSERT_TRUE(faults.empty()) << faults.front().id << ' ' << faults.front().what.text();
    // The next writer has removed leftovers, except for an unused journal.
    std::vector<std::string> known = snapshotFiles(small.folder);
    known.insert(known.end(), {"lock", known[1] + "-journal"});
    for (const auto& file : std::filesystem::directory_iterator(small.folder)) {
      EXPECT_TRUE(std::ranges::count(known, file.path().filename().string()) == 1) << file.path();
    }
  }
  EXPECT_GT(commits, 50U);
  std::printf("%u commits were said, %u were not\n", commits, unreported);
}

/// A compaction that is killed leaves the state before or after it.
TEST(SurfaceCrash, AKilledCompactionLosesNothing) {
  const SmallLibrary small(1500);
  std::mt19937 random(2);
  Model model = contentOf(SurfaceLibrary(small.folder));
  for (int round = 0; round < 40; ++round) {
    {
      SurfaceWriter writer(small.folder);
      const std::string id = "s" + std::to_string(random() % 1500);
      updateSmall(writer, id, static_cast<std::uint32_t>(round));
      model[id] = static_cast<std::uint32_t>(round);
      writer.commit();
    }
    const pid_t child = ::fork();
    if (child == 0) {
      SurfaceWriter writer(small.folder);
      writer.compact();
      ::pause();
    }
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 60000));
    ::kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_EQ(contentOf(SurfaceLibrary(small.folder)), model) << round;
    ASSERT_TRUE(verifyLibrary(small.folder).empty()) << round;
  }
}

}  // namespace
}  // namespace espy
