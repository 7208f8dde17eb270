// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Output files: no writes through other users' links, no unwanted overwriting, no partial files.
#include <fcntl.h>
#include <grp.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <csignal>
#include <filesystem>

#include "files/output_file.h"
#include "unit/io/support.h"

namespace espy {
namespace {

using namespace iotest;
using files::OutputFile;
namespace fs = std::filesystem;

constexpr uid_t kStranger = 65533;
/// With each kind of temporary file.
class OutputFiles : public InFolder,
                    public testing::WithParamInterface<OutputFile::TemporaryKind> {};
INSTANTIATE_TEST_SUITE_P(Kinds, OutputFiles,
                         testing::Values(OutputFile::TemporaryKind::nameless,
                                         OutputFile::TemporaryKind::linkFails,
                                         OutputFile::TemporaryKind::named));

struct stat statusOf(const std::string& path) {
  struct stat status {};
  EXPECT_EQ(::lstat(path.c_str(), &status), 0) << path;
  return status;
}

void writeText(OutputFile& output, const std::string& text) {
  output.write(bytesOf(text));
}

/// Runs `work` in a child process; returns its exit status.
int inChild(const std::function<void()>& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    work();
    ::_exit(0);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  return status;
}

TEST(OutputPlace, InSharedFoldersOnlyOnesOwnAndTheFoldersOwnersAreTaken) {
  constexpr uid_t kMe = 1;
  constexpr uid_t kOther = 2;
  constexpr uid_t kFoldersOwner = 3;
  const auto entry = [](mode_t mode, uid_t owner) {
    struct stat status {};
    status.st_mode = mode;
    status.st_uid = owner;
    return status;
  };
  const struct stat shared = entry(S_IFDIR | 01777, kFoldersOwner);
  for (const mode_t kind : {S_IFLNK, S_IFREG, S_IFIFO}) {
    EXPECT_TRUE(files::mayTake(entry(kind | 0777, kMe), shared, kMe));
    EXPECT_TRUE(files::mayTake(entry(kind | 0777, kFoldersOwner), shared, kMe));
    EXPECT_FALSE(files::mayTake(entry(kind | 0777, kOther), shared, kMe));
    EXPECT_FALSE(files::mayTake(entry(kind | 0777, kOther), shared, 0)) << "root is no exception";
    for (const mode_t other : {0777, 01775, 0755}) {
      EXPECT_TRUE(
          files::mayTake(entry(kind | 0777, kOther), entry(S_IFDIR | other, kFoldersOwner), kMe));
    }
  }
  EXPECT_TRUE(files::mayTake(entry(S_IFCHR | 0666, kOther), shared, kMe));
  EXPECT_TRUE(files::mayTake(entry(S_IFDIR | 0777, kOther), shared, kMe));
}

TEST(OutputPlace, AnotherUsersLinkInASharedFolderIsNotFollowed) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can make another user's link";
  const Folder folder;
  store(folder / "mine.pgm", "old");
  fs::create_directory(folder / "shared");
  ::chmod((folder / "shared").c_str(), 01777);
  const std::string link = folder / "shared/out.pgm";
  fs::create_symlink(folder / "mine.pgm", link);
  fs::create_symlink(link, folder / "way.pgm");
  ASSERT_EQ(::lchown(link.c_str(), kStranger, kStranger), 0);
  const Image picture = testPicture({2, 2}, {1, Depth::u8});
  for (const std::string& path : {link, folder / "way.pgm"}) {
    expectUnwritable(ErrorCode::system, path, {"another user's link"}, picture);
    EXPECT_EQ(load(folder / "mine.pgm"), "old");
  }
  const std::string dangling = folder / "shared/new.pgm";
  fs::create_symlink(folder / "new.pgm", dangling);
  ASSERT_EQ(::lchown(dangling.c_str(), kStranger, kStranger), 0);
  expectUnwritable(ErrorCode::system, dangling, {"another user's link"}, picture);
  EXPECT_FALSE(fs::exists(folder / "new.pgm"));

  // In a folder of the user or of the link's owner, the link is followed.
  ::chmod((folder / "shared").c_str(), 0777);
  writePicture(link, picture);
  EXPECT_TRUE(samePixels(readPicture(folder / "mine.pgm").image, picture));
  store(folder / "mine.pgm", "old");
  ::chmod((folder / "shared").c_str(), 01777);
  ASSERT_EQ(::chown((folder / "shared").c_str(), kStranger, kStranger), 0);
  writePicture(link, picture);
  EXPECT_TRUE(samePixels(readPicture(folder / "mine.pgm").image, picture));
}

TEST(OutputPlace, AnotherUsersFileOrPipeInASharedFolderIsNotTaken) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can make another user's file";
  const Folder folder;
  ::chmod(folder.path().c_str(), 01777);
  const std::string file = folder / "file.pgm";
  const std::string pipe = folder / "pipe.pgm";
  store(file, "theirs");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0666), 0);
  for (const std::string& path : {file, pipe}) {
    ASSERT_EQ(::chown(path.c_str(), kStranger, kStranger), 0);
    expectUnwritable(ErrorCode::system, path, {"belongs to another user"},
                     testPicture({2, 2}, {1, Depth::u8}));
  }
  EXPECT_EQ(load(file), "theirs");
}

