// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Readers concurrent with a writer, in processes and threads.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "unit/identify/library_support.h"

namespace espy {
namespace {

using namespace identifytest;

constexpr std::uint32_t kWindow = 20;
constexpr std::uint32_t kLast = 150;

/// After commit number `step` a library has `step` under "step", and some of the last ids.
void writeStep(SurfaceWriter& writer, std::uint32_t step) {
  updateSmall(writer, "step", step);
  addSmall(writer, "w" + std::to_string(step), step * 3);
  if (step >= kWindow) writer.remove("w" + std::to_string(step - kWindow));
  writer.commit();
  if (step % 10 == 9) writer.compact();
}

Model stateOf(std::uint32_t step) {
  Model model{{"step", step}};
  for (std::uint32_t i = step < kWindow ? 0 : step - kWindow + 1; i <= step; ++i) {
    model["w" + std::to_string(i)] = i * 3;
  }
  return model;
}

/// Reads until the last step; throws if it sees uncommitted or older states. An old view must not
/// change.
void watch(const std::string& folder, const SurfaceLibrary& old) {
  const Model before = contentOf(old);
  SurfaceLibrary library(folder);
  std::uint32_t step = 0;
  while (step < kLast) {
    library.refresh();
    const Model seen = contentOf(library);
    const std::uint32_t now = seen.at("step");
    if (seen != stateOf(now) || now < step)
      throw Error(ErrorCode::badUse, "a state that never was");
    step = now;
    if (contentOf(SurfaceLibrary(folder)).at("step") < step) {
      throw Error(ErrorCode::badUse, "an older state");
    }
    if (contentOf(old) != before) throw Error(ErrorCode::badUse, "an old view has changed");
  }
}

pid_t watchInProcess(const std::string& folder) {
  const pid_t reader = ::fork();
  if (reader != 0) return reader;
  try {
    const SurfaceLibrary old(folder);
    watch(folder, old);
    ::_exit(0);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "reader: %s\n", error.what());
    ::_exit(1);
  }
}

TEST(SurfaceReaders, SeeCommittedStatesOnly) {
  const SmallLibrary small;
  SurfaceWriter writer(small.folder);
  writeStep(writer, 0);
  const std::vector<pid_t> readers{watchInProcess(small.folder), watchInProcess(small.folder)};
  const SurfaceLibrary old(small.folder);
  std::jthread thread([&] { EXPECT_NO_THROW(watch(small.folder, old)); });
  for (std::uint32_t step = 1; step <= kLast; ++step) writeStep(writer, step);
  thread.join();
  for (const pid_t reader : readers) {
    int status = 0;
    ASSERT_EQ(::waitpid(reader, &status, 0), reader);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  EXPECT_EQ(contentOf(SurfaceLibrary(small.folder)), stateOf(kLast));
}

TEST(SurfaceReaders, DoNotNoticeTheTruncationOfUncommittedData) {
  const SmallLibrary small(5);
  const std::string slab = small.file("slab-1.features");
  const auto whole = std::filesystem::file_size(slab);
  {
    SurfaceWriter writer(small.folder);
    for (std::uint32_t i = 10; i < 300; ++i) addSmall(writer, "t" + std::to_string(i), i);
  }
  EXPECT_GT(std::filesystem::file_size(slab), whole);
  const SurfaceLibrary reader(small.folder);
  { const SurfaceWriter next(small.folder); }
  EXPECT_EQ(std::filesystem::file_size(slab), whole);
  EXPECT_EQ(contentOf(reader).size(), 5U);
  EXPECT_TRUE(verifyLibrary(small.folder).empty());
}

TEST(SurfaceReaders, LeaveTheJournalOfALibraryThatTookTheirName) {
  const SmallLibrary small(50);
  SurfaceLibrary reader(small.folder);
  const Model expected = contentOf(reader);
  const std::string renamed = small.around / "renamed.esl";
  std::filesystem::rename(small.folder, renamed);
  SurfaceLibrary::create(small.folder, smallOptions());
  {
    SurfaceWriter writer(small.folder);
    for (std::uint32_t i = 0; i < 20; ++i) addSmall(writer, "new" + std::to_string(i), i);
    writer.commit();
  }
  const Model other = contentOf(SurfaceLibrary(small.folder));
  const std::string file = small.file("surfaces-1.db");
  {
    // Changed pages are on disk already, so the journal would be applied.
    identify::Database writer(file, file, identify::Database::Use::write);
    writer.run(
        "PRAGMA cache_spill=ON; PRAGMA cache_size=1; BEGIN IMMEDIATE; "
        "UPDATE surfaces SET name = hex(randomblob(5000))");
    expectRefused(ErrorCode::system, file, {"another library's"}, [&] { reader.refresh(); });
    expectRefused(ErrorCode::system, file, {"another library's"}, [&] { contentOf(reader); });
    writer.run("ROLLBACK");
  }
  EXPECT_EQ(contentOf(SurfaceLibrary(small.folder)), other);
  EXPECT_EQ(contentOf(SurfaceLibrary(renamed)), expected);
  for (const std::string& folder : {small.folder, renamed}) {
    EXPECT_TRUE(verifyLibrary(folder).empty()) << folder;
  }
}

TEST(SurfaceReaders, ManyThreadsShareOneLibrary) {
  const SmallLibrary small(300);
  const SurfaceLibrary library(small.folder);
  const Model expected = contentOf(library);
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] { EXPECT_EQ(contentOf(library), expected); });
  }
}

/// Runs as a user without write permission.
int asStranger(const std::function<void()>& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    constexpr uid_t kUnprivileged = 65534;
    if (::geteuid() == 0 && ::setresuid(kUnprivileged, kUnprivileged, kUnprivileged) != 0)
      ::_exit(77);
    try {
      work();
      ::_exit(0);
    } catch (const std::exception& error) {
      std::fprintf(stderr, "stranger: %s\n", error.what());
      ::_exit(1);
    }
  }
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(SurfaceReaders, NeedNoWritePermission) {
  namespace fs = std::filesystem;
  const SmallLibrary small(50);
  const Model expected = contentOf(SurfaceLibrary(small.folder));
  fs::permissions(small.around.path(), fs::perms(0755));
  for (const auto& file : fs::directory_iterator(small.folder))
    fs::permissions(file, fs::perms(0444));
  fs::permissions(small.folder, fs::perms(0555));
  EXPECT_EQ(asStranger([&] {
              if (contentOf(SurfaceLibrary(small.folder)) != expected) ::_exit(2);
              if (!verifyLibrary(small.folder).empty()) ::_exit(3);
              try {
                SurfaceWriter writer(small.folder);
                ::_exit(4);
              } catch (const Error& error) {
                if (error.code() != ErrorCode::system) ::_exit(5);
              }
            }),
            0);
  fs::permissions(small.folder, fs::perms(0755));
}

}  // namespace
}  // namespace espy
