// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "unit/identify/library_support.h"

namespace espy {
namespace {

using namespace identifytest;

TEST(SurfaceLibrary, BeginsEmpty) {
  const Folder around;
  const std::string folder = around / "new.esl";
  SurfaceOptions options;
  options.features = {.most = 200, .longestSide = 777};
  options.leastFeatures = 7;
  options.maker = "somebody 1.0";
  SurfaceLibrary::create(folder, options);
  const SurfaceLibrary library(folder);
  EXPECT_EQ(library.folder(), folder);
  const SurfaceFacts facts = library.facts();
  EXPECT_EQ(facts.references, 0);
  EXPECT_EQ(facts.features, 0);
  EXPECT_EQ(facts.removed, 0);
  EXPECT_EQ(facts.slabs, 0);
  EXPECT_GT(facts.bytes, 0);
  EXPECT_EQ(facts.leastFeatures, 7);
  EXPECT_EQ(facts.options, options.features);
  EXPECT_EQ(facts.maker, "somebody 1.0");
  EXPECT_EQ(library.shelf()->places(), 0);
  EXPECT_TRUE(library.ids("", 10).empty());
  EXPECT_EQ(library.find("a"), std::nullopt);
  EXPECT_TRUE(verifyLibrary(folder).empty());
}

TEST(SurfaceLibrary, IsCreatedOnlyInAnEmptyFolder) {
  const Folder around;
  std::filesystem::create_directory(around / "empty");
  SurfaceLibrary::create(around / "empty/");
  EXPECT_EQ(SurfaceLibrary(around / "empty").facts().references, 0);
  std::filesystem::create_directory(around / "full");
  store(around / "full/mine", "text");
  store(around / "file", "text");
  const std::size_t before = around.files();
  for (const char* name : {"empty", "full", "file"}) {
    expectRefused(ErrorCode::badUse, around / name, {"already exists"},
                  [&] { SurfaceLibrary::create(around / name); });
  }
  expectRefused(ErrorCode::system, around / "no/such", {"No such file or directory"},
                [&] { SurfaceLibrary::create(around / "no/such"); });
  EXPECT_EQ(around.files(), before) << "nothing is left behind";
  EXPECT_EQ(load(around / "full/mine"), "text");
}

TEST(SurfaceLibrary, InvalidOptionsAreRefused) {
  const Folder around;
  const auto refused = [&](const SurfaceOptions& options) {
    EXPECT_THROW(SurfaceLibrary::create(around / "no", options), Error);
  };
  refused({.features = {.most = 0}});
  refused({.features = {.most = 8193}});
  refused({.features = {.most = 31}});  // fewer than the minimum
  refused({.features = {.most = 384}, .leastFeatures = 0});
  refused({.features = {.most = 384, .longestSide = 31}});
  refused({.maker = std::string(2000, 'x')});
  EXPECT_EQ(around.files(), 0U);
}

TEST(SurfaceLibrary, ReturnsWhatWasAdded) {
  const Folder around;
  const std::string folder = around / "l";
  SurfaceLibrary::create(folder, {.maker = "random"});
  {
    SurfaceWriter writer(folder);
    writer.add("brick", featuresBy(1, 384), "photos/brick.jpg");
    writer.add("wood \xe2\x82\xac", featuresBy(2, 32));
    EXPECT_EQ(writer.facts().references, 2);
    EXPECT_EQ(writer.facts().features, 416);
    EXPECT_TRUE(writer.has("brick"));
    writer.commit();
  }
  const SurfaceLibrary library(folder);
  EXPECT_EQ(library.facts().references, 2);
  EXPECT_EQ(library.facts().features, 416);
  EXPECT_EQ(library.ids("", 10), (std::vector<std::string>{"brick", "wood \xe2\x82\xac"}));
  const auto brick = library.find("brick");
  ASSERT_EQ(brick, 0);
  const Surface surface = library.surface(*brick);
  EXPECT_EQ(surface.id, "brick");
  EXPECT_EQ(surface.name, "photos/brick.jpg");
  EXPECT_EQ(surface.features, keptOf(featuresBy(1, 384)));
  EXPECT_EQ(library.idOf(1), "wood \xe2\x82\xac");
  EXPECT_THROW(static_cast<void>(library.idOf(2)), Error);
  EXPECT_THROW(static_cast<void>(library.surface(-1)), Error);
}

TEST(SurfaceLibrary, KeepsPositionsExactlyAndTheRestNearly) {
  const Features features = featuresBy(3, 50);
  const auto points = identify::unpackPoints(identify::packPoints(features.points));
  ASSERT_EQ(points.size(), 50U);
  for (std::size_t i = 0; i < points.size(); ++i) {
    EXPECT_EQ(points[i].x, features.points[i].x);
    EXPECT_EQ(points[i].y, features.points[i].y);
    EXPECT_NEAR(points[i].size, features.points[i].size, features.points[i].size / 256);
    EXPECT_NEAR(points[i].angle, features.points[i].angle, 0.003);
  }
}

/// Searching the library's shelf equals searching the same features in memory.
TEST(SurfaceLibrary, ItsShelfHasTheFeaturesInOrder) {
  const SmallLibrary small(30);
  const SurfaceLibrary library(small.folder);
  const auto shelf = library.shelf();
  ASSERT_EQ(shelf->slabs().size(), 1U);
  const Slab& slab = shelf->slabs().front();
  EXPECT_EQ(slab.places, 30);
  EXPECT_EQ(shelf->rows(), 4);
  for (std::uint32_t i = 0; i < 30; ++i) {
    const Features kept = keptOf(smallFeatures(i));
    ASSERT_EQ(slab.counts[i], kept.count());
    const std::span<const std::uint8_t> stored(slab.features + i * 4 * 128, kept.bytes.size());
    EXPECT_TRUE(std::ranges::equal(stored, kept.bytes));
    for (std::int64_t row = 0; row < kept.count(); ++row) {
      EXPECT_EQ(slab.norms[i * 4 + row], identify::normOf(kept.feature(row)));
    }
  }
}

TEST(SurfaceLibrary, OrdersTiesByIdBytes) {
  const SmallLibrary small;
  const std::vector<std::string> ids{"b",  "a", "\xc3\xa4",         "B", "ab", "a b",
                                     "10", "9", "a\xf0\x9f\x90\x88"};
  {
    SurfaceWriter writer(small.folder);
    for (std::size_t i = 0; i < ids.size(); ++i)
      addSmall(writer, ids[i], static_cast<std::uint32_t>(i));
    writer.remove("ab");
    writer.commit();
  }
  std::set<std::string> left(ids.begin(), ids.end());
  left.erase("ab");
  const SurfaceLibrary library(small.folder);
  EXPECT_EQ(library.ids("", 100), std::vector<std::string>(left.begin(), left.end()));
  EXPECT_EQ(library.ids("a", 2), (std::vector<std::string>{"a b", "a\xf0\x9f\x90\x88"}));
  std::uint32_t before = 0;
  for (const std::string& id : left) {
    const std::uint32_t rank = library.shelf()->rank(*library.find(id));
    EXPECT_TRUE(id == *left.begin() || rank > before) << id;
    before = rank;
  }
}

TEST(SurfaceWriter, InvalidSurfacesAreRefusedWithTheReason) {
  const Folder around;
  const std::string folder = around / "l";
  SurfaceLibrary::create(folder, {.features = {.most = 100}, .leastFeatures = 32});
  SurfaceWriter writer(folder);
  const auto refused = [&](const std::string& id, const Features& features,
                           const std::string& fact) {
    try {
      writer.add(id, features);
      ADD_FAILURE() << id;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::badUse);
      EXPECT_NE(std::string(error.what()).find(fact), std::string::npos) << error.what();
    }
    EXPECT_THROW(writer.update(id, features), Error);
  };
  refused("a", featuresBy(1, 31),
          "a: too few features to identify: 31, but the library requires 32");
  refused("a", featuresBy(1, 101), "a: has 101 features, but the library keeps at most 100");
  refused("", featuresBy(1, 50), "needs an id");
  refused(std::string(1001, 'x'), featuresBy(1, 50), "an id of 1001 bytes is too long");
  refused("a\xff", featuresBy(1, 50), "UTF-8");
  refused("a\nb", featuresBy(1, 50), "control characters");
  refused(std::string("a\0b", 3), featuresBy(1, 50), "control characters");
  Features torn = featuresBy(1, 50);
  torn.bytes.pop_back();
  refused("a", torn, "are invalid");
  writer.add(std::string(1000, 'x'), featuresBy(1, 32));
  writer.add("a", featuresBy(2, 100));
  expectRefused(ErrorCode::badUse, "a", {"has this id already"},
                [&] { writer.add("a", featuresBy(3, 50)); });
  writer.commit();
  EXPECT_EQ(SurfaceLibrary(folder).facts().references, 2);
}

TEST(SurfaceWriter, UncommittedChangesAreLost) {
  const SmallLibrary small(3);
  {
    SurfaceWriter writer(small.folder);
    addSmall(writer, "new", 7);
    updateSmall(writer, "s1", 8);
    EXPECT_TRUE(writer.remove("s2"));
    EXPECT_FALSE(writer.remove("s2"));
    EXPECT_FALSE(writer.has("s2"));
    EXPECT_EQ(writer.facts().references, 3);
    EXPECT_EQ(contentOf(SurfaceLibrary(small.folder)), (Model{{"s0", 0}, {"s1", 1}, {"s2", 2}}));
  }
  EXPECT_EQ(contentOf(SurfaceLibrary(small.folder)), (Model{{"s0", 0}, {"s1", 1}, {"s2", 2}}));
  SurfaceWriter writer(small.folder);
  addSmall(writer, "new", 9);
  writer.commit();
  EXPECT_EQ(contentOf(SurfaceLibrary(small.folder)),
            (Model{{"new", 9}, {"s0", 0}, {"s1", 1}, {"s2", 2}}));
  EXPECT_TRUE(verifyLibrary(small.folder).empty());
}

TEST(SurfaceWriter, AddsUpdatesAndRemovesWithinOneCommit) {
  const SmallLibrary small(2);
  SurfaceWriter writer(small.folder);
  addSmall(writer, "a", 5);
  updateSmall(writer, "a", 6);
  updateSmall(writer, "a", 7);
  updateSmall(writer, "s0", 8);
  updateSmall(writer, "s0", 9);
  writer.remove("s1");
  addSmall(writer, "s1", 10);
  writer.remove("s1");
  addSmall(writer, "s1", 11);
  addSmall(writer, "gone", 12);
  writer.remove("gone");
  EXPECT_EQ(writer.facts().references, 3);
  writer.commit();
  const SurfaceLibrary library(small.folder);
  EXPECT_EQ(contentOf(library), (Model{{"a", 7}, {"s0", 9}, {"s1", 11}}));
  EXPECT_EQ(library.facts().features, 4 + 2 + 4);
  EXPECT_EQ(writer.facts().features, 4 + 2 + 4);
  EXPECT_EQ(library.facts().removed, writer.facts().removed);
  EXPECT_TRUE(verifyLibrary(small.folder).empty());
}

TEST(SurfaceWriter, FillsSlabAfterSlab) {
  const SmallLibrary small(2500);
  const SurfaceLibrary library(small.folder);
  const auto shelf = library.shelf();
  ASSERT_EQ(shelf->slabs().size(), 3U);
  EXPECT_EQ(shelf->slabs()[0].places, 1024);
  EXPECT_EQ(shelf->slabs()[2].places, 2500 - 2048);
  EXPECT_EQ(library.find("s2499"), 2499);
  EXPECT_EQ(library.idOf(1024), "s1024");
  EXPECT_EQ(library.facts().slabs, 3);
  EXPECT_TRUE(verifyLibrary(small.folder).empty());
}

TEST(SurfaceWriter, IsExclusiveAndTheErrorNamesTheHolder) {
  const SmallLibrary small(1);
  {
    const SurfaceWriter writer(small.folder);
    const std::string holder = "process " + std::to_string(::getpid()) + " on ";
    expectRefused(ErrorCode::system, small.folder, {holder, "is writing to it"},
                  [&] { SurfaceWriter second(small.folder); });
    EXPECT_EQ(SurfaceLibrary(small.folder).facts().references, 1);
  }
  SurfaceWriter next(small.folder);
  EXPECT_EQ(next.facts().references, 1);
}

TEST(SurfaceWriter, AStaleLockIsIgnored) {
  const SmallLibrary small(1);
  store(small.file("lock"), "process 1 on elsewhere\n");
  SurfaceWriter writer(small.folder);
  addSmall(writer, "a", 1);
  writer.commit();
  EXPECT_EQ(SurfaceLibrary(small.folder).facts().references, 2);
}

TEST(SurfaceRefresh, SeesCommitsAndReusesTheRest) {
  const SmallLibrary small(1030);
  SurfaceLibrary library(small.folder);
  EXPECT_FALSE(library.refresh());
  const auto before = library.shelf();
  SurfaceWriter writer(small.folder);
  addSmall(writer, "t", 50);
  EXPECT_FALSE(library.refresh()) << "it is not committed";
  writer.commit();
  EXPECT_EQ(library.find("t"), std::nullopt);
  EXPECT_EQ(library.ids("s999", 5), std::vector<std::string>());
  EXPECT_TRUE(library.refresh());
  EXPECT_FALSE(library.refresh());
  EXPECT_EQ(library.find("t"), 1030);
  const auto grown = library.shelf();
  EXPECT_EQ(before->references(), 1030);
  EXPECT_EQ(grown->references(), 1031);
  EXPECT_EQ(grown->slabs()[0].name, before->slabs()[0].name);
  EXPECT_EQ(grown->slabs()[0].features, before->slabs()[0].features);
  EXPECT_NE(grown->slabs()[1].name, before->slabs()[1].name);

  writer.remove("s3");
  writer.commit();
  EXPECT_TRUE(library.refresh());
  const auto holed = library.shelf();
  EXPECT_EQ(holed->references(), 1030);
  EXPECT_EQ(holed->slabs()[0].name, before->slabs()[0].name);
  EXPECT_EQ(holed->slabs()[0].counts[3], 0);
  EXPECT_NE(before->slabs()[0].counts[3], 0);
  EXPECT_THROW(static_cast<void>(library.idOf(3)), Error);
}

TEST(SurfaceRefresh, EnginesKeepTheirCaches) {
  const SmallLibrary small(3);
  SurfaceLibrary library(small.folder);
  const auto made = [] { return std::make_shared<int>(1); };
  const auto kept = library.shelf()->kept("card", made);
  SurfaceWriter writer(small.folder);
  addSmall(writer, "t", 50);
  writer.commit();
  ASSERT_TRUE(library.refresh());
  EXPECT_EQ(library.shelf()->kept("card", made), kept);
}

TEST(SurfaceRefresh, WithoutItNothingChanges) {
  const SmallLibrary small(1500);
  const Model before = contentOf(SurfaceLibrary(small.folder));
  SurfaceLibrary library(small.folder);
  SurfaceWriter writer(small.folder);
  for (int i = 0; i < 1500; i += 2) writer.remove("s" + std::to_string(i));
  updateSmall(writer, "s1", 77);
  addSmall(writer, "s0", 78);
  writer.commit();
  EXPECT_EQ(contentOf(library), before);
  writer.compact();
  EXPECT_EQ(contentOf(library), before) << "its files are gone, but not for who has them open";
  addSmall(writer, "later", 79);
  writer.commit();
  writer.remove("s5");
  writer.compact();
  EXPECT_EQ(contentOf(library), before);
  EXPECT_TRUE(library.refresh());
  EXPECT_EQ(contentOf(library), contentOf(SurfaceLibrary(small.folder)));
  EXPECT_EQ(library.facts().references, 751);
}

TEST(SurfaceCompaction, FreesTheSpaceOfRemovedSurfaces) {
  const SmallLibrary small(3000);
  SurfaceWriter writer(small.folder);
  Model expected;
  for (std::uint32_t i = 0; i < 3000; ++i) {
    // The second slab has no holes.
    const std::string id = "s" + std::to_string(i);
    if (i / 1024 != 1 && i % 3 != 0) {
      writer.remove(id);
    } else {
      expected[id] = i;
    }
  }
  writer.commit();
  SurfaceLibrary library(small.folder);
  const std::uint64_t whole = library.shelf()->slabs()[1].name;
  const std::int64_t bytes = library.facts().bytes;
  double reported = 0;
  Control control;
  control.progress = [&](double part) { reported = part; };
  writer.compact(control);
  EXPECT_EQ(reported, 1);
  EXPECT_EQ(writer.facts().removed, 0);
  EXPECT_EQ(writer.facts().slabs, 2);
  ASSERT_TRUE(library.refresh());
  EXPECT_LT(library.facts().bytes, bytes);
  EXPECT_EQ(library.facts().removed, 0);
  EXPECT_EQ(library.shelf()->slabs()[0].name, whole) << "it need not be uploaded to a GPU again";
  EXPECT_EQ(contentOf(library), expected);
  EXPECT_TRUE(verifyLibrary(small.folder).empty());
  EXPECT_EQ(
      snapshotFiles(small.folder),
      (std::vector<std::string>{"library", "surfaces-2.db", "slab-2.features", "slab-4.features"}));
  addSmall(writer, "more", 5);
  writer.commit();
  expected["more"] = 5;
  EXPECT_EQ(contentOf(SurfaceLibrary(small.folder)), expected);
}

TEST(SurfaceCompaction, HandlesAnEmptyAndADenseLibrary) {
  const SmallLibrary small(3);
  SurfaceWriter writer(small.folder);
  const auto before = snapshotFiles(small.folder);
  writer.compact();
  EXPECT_EQ(snapshotFiles(small.folder), before);
  for (const char* id : {"s0", "s1", "s2"}) writer.remove(id);
  writer.compact();
  EXPECT_EQ(snapshotFiles(small.folder), (std::vector<std::string>{"library", "surfaces-2.db"}));
  addSmall(writer, "a", 1);
  writer.commit();
  EXPECT_EQ(contentOf(SurfaceLibrary(small.folder)), (Model{{"a", 1}}));
}

TEST(SurfaceCompaction, CanBeStoppedWithoutEffect) {
  const SmallLibrary small(100);
  SurfaceWriter writer(small.folder);
  writer.remove("s7");
  writer.commit();
  const Model before = contentOf(SurfaceLibrary(small.folder));
  const auto files = snapshotFiles(small.folder);
  std::stop_source stop;
  Control control;
  control.stop = stop.get_token();
  control.progress = [&](double part) {
    if (part > 0.5) stop.request_stop();
  };
  EXPECT_THROW(writer.compact(control), Error);
  EXPECT_EQ(snapshotFiles(small.folder), files);
  EXPECT_EQ(contentOf(SurfaceLibrary(small.folder)), before);
  addSmall(writer, "s7", 7);
  writer.compact();
  EXPECT_EQ(SurfaceLibrary(small.folder).facts().references, 100);
  EXPECT_TRUE(verifyLibrary(small.folder).empty());
}

TEST(SurfaceSnapshot, TheListedFilesAreComplete) {
  const SmallLibrary small(1100);
  {
    SurfaceWriter writer(small.folder);
    writer.remove("s3");
    writer.commit();
  }
  const std::string copy = small.around / "copy";
  std::filesystem::create_directory(copy);
  for (const std::string& name : snapshotFiles(small.folder)) {
    std::filesystem::copy_file(small.file(name), copy + "/" + name);
  }
  const Model expected = contentOf(SurfaceLibrary(small.folder));
  std::filesystem::remove_all(small.folder);
  EXPECT_EQ(contentOf(SurfaceLibrary(copy)), expected);
  EXPECT_TRUE(verifyLibrary(copy).empty());
  SurfaceWriter writer(copy);
  addSmall(writer, "s3", 9);
  writer.commit();
  EXPECT_EQ(SurfaceLibrary(copy).facts().references, 1100);
}

}  // namespace
}  // namespace espy
