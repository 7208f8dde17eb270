// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "batch/journal.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>
#include <vector>

#include "espy/error.h"
#include "unit/io/support.h"

namespace espy::batch {
namespace {

using iotest::Folder;
using iotest::load;
using iotest::store;

const JournalHead kHead{"job.json", {2, 3}, 10, 0x123456789abcdef0, 7};

Entry entryOf(std::size_t number, const std::string& image, bool done) {
  Entry entry;
  entry.number = number;
  entry.name = number * 1000 + 1;
  entry.asked = 0xfedcba9876543210;
  entry.file = {123, 1'700'000'000'123'456'789};
  entry.content = 1;
  entry.done = done;
  entry.found = 5;
  entry.milliseconds = 1.5;
  entry.image = image;
  entry.reason = done ? "" : "it: is \"broken\",\nreally";
  return entry;
}

struct ReadBack {
  std::shared_ptr<Journal> journal;
  std::vector<Entry> entries;
};

ReadBack readBack(const std::string& folder, bool onlyRead = true) {
  ReadBack read;
  read.journal = Journal::open(folder, kHead.shard, onlyRead,
                               [&](const Entry& entry) { read.entries.push_back(entry); });
  return read;
}

TEST(BatchJournal, ReturnsWhatWasRecorded) {
  const Folder folder;
  const std::string bytes = "n\xff\xfe\n\"m\"\\.png";
  {
    const auto journal = Journal::create(folder / "j", kHead, false);
    journal->add(entryOf(1, "a.png", true), R"({"image":"a.png"})");
    journal->add(entryOf(4, bytes, true), R"({"sum":",\"line\":"})");
    journal->add(entryOf(7, "c.png", false), "");
    journal->write();
  }
  const ReadBack read = readBack(folder / "j");
  ASSERT_TRUE(read.journal);
  EXPECT_TRUE(read.journal->head() == kHead);
  ASSERT_EQ(read.entries.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    const Entry& entry = read.entries[i];
    const Entry expected = entryOf(1 + 3 * i, i == 1 ? bytes : "", i < 2);
    EXPECT_EQ(entry.number, expected.number);
    EXPECT_EQ(entry.name, expected.name);
    EXPECT_EQ(entry.asked, expected.asked);
    EXPECT_EQ(entry.file, expected.file);
    EXPECT_EQ(entry.content, expected.content);
    EXPECT_EQ(entry.done, expected.done);
    EXPECT_EQ(entry.found, expected.found);
    EXPECT_EQ(entry.milliseconds, expected.milliseconds);
    EXPECT_EQ(entry.reason, expected.reason);
  }
  EXPECT_EQ(read.entries[1].image, bytes);
  EXPECT_EQ(read.journal->line(read.entries[0].record), R"({"image":"a.png"})");
  EXPECT_EQ(read.journal->line(read.entries[1].record), R"({"sum":",\"line\":"})");
  EXPECT_EQ(read.entries[2].record.length, 0U);
}

/// Truncated anywhere, or with any byte changed: intact entries before and after it still count.
TEST(BatchJournal, TornOrDamagedEntriesAreIgnored) {
  const Folder folder;
  std::vector<std::size_t> ends;
  {
    const auto journal = Journal::create(folder / "j", kHead, false);
    const std::string file = Journal::fileOf(folder / "j", kHead.shard);
    ends.push_back(std::filesystem::file_size(file));
    for (std::size_t i = 0; i < 3; ++i) {
      journal->add(entryOf(i, "image.png", i != 1), i != 1 ? "{}" : "");
      journal->write();
      ends.push_back(std::filesystem::file_size(file));
    }
  }
  const std::string file = Journal::fileOf(folder / "j", kHead.shard);
  const std::string whole = load(file);
  // Every length of the first lines, some of the others.
  for (std::size_t size = 0; size <= whole.size(); size += size < ends[1] ? 1 : 7) {
    store(file, whole.substr(0, size));
    const ReadBack read = readBack(folder / "j", false);
    EXPECT_EQ(read.journal != nullptr, size >= ends[0]) << size;
    std::size_t expected = 0;
    while (expected < 3 && size >= ends[expected + 1]) ++expected;
    EXPECT_EQ(read.entries.size(), expected) << size;
    if (!read.journal) continue;
    // New entries are appended behind the intact ones.
    read.journal->add(entryOf(9, "next.png", true), "{\"next\":1}");
    read.journal->write();
    const ReadBack again = readBack(folder / "j");
    ASSERT_EQ(again.entries.size(), expected + 1) << size;
    EXPECT_EQ(again.journal->line(again.entries.back().record), "{\"next\":1}");
  }
  for (std::size_t at = ends[0]; at < whole.size(); at += at < ends[1] ? 1 : 7) {
    std::string spoiled = whole;
    spoiled[at] = spoiled[at] == 'x' ? 'y' : 'x';
    store(file, spoiled);
    EXPECT_LE(readBack(folder / "j").entries.size(), 2U) << at;
  }
}

