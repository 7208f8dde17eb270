// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "files/store_folder.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <utility>

#include "base/phrase.h"
#include "espy/error.h"
#include "files/descriptor.h"
#include "unit/io/support.h"

namespace {

/// Runs once, before a file is locked.
std::function<void()> beforeLock;

}  // namespace

/// In place of the system's.
extern "C" int flock(int file, int operation) noexcept {
  if (beforeLock) std::exchange(beforeLock, nullptr)();
  return static_cast<int>(::syscall(SYS_flock, file, operation));
}

namespace espy::files {
namespace {

const StoreKind kStore{"head", "espy test ", 1, "state-", ".db", phrase("a test store"), "make"};

std::string makeStore(const std::string& folder) {
  std::filesystem::create_directory(folder);
  std::ofstream(folder + "/head") << kStore.headText(1);
  std::ofstream(folder + '/' + kLockFile).flush();
  return folder;
}

bool isLocked(const std::string& folder) {
  const Descriptor file(::open((folder + '/' + kLockFile).c_str(), O_RDWR | O_CLOEXEC));
  return ::flock(file.get(), LOCK_EX | LOCK_NB) != 0;
}

// Another store gets the name between opening and locking the lock file.
TEST(StoreLock, IsOfTheStoreThatHasTheName) {
  const iotest::Folder temporary;
  const std::string here = makeStore(temporary / "here");
  const std::string moved = temporary / "moved";
  const StoreFolder folder(here, kStore);
  beforeLock = [&] {
    std::filesystem::rename(here, moved);
    makeStore(here);
  };
  const StoreLock lock(folder);
  EXPECT_TRUE(isLocked(here));
  EXPECT_FALSE(isLocked(moved));
  EXPECT_THROW(StoreLock{folder}, Error);
}

TEST(StoreLock, OfAStoreThatIsGoneIsRefused) {
  const iotest::Folder temporary;
  const StoreFolder folder(makeStore(temporary / "here"), kStore);
  beforeLock = [&] { std::filesystem::remove_all(temporary / "here"); };
  EXPECT_THROW(StoreLock{folder}, Error);
}

}  // namespace
}  // namespace espy::files
