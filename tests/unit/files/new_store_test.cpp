// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "files/new_store.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "unit/io/support.h"

namespace espy::files {
namespace {

namespace fs = std::filesystem;

std::set<std::string> namesIn(const iotest::Folder& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder / "."))
    names.insert(entry.path().filename());
  return names;
}

/// Another process begins a store and is killed.
void createAndDie(const std::string& target) {
  const pid_t process = ::fork();
  ASSERT_GE(process, 0);
  if (process == 0) {
    const NewStore store(target);
    std::ofstream(store.file("part")).flush();
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(process, &status, 0), process);
  ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

TEST(NewStore, TheNextCreationRemovesWhatAKilledOneLeft) {
  const iotest::Folder folder;
  createAndDie(folder / "a");
  ASSERT_EQ(namesIn(folder).size(), 1U);
  const std::set<std::string> others = {"other", ".espy-mine.new", ".espy-0123456789abcdef.tmp"};
  for (const std::string& name : others) fs::create_directory(folder / name);
  NewStore store(folder / "b");
  store.commit();
  std::set<std::string> kept = others;
  kept.insert("b");
  EXPECT_EQ(namesIn(folder), kept);
}

TEST(NewStore, WhatIsBeingCreatedStays) {
  const iotest::Folder folder;
  NewStore first(folder / "a");
  NewStore second(folder / "b");
  std::ofstream(first.file("part")).flush();
  second.commit();
  first.commit();
  EXPECT_TRUE(fs::exists(folder / "a/part"));
  EXPECT_EQ(namesIn(folder), (std::set<std::string>{"a", "b"}));
}

}  // namespace
}  // namespace espy::files
