// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "index/index_store.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <optional>

#include "unit/io/support.h"

namespace espy::index {
namespace {

using namespace iotest;

constexpr files::SectionKind kKind{"test", 1};

/// Adds a segment of `entries` entries.
void addSegment(IndexChange& change, std::int64_t entries) {
  const std::int64_t number = change.newSegment();
  files::SectionWriter writer(change.pathOf(number), kKind);
  writer.add("count", std::span<const std::int64_t>(&entries, 1));
  writer.commit();
  change.next().segments.push_back({number, entries});
}

TEST(IndexStore, AStateNamesItsSegmentsAndRemovedEntries) {
  const Folder folder;
  const std::string path = folder / "a.esi";
  createIndexFolder(path, IndexKind::scenes, 24);
  {
    IndexChange change(path, IndexKind::scenes);
    addSegment(change, 5);
    addSegment(change, 3);
    change.next().removed = {{2, 0}, {1, 4}};
    change.commit();
  }
  const IndexStore store(path, IndexKind::scenes);
  EXPECT_EQ(store.state().side, 24);
  EXPECT_EQ(store.state().entries(), 6);
  EXPECT_TRUE(store.state().isRemoved({1, 4}));
  EXPECT_FALSE(store.state().isRemoved({1, 0}));
  ASSERT_EQ(store.state().segments.size(), 2U);
  const files::SectionFile file = store.open(store.state().segments[1], kKind);
  EXPECT_EQ(file.section("count").values<std::int64_t>(0, 1).front(), 3);
  EXPECT_EQ(IndexStore::kindOf(path), IndexKind::scenes);
  EXPECT_THROW(IndexStore(path, IndexKind::needles), Error);
}

TEST(IndexStore, ChangesThatAreNotCommittedLeaveNothing) {
  const Folder folder;
  const std::string path = folder / "a.esi";
  createIndexFolder(path, IndexKind::needles);
  {
    IndexChange change(path, IndexKind::needles);
    addSegment(change, 5);
  }
  EXPECT_EQ(IndexStore(path, IndexKind::needles).state().entries(), 0);
  IndexChange next(path, IndexKind::needles);  // removes the segment without a state
  EXPECT_FALSE(std::filesystem::exists(path + "/segment-1"));
  addSegment(next, 2);
  next.commit();
  EXPECT_EQ(IndexStore(path, IndexKind::needles).state().entries(), 2);
  EXPECT_FALSE(std::filesystem::exists(path + "/state-1"));
}

TEST(IndexStore, ThereIsOneWriter) {
  const Folder folder;
  const std::string path = folder / "a.esi";
  createIndexFolder(path, IndexKind::needles);
  const IndexChange change(path, IndexKind::needles);
  expectRefused(ErrorCode::system, path, {"is writing to it"},
                [&] { IndexChange(path, IndexKind::needles); });
  const IndexStore reader(path, IndexKind::needles);
  EXPECT_EQ(reader.state().entries(), 0);
}

TEST(IndexStore, FoldersThatAreNoIndexAreRefused) {
  const Folder folder;
  std::filesystem::create_directory(folder / "empty");
  expectRefused(ErrorCode::badUse, folder / "empty", {"is not an index of `espy index`"},
                [&] { IndexStore(folder / "empty", IndexKind::needles); });
  EXPECT_THROW(IndexStore(folder / "none", IndexKind::needles), Error);
  createIndexFolder(folder / "a.esi", IndexKind::needles);
  EXPECT_THROW(createIndexFolder(folder / "a.esi", IndexKind::needles), Error);
}

}  // namespace
}  // namespace espy::index
