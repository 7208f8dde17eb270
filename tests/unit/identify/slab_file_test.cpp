// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/slab_file.h"

#include <sys/stat.h>

#include <algorithm>

#include "files/checksum.h"
#include "unit/identify/library_support.h"

namespace espy::identify {
namespace {

using namespace identifytest;

constexpr SlabHead kHead{3, 0x0123456789abcdef, 42};

std::vector<std::uint8_t> orderedBytes(std::uint32_t seed, std::int64_t count) {
  return keptOf(featuresBy(seed, count)).bytes;
}

/// A slab with these numbers of features in its positions.
std::string slabWith(const Folder& folder, std::initializer_list<std::int64_t> counts) {
  const std::string path = folder / "slab";
  SlabWriter writer = SlabWriter::create(path, "slab", kHead);
  std::int64_t place = 0;
  for (const std::int64_t count : counts) {
    writer.write(place, orderedBytes(static_cast<std::uint32_t>(place), count));
    ++place;
  }
  writer.sync();
  return path;
}

std::uint32_t littleAt(const std::string& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 4; i-- > 0;) value = value << 8 | static_cast<std::uint8_t>(bytes[at + i]);
  return value;
}

/// Checks docs/identify.md byte by byte.
TEST(SlabFile, IsWrittenAsDocumented) {
  const Folder folder;
  const std::string bytes = load(slabWith(folder, {3, 1}));
  const std::size_t features = 65536;
  ASSERT_EQ(bytes.size(), features + 2 * 3 * 128);
  EXPECT_EQ(bytes.substr(0, 8), "EspySlab");
  const std::uint32_t header[] = {1, 3,     1024, 128,   0x89abcdef, 0x01234567, 42,
                                  0, 12288, 0,    65536, 0,          0};
  for (std::size_t i = 0; i < std::size(header); ++i) {
    EXPECT_EQ(littleAt(bytes, 8 + 4 * i), header[i]) << i;
  }
  const auto sumOf = [](const std::string& text, std::uint32_t before = 0) {
    return files::checksumByTable(iotest::bytesOf(text), before);
  };
  EXPECT_EQ(littleAt(bytes, 60), sumOf(bytes.substr(0, 60)));
  for (const std::size_t place : {0U, 1U}) {
    const std::size_t count = place == 0 ? 3 : 1;
    const auto expected = orderedBytes(static_cast<std::uint32_t>(place), static_cast<int>(count));
    const std::string own = bytes.substr(features + place * 3 * 128, count * 128);
    EXPECT_TRUE(
        std::equal(own.begin(), own.end(), expected.begin(), expected.end(),
                   [](char a, std::uint8_t b) { return static_cast<std::uint8_t>(a) == b; }));
    EXPECT_EQ(littleAt(bytes, 4096 + 8 * place), count);
    const std::string norms = bytes.substr(12288 + place * 3 * 4, count * 4);
    EXPECT_EQ(littleAt(bytes, 4096 + 8 * place + 4), sumOf(norms, sumOf(own)));
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_EQ(littleAt(norms, 4 * i), normOf(std::span(expected).subspan(i * 128, 128)));
    }
  }
}

TEST(SlabFile, GrowsByPositionsAndAlignsFeaturesToPages) {
  for (const std::int64_t rows : {1, 3, 384, 8192}) {
    const SlabLayout layout{rows};
    EXPECT_EQ(layout.featuresAt(0) % 65536, 0);
    EXPECT_GE(layout.featuresAt(0), layout.normsAt(kSlabPlaces));
    EXPECT_EQ(layout.featuresAt(kSlabPlaces) - layout.featuresAt(0), 1024 * rows * 128);
  }
  const Folder folder;
  const std::string path = folder / "slab";
  SlabWriter writer = SlabWriter::create(path, "slab", {384, 1, 1});
  writer.write(0, orderedBytes(1, 384));
  writer.sync();
  struct stat status {};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_LT(status.st_size, 2 << 20);
  EXPECT_LT(status.st_blocks * 512, 256 << 10);
}

TEST(SlabFile, RoundTrips) {
  const Folder folder;
  const MappedSlab slab(slabWith(folder, {3, 1, 2}), "slab", kHead, 2);
  EXPECT_EQ(slab.places(), 2);
  EXPECT_EQ(slab.count(0), 3);
  EXPECT_EQ(slab.count(1), 1);
  for (const std::int64_t place : {0, 1}) {
    const auto expected = orderedBytes(static_cast<std::uint32_t>(place), slab.count(place));
    EXPECT_TRUE(std::ranges::equal(slab.featuresOf(place), expected));
    EXPECT_TRUE(slab.faultOf(place).empty()) << slab.faultOf(place).text();
  }
  EXPECT_EQ(slab.features() + 3 * 128, slab.featuresOf(1).data());
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(slab.features()) % 4096, 0U);
}

TEST(SlabFile, UncommittedPositionsAreOverwritten) {
  const Folder folder;
  const std::string path = slabWith(folder, {3, 1, 2});
  {
    SlabWriter writer = SlabWriter::open(path, "slab", kHead, 1);
    writer.write(1, orderedBytes(77, 2));
    writer.sync();
  }
  const MappedSlab slab(path, "slab", kHead, 2);
  EXPECT_TRUE(std::ranges::equal(slab.featuresOf(0), orderedBytes(0, 3)));
  EXPECT_TRUE(std::ranges::equal(slab.featuresOf(1), orderedBytes(77, 2)));
  EXPECT_EQ(MappedSlab::placesIn(path, "slab", kHead), 3) << "it never becomes shorter";
}

