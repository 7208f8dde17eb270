// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// A full disk, simulated by a file size limit.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "identify/slab_file.h"
#include "unit/identify/library_support.h"

namespace espy {
namespace {

using namespace identifytest;

/// Long names make the catalogue grow faster than the slabs.
std::string nameOf(std::uint32_t seed, std::size_t length) {
  std::string name = std::to_string(seed) + ' ';
  name.resize(std::max(length, name.size()), 'x');
  return name;
}

/// Adds, ten at a time, until the disk is full. Reports the number of commits to the parent.
[[noreturn]] void fill(const std::string& folder, rlim_t most, std::size_t nameLength, int say) {
  ::signal(SIGXFSZ, SIG_DFL);
  std::uint32_t committed = 0;
  try {
    SurfaceWriter writer(folder);
    // Set late, since existing files may be larger.
    const rlimit limit{most, most};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    bool refused = false;
    for (std::uint32_t i = 0; i < 5000 && !refused; ++i) {
      try {
        writer.add("n" + std::to_string(i), smallFeatures(i), nameOf(i, nameLength));
        if (i % 10 != 9) continue;
        writer.commit();
        committed = i + 1;
      } catch (const Error& error) {
        const std::string sentence = error.what();
        refused = error.code() == ErrorCode::system && sentence.starts_with(folder) &&
                  (sentence.ends_with("File too large") || sentence.ends_with("left on device"));
        if (!refused) std::fprintf(stderr, "%s\n", sentence.c_str());
        if (!refused) ::_exit(2);
      }
    }
    if (!refused) ::_exit(3);
    // What was committed is intact, for this writer, too.
    if (!writer.has("n0") || writer.facts().references < committed) ::_exit(4);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "writer: %s\n", error.what());
    ::_exit(5);
  }
  ::_exit(::write(say, &committed, sizeof committed) == sizeof committed ? 0 : 6);
}

void expectNothingLost(rlim_t most, std::size_t nameLength) {
  const SmallLibrary small;
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t child = ::fork();
  if (child == 0) fill(small.folder, most, nameLength, ends[1]);
  ::close(ends[1]);
  std::uint32_t committed = 0;
  EXPECT_EQ(::read(ends[0], &committed, sizeof committed), ssize_t{sizeof committed});
  ::close(ends[0]);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  ASSERT_EQ(WEXITSTATUS(status), 0);
  EXPECT_GT(committed, 0U);
  // A failed addition takes no space.
  const identify::SlabLayout layout{smallOptions().features.most};
  EXPECT_EQ(std::filesystem::file_size(small.file("slab-1.features")),
            static_cast<std::uintmax_t>(layout.bytesWith(committed)));
  const SurfaceLibrary library(small.folder);
  EXPECT_EQ(library.facts().references, committed);
  for (std::uint32_t i = 0; i < committed; ++i) {
    const auto reference = library.find("n" + std::to_string(i));
    ASSERT_TRUE(reference) << i;
    EXPECT_EQ(library.surface(*reference).features, keptOf(smallFeatures(i)));
  }
  EXPECT_TRUE(verifyLibrary(small.folder).empty());
  SurfaceWriter writer(small.folder);
  addSmall(writer, "more", 1);
  writer.commit();
}

TEST(SurfaceFull, ASlabThatCannotGrowLosesNothing) {
  for (const rlim_t most : {100'000, 131'072, 131'073, 200'000}) expectNothingLost(most, 1);
}

TEST(SurfaceFull, ACatalogueThatCannotGrowLosesNothing) {
  for (const rlim_t most : {90'000, 131'072, 200'001}) expectNothingLost(most, 4000);
}

TEST(SurfaceFull, ACompactionWithoutSpaceChangesNothing) {
  const SmallLibrary small(600);
  const pid_t child = ::fork();
  if (child == 0) {
    SurfaceWriter writer(small.folder);
    writer.remove("s5");
    writer.commit();
    const rlimit limit{100'000, 100'000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    try {
      writer.compact();
    } catch (const Error& error) {
      ::_exit(error.code() == ErrorCode::system && writer.has("s6") && !writer.has("s5") ? 0 : 1);
    }
    ::_exit(2);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  ASSERT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(contentOf(SurfaceLibrary(small.folder)).size(), 599U);
  EXPECT_TRUE(verifyLibrary(small.folder).empty());
}

}  // namespace
}  // namespace espy
