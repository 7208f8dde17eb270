// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "files/section_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <numeric>

#include "unit/io/support.h"

namespace espy::files {
namespace {

using namespace iotest;
using SectionFiles = InFolder;

constexpr SectionKind kKind{"numbers", 3};

/// Two sections: 40,000 numbers, which take several blocks, and three.
std::string written(const Folder& folder) {
  std::vector<std::uint32_t> many(40'000);
  std::iota(many.begin(), many.end(), 7U);
  const std::uint64_t few[] = {1, 2, 3};
  SectionWriter writer(folder / "file", kKind);
  writer.add("many", std::span<const std::uint32_t>(many));
  writer.add("few", std::span<const std::uint64_t>(few));
  writer.commit();
  return folder / "file";
}

TEST_F(SectionFiles, WhatWasWrittenIsRead) {
  const SectionFile file(written(folder), "file", kKind);
  const auto many = file.section("many").all<std::uint32_t>();
  ASSERT_EQ(many.size(), 40'000U);
  EXPECT_EQ(many.front(), 7U);
  EXPECT_EQ(many.back(), 40'006U);
  EXPECT_EQ(file.section("many").values<std::uint32_t>(100, 1).front(), 107U);
  EXPECT_EQ(file.section("few").values<std::uint64_t>(1, 2).back(), 3U);
  EXPECT_THROW(file.section("few").values<std::uint64_t>(2, 2), Error);
  EXPECT_THROW(file.section("few").values<std::uint64_t>(~std::uint64_t{0}, 1), Error);
  // The offset in bytes would be 0, modulo 2^64.
  EXPECT_THROW(file.section("few").values<std::uint64_t>(std::uint64_t{1} << 61, 1), Error);
  EXPECT_THROW(file.section("none"), Error);
}

TEST_F(SectionFiles, OtherKindsAndVersionsAreRefused) {
  const std::string path = written(folder);
  EXPECT_THROW(SectionFile(path, "file", {"letters", 3}), Error);
  try {
    SectionFile(path, "file", {"numbers", 2});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::unsupported);
    EXPECT_STREQ(error.what(), "file: has version 3; this Espy reads version 2");
  }
}

/// Every byte of the data, the table and the footer is covered by a checksum.
TEST_F(SectionFiles, EveryChangedByteIsNoticed) {
  const std::string path = written(folder);
  const std::string bytes = load(path);
  for (std::size_t at = 0; at < bytes.size(); at += at + 400 < bytes.size() ? 997 : 1) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 16);
    store(path, changed);
    EXPECT_THROW(SectionFile(path, "file", kKind).verify({}), Error) << at;
  }
}

TEST_F(SectionFiles, TruncatedFilesAreRefused) {
  const std::string path = written(folder);
  const std::string bytes = load(path);
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{39}, bytes.size() / 2, bytes.size() - 1}) {
    store(path, bytes.substr(0, size));
    EXPECT_THROW(SectionFile(path, "file", kKind), Error) << size;
  }
}

/// Only the blocks that are read are verified: a large file opens at once.
TEST_F(SectionFiles, DamageElsewhereDoesNotMatter) {
  const std::string path = written(folder);
  std::string bytes = load(path);
  bytes[70'000] ^= 1;
  store(path, bytes);
  const SectionFile file(path, "file", kKind);
  EXPECT_EQ(file.section("many").values<std::uint32_t>(0, 1).front(), 7U);
  EXPECT_THROW(file.section("many").values<std::uint32_t>(17'500, 1), Error);
  EXPECT_THROW(file.section("many").all<std::uint32_t>(), Error);
}

}  // namespace
}  // namespace espy::files