TEST(SlabFile, TheChecksumCoversEveryByte) {
  const Folder folder;
  const std::string path = slabWith(folder, {2});
  const std::string whole = load(path);
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < 2 * 128; ++i) places.push_back(65536 + i);
  for (std::size_t i = 0; i < 2 * 4; ++i) places.push_back(12288 + i);
  for (std::size_t i = 4; i < 8; ++i) places.push_back(4096 + i);
  for (const std::size_t at : places) {
    std::string spoiled = whole;
    spoiled[at] = static_cast<char>(spoiled[at] ^ 0x10);
    store(path, spoiled);
    EXPECT_FALSE(MappedSlab(path, "slab", kHead, 1).faultOf(0).empty()) << at;
  }
}

TEST(SlabFile, UnsortedNormsAreAFaultDespiteTheChecksum) {
  const Folder folder;
  std::vector<std::uint8_t> features = orderedBytes(5, 2);
  std::rotate(features.begin(), features.begin() + 128, features.end());
  SlabWriter::create(folder / "slab", "slab", kHead).write(0, features);
  const MappedSlab slab(folder / "slab", "slab", kHead, 1);
  EXPECT_EQ(slab.faultOf(0).text(), "its features are not in order");
}

TEST(SlabFile, OtherFilesAreRefused) {
  const Folder folder;
  const std::string path = slabWith(folder, {3, 1});
  const std::string whole = load(path);
  const auto refused = [&](const std::string& bytes, ErrorCode code, const std::string& fact) {
    store(path, bytes);
    expectRefused(code, "slab", {fact}, [&] { MappedSlab(path, "slab", kHead, 2); });
    expectRefused(code, "slab", {fact}, [&] { SlabWriter::open(path, "slab", kHead, 2); });
  };
  const auto with = [&](std::size_t at, const std::string& bytes) {
    std::string changed = whole;
    changed.replace(at, bytes.size(), bytes);
    // A correct checksum, unless the checksum itself was changed.
    if (at < 60) {
      const std::uint32_t sum = files::checksumByTable(iotest::bytesOf(changed.substr(0, 60)));
      for (std::size_t i = 0; i < 4; ++i) changed[60 + i] = static_cast<char>(sum >> 8 * i);
    }
    return changed;
  };
  using enum ErrorCode;
  refused("", badPicture, "is not a slab");
  refused(whole.substr(0, 63), badPicture, "is not a slab");
  refused("P5 10 10 255\n" + whole, badPicture, "is not a slab");
  refused(with(8, "\2"), unsupported, "is a slab of version 2; this Espy reads version 1");
  refused(with(60, "xxxx"), badPicture, "its header does not match its checksum");
  refused(with(24, "x"), badPicture, "of another library");
  refused(with(32, "x"), badPicture, "of another library");
  for (const std::size_t at : {12U, 16U, 20U, 40U, 48U, 56U}) {
    refused(with(at, "\x7f"), badPicture, "sizes in its header differ");
  }
  refused(whole.substr(0, whole.size() - 1), badPicture, "ends after 66303 of 66304 bytes");
  refused(whole.substr(0, 5000), badPicture, "ends after 5000 of 66304 bytes");
}

TEST(SlabFile, APositionHasAtMostItsRows) {
  const Folder folder;
  const std::string path = slabWith(folder, {3, 1});
  const std::string whole = load(path);
  for (const std::string& count :
       {std::string("\4\0\0\0", 4), std::string(4, '\0'), std::string("\xff\xff\xff\xff", 4),
        std::string("\1\0\0\x80", 4)}) {
    std::string changed = whole;
    store(path, changed.replace(4096 + 8, 4, count));
    const MappedSlab slab(path, "slab", kHead, 2);
    EXPECT_EQ(slab.count(0), 3);
    expectRefused(ErrorCode::badPicture, "slab", {"is broken: it claims "},
                  [&] { static_cast<void>(slab.count(1)); });
  }
}

TEST(SlabFile, LinksPipesAndFoldersAreRefused) {
  const Folder folder;
  const std::string path = slabWith(folder, {1});
  std::filesystem::create_symlink(path, folder / "link");
  std::filesystem::create_directory(folder / "folder");
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  const auto refused = [&](const std::string& name, ErrorCode code, const std::string& fact) {
    expectRefused(code, "slab", {fact}, [&] { MappedSlab(folder / name, "slab", kHead, 1); });
    expectRefused(code, "slab", {fact}, [&] { SlabWriter::create(folder / name, "slab", kHead); });
  };
  refused("link", ErrorCode::badPicture, "is a symbolic link");
  refused("pipe", ErrorCode::badPicture, "is not a regular file");
  refused("folder", ErrorCode::badPicture, "is not a regular file");
  expectRefused(ErrorCode::system, "slab", {"No such file"},
                [&] { MappedSlab(folder / "nowhere", "slab", kHead, 1); });
}

}  // namespace
}  // namespace espy::identify