TEST_P(OutputFiles, AreWhole) {
  const std::string large(3 << 20, 'x');
  for (const std::string& text : {std::string("first"), large, std::string()}) {
    OutputFile output(folder / "a", Existing::replaced, GetParam());
    writeText(output, text);
    output.commit();
    EXPECT_EQ(load(folder / "a"), text);
    EXPECT_EQ(folder.files(), 1U);
  }
}

TEST(OutputFile, NothingIsLeftWhenTheProcessIsKilled) {
  const Folder folder;
  store(folder / "old", "old");
  const int status = inChild([&] {
    OutputFile fresh(folder / "new");
    OutputFile again(folder / "old");
    writeText(fresh, std::string(1 << 20, 'x'));
    writeText(again, std::string(1 << 20, 'x'));
    ::raise(SIGKILL);
  });
  ASSERT_TRUE(WIFSIGNALED(status));
  const OutputFile probe(folder / "probe");
  if (folder.files() > 1) GTEST_SKIP() << "this file system has no files without a name";
  EXPECT_EQ(load(folder / "old"), "old");
}

TEST_P(OutputFiles, WhatComesIntoBeingMeanwhileIsNotOverwritten) {
  const std::string path = folder / "a";
  OutputFile output(path, Existing::refused, GetParam());
  writeText(output, "ours");
  const auto commit = [&] { output.commit([&] { store(path, "theirs"); }); };
  expectRefused(ErrorCode::system, path, {"exists already"}, commit);
  EXPECT_EQ(load(path), "theirs");
  expectRefused(ErrorCode::system, path, {"exists already"},
                [&] { OutputFile(path, Existing::refused, GetParam()); });
  fs::create_symlink("nowhere", folder / "link");
  expectRefused(ErrorCode::system, folder / "link", {"exists already"},
                [&] { OutputFile(folder / "link", Existing::refused, GetParam()); });
  OutputFile fresh(folder / "fresh", Existing::refused, GetParam());
  writeText(fresh, "ours");
  fresh.commit();
  EXPECT_EQ(load(folder / "fresh"), "ours");
}

TEST_P(OutputFiles, MayFindTheirNameTakenMeanwhileAndReplaceIt) {
  OutputFile output(folder / "a", Existing::replaced, GetParam());
  writeText(output, "ours");
  output.commit([&] { store(folder / "a", "theirs"); });
  EXPECT_EQ(load(folder / "a"), "ours");
  EXPECT_EQ(folder.files(), 1U);
}

TEST_P(OutputFiles, WithoutTheGroupItsRightsAreNotPassedToAnother) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can make another group's file";
  ::chmod(folder.path().c_str(), 0777);
  const std::string path = folder / "a";
  const struct {
    mode_t before;
    mode_t after;
  } cases[] = {{0660, 0600}, {0664, 0644}, {02775, 0755}, {0604, 0604}, {0600, 0600}};
  for (const auto& c : cases) {
    store(path, "old");
    ASSERT_EQ(::chown(path.c_str(), kStranger, 4242), 0);
    ASSERT_EQ(::chmod(path.c_str(), c.before), 0);
    const int status = inChild([&] {
      if (::setgroups(0, nullptr) != 0 || ::setgid(kStranger) != 0 || ::setuid(kStranger) != 0) {
        ::_exit(1);
      }
      OutputFile output(path, Existing::replaced, GetParam());
      writeText(output, "new");
      output.commit();
    });
    EXPECT_EQ(status, 0);
    EXPECT_EQ(load(path), "new");
    EXPECT_EQ(statusOf(path).st_gid, kStranger);
    EXPECT_EQ(statusOf(path).st_mode & 07777, c.after) << std::oct << c.before;
    fs::remove(path);
  }
}

TEST_P(OutputFiles, KeepOwnerAndRightsWhereTheyMay) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can";
  const std::string path = folder / "a";
  store(path, "old");
  ASSERT_EQ(::chown(path.c_str(), kStranger, 4242), 0);
  ASSERT_EQ(::chmod(path.c_str(), 02664), 0);
  OutputFile output(path, Existing::replaced, GetParam());
  writeText(output, "new");
  output.commit();
  EXPECT_EQ(statusOf(path).st_uid, kStranger);
  EXPECT_EQ(statusOf(path).st_gid, 4242U);
  EXPECT_EQ(statusOf(path).st_mode & 07777, 02664U);
}

TEST(OutputFile, ALimitOnTheSizeOfFilesIsAnErrorAndNoSignal) {
  const Folder folder;
  const std::string path = folder / "a";
  const int status = inChild([&] {
    ::signal(SIGXFSZ, SIG_DFL);
    const rlimit limit{100000, 100000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    try {
      writeFile(path, std::string(1 << 20, 'x'));
    } catch (const Error& error) {
      // SIGXFSZ is neither blocked nor pending for the program's own writes.
      const bool reported = std::string(error.what()).find("File too large") != std::string::npos;
      sigset_t blocked;
      sigset_t waiting;
      pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
      sigpending(&waiting);
      const bool clean = sigismember(&blocked, SIGXFSZ) == 0 && sigismember(&waiting, SIGXFSZ) == 0;
      ::_exit(reported && clean ? 7 : 8);
    }
    ::_exit(9);
  });
  ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 7);
  EXPECT_EQ(folder.files(), 0U);
}

}  // namespace
}  // namespace espy