TEST(BatchJournal, WithoutItsFirstLineTheOthersCount) {
  const Folder folder;
  std::size_t head = 0;
  const std::string file = Journal::fileOf(folder / "j", kHead.shard);
  {
    const auto journal = Journal::create(folder / "j", kHead, false);
    head = std::filesystem::file_size(file);
    for (std::size_t i = 0; i < 3; ++i) journal->add(entryOf(i, "image.png", true), "{}");
    journal->write();
  }
  const std::string whole = load(file);
  for (std::size_t at = 0; at < head; ++at) {
    std::string spoiled = whole;
    spoiled[at] = spoiled[at] == '\0' ? 'x' : '\0';
    store(file, spoiled);
    ReadBack read = readBack(folder / "j", false);
    ASSERT_TRUE(read.journal) << at;
    EXPECT_FALSE(read.journal->head().known()) << at;
    // Without its line end it is joined with the second line.
    EXPECT_EQ(read.entries.size(), at + 1 == head ? 2U : 3U) << at;
    read.journal->renew(kHead, read.entries);
    EXPECT_TRUE(readBack(folder / "j").journal->head() == kHead);
  }
}

TEST(BatchJournal, OneProcessHasIt) {
  const Folder folder;
  const auto journal = Journal::create(folder / "j", kHead, false);
  EXPECT_THROW(Journal::create(folder / "j", kHead, false), Error);
  EXPECT_THROW(Journal::create(folder / "j", kHead, true), Error);
  EXPECT_THROW(readBack(folder / "j", false), Error);
  EXPECT_TRUE(readBack(folder / "j", true).journal);
}

TEST(BatchJournal, IsRenewedWithWhatStillCounts) {
  const Folder folder;
  {
    const auto journal = Journal::create(folder / "j", kHead, false);
    for (std::size_t i = 0; i < 4; ++i) {
      journal->add(entryOf(i, "image.png", true), "{\"n\":" + std::to_string(i) + "}");
    }
    journal->write();
  }
  JournalHead head = kHead;
  head.images = 99;
  {
    ReadBack read = readBack(folder / "j", false);
    read.entries = {read.entries[3], read.entries[1]};
    read.entries[0].number = 42;
    read.journal->renew(head, read.entries);
    EXPECT_EQ(read.journal->line(read.entries[0].record), "{\"n\":3}");
    read.journal->add(entryOf(5, "more.png", true), "{\"n\":5}");
    read.journal->write();
    EXPECT_THROW(readBack(folder / "j", false), Error) << "it is still locked";
  }
  const ReadBack read = readBack(folder / "j");
  EXPECT_TRUE(read.journal->head() == head);
  ASSERT_EQ(read.entries.size(), 3U);
  EXPECT_EQ(read.entries[0].number, 42U);
  EXPECT_EQ(read.journal->line(read.entries[1].record), "{\"n\":1}");
  EXPECT_EQ(read.journal->line(read.entries[2].record), "{\"n\":5}");
}

TEST(BatchJournal, WhatIsNoneIsRefused) {
  const Folder folder;
  std::filesystem::create_directory(folder / "j");
  store(Journal::fileOf(folder / "j", kHead.shard), "Dear diary,\n");
  try {
    readBack(folder / "j");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()),
              Journal::fileOf(folder / "j", kHead.shard) +
                  ": is not a batch journal; remove it to start the batch again");
  }
  EXPECT_FALSE(readBack(folder / "nowhere").journal);
}

/// If a write exceeds a file size limit, no partial entry remains, and older entries are kept.
TEST(BatchJournal, AFullDiskIsReportedAndLosesNothing) {
  const Folder folder;
  const std::string place = folder / "j";
  const pid_t child = ::fork();
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_DFL);
    const rlimit limit{4000, 4000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const auto journal = Journal::create(place, kHead, false);
    journal->add(entryOf(0, "a.png", true), "{}");
    journal->write();
    try {
      journal->add(entryOf(1, "b.png", true), std::string(10'000, 'x'));
      journal->write();
      ::_exit(9);
    } catch (const Error&) {
    }
    journal->add(entryOf(2, "c.png", true), "{\"c\":1}");
    journal->write();
    ::_exit(7);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 7);
  const ReadBack read = readBack(place);
  ASSERT_EQ(read.entries.size(), 2U);
  EXPECT_EQ(read.journal->line(read.entries[1].record), "{\"c\":1}");
}

}  // namespace
}  // namespace espy::batch
