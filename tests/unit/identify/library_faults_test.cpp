// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Folders that are no library, a damaged or a malicious one.
#include <sys/stat.h>
#include <unistd.h>

#include <functional>

#include "unit/identify/library_support.h"

namespace espy {
namespace {

using namespace identifytest;
using enum ErrorCode;

/// Readers and writers refuse it.
void expectBothRefuse(const SmallLibrary& small, ErrorCode code, const std::string& name,
                      const std::string& fact) {
  const std::string shown = name.empty() ? small.folder : small.file(name);
  expectRefused(code, shown, {fact}, [&] { SurfaceLibrary library(small.folder); });
  expectRefused(code, shown, {fact}, [&] { SurfaceWriter writer(small.folder); });
}

TEST(SurfaceFaults, OtherFoldersAreRefused) {
  const Folder around;
  std::filesystem::create_directory(around / "empty");
  store(around / "file", "text");
  const auto refused = [&](const std::string& name, ErrorCode code, const std::string& fact) {
    expectRefused(code, around / name, {fact}, [&] { SurfaceLibrary library(around / name); });
    expectRefused(code, around / name, {fact}, [&] { SurfaceWriter writer(around / name); });
    expectRefused(code, around / name, {fact}, [&] { verifyLibrary(around / name); });
    expectRefused(code, around / name, {fact}, [&] { snapshotFiles(around / name); });
  };
  refused("nowhere", system, "No such file or directory");
  refused("empty", badUse, "is not a surface library");
  refused("file", badUse, "is a file, not a surface library");
  EXPECT_EQ(around.files(), 2U);
}

TEST(SurfaceFaults, TheLibraryFileIsChecked) {
  const SmallLibrary small(3);
  const auto refused = [&](const std::string& text, ErrorCode code, const std::string& fact) {
    store(small.file("library"), text);
    expectBothRefuse(small, code, "library", fact);
  };
  refused("", badUse, "does not describe a surface library");
  refused("Dear diary,\n", badUse, "does not describe a surface library");
  refused("espy library 2\nsurfaces-1.db\n", unsupported,
          "has version 2; this Espy reads version 1");
  refused("espy library \033[31m\nsurfaces-1.db\n", badUse, "does not describe a surface library");
  for (const char* rest :
       {"", "surfaces-1.db", "surfaces-9223372036854775807.db\n", "surfaces-0.db\n",
        "surfaces-01.db\n", "surfaces--1.db\n", "../surfaces-1.db\n", "/etc/passwd\n",
        "surfaces-99999999999999999999.db\n"}) {
    refused(std::string("espy library 1\n") + rest, badPicture, "does not name the current file");
  }
  store(small.file("library"), "espy library 1\nsurfaces-7.db\n");
  expectBothRefuse(small, system, "surfaces-7.db", "No such file or directory");
}

TEST(SurfaceFaults, AnInvalidCatalogueIsRefused) {
  const SmallLibrary small(3);
  const std::string file = small.file("surfaces-1.db");
  const std::string whole = load(file);
  const auto refused = [&](const std::string& bytes, ErrorCode code, const std::string& fact) {
    store(file, bytes);
    expectBothRefuse(small, code, "surfaces-1.db", fact);
  };
  refused("", badPicture, "is not a surface catalogue");
  refused(std::string(10000, 'x'), badPicture, "file is not a database");
  refused(whole.substr(0, 5000), badPicture, "is broken");
  std::string other = whole;
  other.replace(60, 4, std::string("\0\0\0\2", 4));
  refused(other, unsupported, "is a catalogue of version 2; this Espy reads version 1");
  other.replace(68, 4, "mine");
  refused(other, badPicture, "is not a surface catalogue");
}

/// Contradictions that SQL can express.
TEST(SurfaceFaults, AContradictoryCatalogueIsRefused) {
  const struct {
    const char* sql;
    ErrorCode code;
    const char* name;
    const char* fact;
  } cases[] = {
      {"DELETE FROM library", badPicture, "surfaces-1.db", "does not describe its library"},
      {"UPDATE library SET most_features = 0", badPicture, "surfaces-1.db", "is inconsistent"},
      {"UPDATE library SET most_features = 1 << 40", badPicture, "surfaces-1.db",
       "is inconsistent"},
      {"UPDATE library SET least_features = -5", badPicture, "surfaces-1.db", "is inconsistent"},
      {"UPDATE library SET next_slab = -9223372036854775807", badPicture, "surfaces-1.db",
       "is inconsistent"},
      {"UPDATE library SET next_slab = 1 << 50", badPicture, "surfaces-1.db", "is inconsistent"},
      {"UPDATE library SET change = -1", badPicture, "surfaces-1.db", "is inconsistent"},
      {"UPDATE library SET features = 1 << 61", badPicture, "surfaces-1.db", "is inconsistent"},
      {"UPDATE library SET \"references\" = -4", badPicture, "surfaces-1.db", "is inconsistent"},
      {"UPDATE library SET most_features = 5", badPicture, "slab-1.features",
       "sizes in its header differ"},
      {"UPDATE library SET stamp = stamp + 1", badPicture, "slab-1.features", "another library"},
      {"UPDATE slabs SET places = 1025", badPicture, "surfaces-1.db", "slab 1 has 1025 slots"},
      {"UPDATE slabs SET places = -1", badPicture, "surfaces-1.db", "slab 1 has -1 slots"},
      {"UPDATE slabs SET places = 9223372036854775807", badPicture, "surfaces-1.db", "slab 1 has"},
      {"UPDATE slabs SET places = 1000", badPicture, "slab-1.features", "is broken: it ends after"},
      {"INSERT INTO slabs VALUES (5, 9)", system, "slab-5.features", "No such file"},
      {"INSERT INTO slabs VALUES (-5, 9)", badPicture, "surfaces-1.db", "slab -5"},
      {"DROP TABLE slabs", badPicture, "surfaces-1.db", "no such table: slabs"},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.sql);
    const SmallLibrary small(3);
    const std::string file = small.file("surfaces-1.db");
    identify::Database(file, file, identify::Database::Use::write).run(one.sql);
    const std::string shown = small.file(one.name);
    expectRefused(one.code, shown, {one.fact}, [&] { SurfaceLibrary library(small.folder); });
    // A writer may notice later, but harms nothing.
    try {
      SurfaceWriter writer(small.folder);
      addSmall(writer, "more", 1);
      writer.commit();
    } catch (const Error& error) {
      EXPECT_TRUE(std::string(error.what()).starts_with(small.folder)) << error.what();
    }
  }
}

/// A catalogue that lists fewer slabs than its surfaces need must not cost any of them.
TEST(SurfaceFaults, AWriterSparesTheSlabsOfADamagedCatalogue) {
  for (const char* sql : {"UPDATE library SET next_slab = 1", "UPDATE slabs SET places = 1"}) {
    const SmallLibrary small(3);
    const std::string file = small.file("surfaces-1.db");
    const std::string slab = load(small.file("slab-1.features"));
    identify::Database(file, file, identify::Database::Use::write).run(sql);
    try {
      SurfaceWriter writer(small.folder);
      writer.remove("s1");
      writer.compact();
    } catch (const Error& error) {
      EXPECT_TRUE(std::string(error.what()).starts_with(small.folder)) << error.what();
    }
    EXPECT_TRUE(load(small.file("slab-1.features")) == slab) << sql;
    EXPECT_FALSE(verifyLibrary(small.folder).empty()) << sql;
  }
}

TEST(SurfaceFaults, SurfacesAtImpossiblePositionsAreRefused) {
  const std::string columns =
      "INSERT INTO surfaces(place, id, name, width, height, features, sum) ";
  for (const char* sql : {"VALUES (5, 'x', '', 1, 1, 1, 1)", "VALUES (-1, 'x', '', 1, 1, 1, 1)",
                          "VALUES (9223372036854775807, 'x', '', 1, 1, 1, 1)",
                          "VALUES (-9223372036854775808, 'x', '', 1, 1, 1, 1)",
                          "VALUES (1027, 'x', '', 1, 1, 1, 1)"}) {
    SCOPED_TRACE(sql);
    const SmallLibrary small(3);
    const std::string file = small.file("surfaces-1.db");
    identify::Database(file, file, identify::Database::Use::write).run((columns + sql).c_str());
    expectRefused(badPicture, file, {"is broken: slot ", " is not in any of its slabs"},
                  [&] { SurfaceLibrary library(small.folder); });
  }
  const SmallLibrary small(3);
  const std::string file = small.file("surfaces-1.db");
  identify::Database(file, file, identify::Database::Use::write)
      .run("DELETE FROM surfaces WHERE place = 1024");
  expectRefused(badPicture, file, {"it has 2 surfaces but claims 3"},
                [&] { SurfaceLibrary library(small.folder); });
}

TEST(SurfaceFaults, ASlabWithTooManyFeaturesIsRefused) {
  const SmallLibrary small(3);
  const std::string slab = small.file("slab-1.features");
  std::string bytes = load(slab);
  bytes[4096 + 8 + 2] = 1;
  store(slab, bytes);
  expectRefused(badPicture, slab, {"65538 features, of at most 4, in slot 1"},
                [&] { SurfaceLibrary library(small.folder); });
}

TEST(SurfaceFaults, LinksInALibraryAreNotFollowed) {
  for (const char* name : {"library", "surfaces-1.db", "slab-1.features", "lock"}) {
    const SmallLibrary small(3);
    const std::string elsewhere = small.around / "elsewhere";
    std::filesystem::rename(small.file(name), elsewhere);
    std::filesystem::create_symlink(elsewhere, small.file(name));
    const std::string before = load(elsewhere);
    const auto write = [&] {
      SurfaceWriter writer(small.folder);
      addSmall(writer, "more", 1);
      writer.commit();
    };
    expectRefused(badPicture, small.file(name), {"is a symbolic link"}, write);
    if (name != std::string("lock")) {
      expectRefused(badPicture, small.file(name), {"is a symbolic link"},
                    [&] { SurfaceLibrary library(small.folder); });
    }
    EXPECT_EQ(load(elsewhere), before) << name;
  }
}

TEST(SurfaceFaults, AFolderMayBeALink) {
  const SmallLibrary small(3);
  std::filesystem::create_directory_symlink(small.folder, small.around / "link");
  EXPECT_EQ(contentOf(SurfaceLibrary(small.around / "link")).size(), 3U);
  SurfaceWriter writer(small.around / "link/");
  addSmall(writer, "more", 1);
  writer.commit();
  EXPECT_EQ(SurfaceLibrary(small.folder).facts().references, 4);
}

TEST(SurfaceFaults, PipesInALibraryAreNotWaitedFor) {
  for (const char* name : {"library", "surfaces-1.db", "slab-1.features"}) {
    const SmallLibrary small(3);
    std::filesystem::remove(small.file(name));
    ASSERT_EQ(::mkfifo(small.file(name).c_str(), 0600), 0);
    expectRefused(badPicture, small.file(name), {"is not a regular file"},
                  [&] { SurfaceLibrary library(small.folder); });
  }
}

TEST(SurfaceFaults, ADamagedSurfaceIsNotCompactedAway) {
  const SmallLibrary small(5);
  const std::string slab = small.file("slab-1.features");
  std::string bytes = load(slab);
  bytes[65536 + 2 * 512] = static_cast<char>(bytes[65536 + 2 * 512] + 1);
  store(slab, bytes);
  SurfaceWriter writer(small.folder);
  writer.remove("s0");
  expectRefused(
      badPicture, small.folder,
      {"surface s2 is damaged: its features do not match their checksum; remove or update it"},
      [&] { writer.compact(); });
  updateSmall(writer, "s2", 2);
  writer.compact();
  EXPECT_EQ(contentOf(SurfaceLibrary(small.folder)),
            (Model{{"s1", 1}, {"s2", 2}, {"s3", 3}, {"s4", 4}}));
}

TEST(SurfaceFaults, ASlabTruncatedWhileOpenIsReported) {
  const SmallLibrary small(200);
  const SurfaceLibrary library(small.folder);
  const std::string slab = small.file("slab-1.features");
  std::filesystem::resize_file(slab, 70000);
  expectRefused(badPicture, slab, {""}, [&] { static_cast<void>(library.surface(199)); });
}

}  // namespace
}  // namespace espy
