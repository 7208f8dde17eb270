// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "unit/identify/library_support.h"

namespace espy {
namespace {

using namespace identifytest;

std::vector<std::string> reportOf(const std::string& folder) {
  std::vector<std::string> lines;
  for (const SurfaceFault& fault : verifyLibrary(folder)) {
    lines.push_back(fault.id.empty() ? fault.what.text() : fault.id + ": " + fault.what.text());
  }
  return lines;
}

/// Changes a byte of a file.
void spoil(const std::string& path, std::size_t at) {
  std::string bytes = load(path);
  ASSERT_LT(at, bytes.size());
  bytes[at] = static_cast<char>(bytes[at] ^ 1);
  store(path, bytes);
}

constexpr std::size_t kFeaturesAt = 65536;
constexpr std::size_t kPlaceBytes = 4 * 128;

TEST(SurfaceVerify, NamesTheSurfaceWhoseBytesHaveChanged) {
  const SmallLibrary small(40);
  EXPECT_EQ(reportOf(small.folder), std::vector<std::string>());
  const std::string slab = small.file("slab-1.features");
  spoil(slab, kFeaturesAt + 7 * kPlaceBytes);
  spoil(slab, 12288 + 4 * 4 * 21);
  spoil(slab, 4096 + 8 * 3 + 4);
  EXPECT_EQ(reportOf(small.folder),
            (std::vector<std::string>{"s21: its features do not match their checksum",
                                      "s3: its features do not match their checksum",
                                      "s7: its features do not match their checksum"}));
}

TEST(SurfaceVerify, WhatWasRemovedMayBeDamaged) {
  const SmallLibrary small(10);
  {
    SurfaceWriter writer(small.folder);
    writer.remove("s7");
    writer.commit();
  }
  spoil(small.file("slab-1.features"), kFeaturesAt + 7 * kPlaceBytes);
  EXPECT_EQ(reportOf(small.folder), std::vector<std::string>());
}

TEST(SurfaceVerify, ATruncatedSlabIsReportedWithItsLosses) {
  const SmallLibrary small(10);
  const std::string slab = small.file("slab-1.features");
  std::filesystem::resize_file(slab, kFeaturesAt + 8 * kPlaceBytes + 5);
  EXPECT_EQ(reportOf(small.folder),
            (std::vector<std::string>{slab + ": ends after 8 of 10 slots",
                                      "s8: its slab, slab-1.features, ends before it",
                                      "s9: its slab, slab-1.features, ends before it"}));
  std::filesystem::remove(slab);
  const auto report = reportOf(small.folder);
  ASSERT_EQ(report.size(), 11U);
  EXPECT_EQ(report[0], slab + ": cannot be opened: No such file or directory");
  EXPECT_EQ(report[1], "s0: its slab, slab-1.features, cannot be read");
}

TEST(SurfaceVerify, ASlabOfAnOlderCopyIsNoticed) {
  const SmallLibrary small(3);
  const std::string slab = small.file("slab-1.features");
  const std::string old = load(slab);
  {
    SurfaceWriter writer(small.folder);
    addSmall(writer, "x", 50);
    writer.commit();
  }
  // An intact position with different content.
  std::string other = load(slab);
  other.replace(kFeaturesAt + 3 * kPlaceBytes, kPlaceBytes, old.substr(kFeaturesAt, kPlaceBytes));
  other.replace(12288 + 3 * 16, 16, old.substr(12288, 16));
  other.replace(4096 + 3 * 8, 8, old.substr(4096, 8));
  store(slab, other);
  EXPECT_EQ(reportOf(small.folder),
            (std::vector<std::string>{
                "x: its features in slab-1.features differ from the recorded ones"}));
}

TEST(SurfaceVerify, AContradictoryCatalogueIsNoticed) {
  const SmallLibrary small(3);
  const std::string file = small.file("surfaces-1.db");
  {
    identify::Catalogue catalogue(file, file, identify::Database::Use::write);
    catalogue.database().run("UPDATE points SET points = zeroblob(24) WHERE place = 1025");
    catalogue.database().run("UPDATE library SET features = 100");
    catalogue.database().run(
        "INSERT INTO surfaces(place, id, name, width, height, features, sum) "
        "VALUES (77, 'lost', '', 1, 1, 1, 1)");
  }
  EXPECT_EQ(reportOf(small.folder),
            (std::vector<std::string>{
                file + ": claims 3 surfaces with 100 features, but has 4 with 7",
                "lost: it is not in any slab", "s1: its points do not match their checksum"}));
}

TEST(SurfaceVerify, AFutureRemovalIsNoticed) {
  const SmallLibrary small(3);
  const std::string file = small.file("surfaces-1.db");
  identify::Database(file, file, identify::Database::Use::write)
      .run(
          "UPDATE surfaces SET removed = 9 WHERE id = 's2'; UPDATE library SET features = 3, "
          "\"references\" = 2");
  EXPECT_EQ(reportOf(small.folder),
            (std::vector<std::string>{
                file + ": is broken: its description of the library is inconsistent"}));
}

TEST(SurfaceVerify, UnknownFilesAreReported) {
  const SmallLibrary small(3);
  store(small.file("notes.txt"), "mine");
  // The service's description and a writer's leftovers are not reported.
  store(small.file("service.json"), "{}");
  store(small.file("slab-9.features"), "begun");
  store(small.file("surfaces-2.db"), "begun");
  EXPECT_EQ(reportOf(small.folder), (std::vector<std::string>{small.file("notes.txt") +
                                                              ": does not belong to the library"}));
  { const SurfaceWriter writer(small.folder); }
  EXPECT_FALSE(std::filesystem::exists(small.file("slab-9.features")));
  EXPECT_FALSE(std::filesystem::exists(small.file("surfaces-2.db")));
  EXPECT_TRUE(std::filesystem::exists(small.file("notes.txt")));
}

TEST(SurfaceVerify, DamageOfTheCatalogueIsReportedOrThrown) {
  const SmallLibrary small(400);
  const std::string file = small.file("surfaces-1.db");
  const std::string whole = load(file);
  std::size_t reported = 0;
  for (std::size_t page = 1; page < whole.size() / 4096; ++page) {
    std::string bytes = whole;
    bytes.replace(page * 4096, 200, std::string(200, '\x5a'));
    store(file, bytes);
    try {
      reported += verifyLibrary(small.folder).empty() ? 0 : 1;
    } catch (const Error& error) {
      EXPECT_TRUE(std::string(error.what()).starts_with(file)) << error.what();
      ++reported;
    }
  }
  EXPECT_EQ(reported, whole.size() / 4096 - 1);
}

TEST(SurfaceVerify, CanBeStopped) {
  const SmallLibrary small(10);
  std::stop_source stop;
  stop.request_stop();
  Control control;
  control.stop = stop.get_token();
  EXPECT_THROW(verifyLibrary(small.folder, control), Error);
}

}  // namespace
}  // namespace espy
