// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The index of needles against `find` with the same needles.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <filesystem>

#include "espy/engine/find.h"
#include "espy/index.h"
#include "support/index_cases.h"
#include "support/random_pictures.h"
#include "unit/io/support.h"

namespace espy {
namespace {

using iotest::expectRefused;
using iotest::Folder;
using test::indexOf;
using test::Needles;
using test::Random;
using test::randomNeedles;

/// Expects the same matches as of `find`.
void expectSame(const ImageView& scene, const Needles& needles, const NeedleIndex& index,
                const FindOptions& options = {}) {
  const Finding wanted = find(scene, needles.all, options);
  const Finding found = find(scene, index, options);
  EXPECT_EQ(found.matches, wanted.matches)
      << found.matches.size() << " of " << wanted.matches.size();
}

TEST(NeedleIndex, FindsWhatFindFinds) {
  constexpr PixelFormat kScenes[] = {{3, Depth::u8},  {1, Depth::u8},  {4, Depth::u8},
                                     {3, Depth::u16}, {1, Depth::u16}, {2, Depth::u8}};
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Image scene({1 + random.below(90), 1 + random.below(60)}, kScenes[seed % 6]);
    test::draw(scene.pixels(), static_cast<test::Kind>(seed / 6 % test::kKinds), random, false);
    const Needles needles = randomNeedles(scene, random);
    const Folder folder;
    const NeedleIndex index = indexOf(folder / "needles.esi", needles, 1 + random.below(50));
    ASSERT_EQ(index.size(), std::ssize(needles.all));
    expectSame(scene, needles, index);
    FindOptions options;
    options.control.threads = static_cast<int>(1 + random.below(3));
    options.select.top = random.below(20);
    expectSame(scene, needles, index, options);
    options.select.overlap = 0.3;
    options.select.across = random.oneIn(2);
    expectSame(scene, needles, index, options);
  }
}

/// The first matches are searched in bands of rows.
TEST(NeedleIndex, TheFirstMatchesOfHighScenes) {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Image scene({900, 1500}, {1, Depth::u8});
    test::draw(scene.pixels(), test::Kind::noise, random, false);
    Needles needles;
    for (int n = 0; n < 60; ++n) {
      const Size size{4 + random.below(20), 2 + random.below(n < 50 ? 20 : 120)};
      needles.add(Image::copyOf(
          scene.view().crop(random.below(870), random.below(1500 - size.height), size)));
    }
    const Folder folder;
    const NeedleIndex index = indexOf(folder / "needles.esi", needles, 25);
    FindOptions options;
    for (const std::uint64_t top : {1U, 20U, 59U, 1000U}) {
      options.select.top = top;
      expectSame(scene, needles, index, options);
    }
    options.select = {.overlap = 0.2, .across = seed % 2 == 0};
    expectSame(scene, needles, index, options);
  }
}

/// Every needle is at every position, and few matches are kept: bands that grow and shrink.
TEST(NeedleIndex, FewMatchesOfMany) {
  const Image scene({1100, 400}, {1, Depth::u8});
  Needles needles;
  for (std::int64_t n = 0; n < 5; ++n) needles.add(Image({4 + n, 30 - n}, {1, Depth::u8}));
  const Folder folder;
  const NeedleIndex index = indexOf(folder / "needles.esi", needles, 3);
  FindOptions options;
  for (const double overlap : {0.0, 0.4}) {
    for (const bool across : {false, true}) {
      options.select = {.overlap = overlap, .across = across};
      expectSame(scene, needles, index, options);
      options.select.top = 1000;
      expectSame(scene, needles, index, options);
    }
  }
}

/// A sheet of tiles that differ in a single pixel: all share most of their blocks.
TEST(NeedleIndex, TilesThatDifferInOnePixelAreToldApart) {
  constexpr std::int64_t kSide = 12;
  const Needles needles = test::nearlyEqualTiles({kSide, kSide}, {3, Depth::u8});
  Image scene({kSide * 24, kSide * 18}, {3, Depth::u8});
  for (std::int64_t n = 0; n < std::ssize(needles.all); ++n) {
    test::paste(scene.pixels(), needles.all[static_cast<std::size_t>(n)].picture, n % 24 * kSide,
                n / 24 * kSide);
  }
  const Folder folder;
  expectSame(scene, needles, indexOf(folder / "needles.esi", needles));
}

/// Equal pictures are stored once, and all their names are reported.
TEST(NeedleIndex, EqualPicturesShareAnEntry) {
  Random random(1);
  Image scene({40, 40}, {3, Depth::u8});
  test::draw(scene.pixels(), test::Kind::noise, random, false);
  const Folder folder;
  const std::string path = folder / "a.esi";
  NeedleIndex::create(path);
  NeedleIndexWriter writer(path);
  const Needle needle{scene.view().crop(3, 5, {9, 9}), {}};
  for (const char* name : {"first", "second", "third"}) writer.add(name, needle);
  EXPECT_TRUE(writer.remove("second"));
  EXPECT_FALSE(writer.remove("second"));
  writer.commit();
  const NeedleIndex index(path);
  EXPECT_EQ(index.pictures(), 1);
  const Finding found = find(scene, index);
  ASSERT_EQ(found.matches.size(), 2U);
  EXPECT_EQ(index.name(found.matches[0].needle), "first");
  EXPECT_EQ(index.name(found.matches[1].needle), "third");
  EXPECT_TRUE(samePixels(index.picture(1).picture, needle.picture));
}

/// Any order of additions, removals, commits and compactions gives what a list gives.
TEST(NeedleIndex, ChangesAreThoseOfAList) {
  Random random(7);
  Image scene({64, 64}, {1, Depth::u8});
  test::draw(scene.pixels(), test::Kind::twoTone, random, false);
  const Folder folder;
  const std::string path = folder / "a.esi";
  NeedleIndex::create(path);
  std::vector<std::string> names;
  std::map<std::string, Needle> pieces;
  int next = 0;
  auto writer = std::make_unique<NeedleIndexWriter>(path);
  for (int action = 0; action < 300; ++action) {
    if (random.oneIn(3) && !names.empty()) {
      const auto at = names.begin() + random.below(std::ssize(names));
      EXPECT_TRUE(writer->remove(*at));
      names.erase(at);
    } else {
      const Size size{1 + random.below(20), 1 + random.below(20)};
      const std::string name = fmt::format("needle {}", next++);
      pieces[name] = {scene.view().crop(random.below(44), random.below(44), size), {}};
      writer->add(name, pieces[name]);
      names.push_back(name);
      EXPECT_THROW(writer->add(name, pieces[name]), Error);
    }
    if (!random.oneIn(10)) continue;
    if (random.oneIn(3)) {
      writer->compact();
    } else {
      writer->commit();
    }
    const NeedleIndex index(path);
    ASSERT_EQ(index.size(), std::ssize(names));
    std::vector<Needle> needles;
    for (std::int64_t n = 0; n < index.size(); ++n) {
      ASSERT_EQ(index.name(n), names[static_cast<std::size_t>(n)]);
      needles.push_back(pieces[names[static_cast<std::size_t>(n)]]);
    }
    EXPECT_EQ(find(scene, index).matches, find(scene, needles).matches);
    if (!random.oneIn(4)) continue;
    writer.reset();
    writer = std::make_unique<NeedleIndexWriter>(path);
  }
}

/// A compaction that fails changes nothing; the writer goes on.
TEST(NeedleIndex, ChangesAfterAFailedCompactionAreKept) {
  const Folder folder;
  Random random(2);
  Image scene({40, 40}, {1, Depth::u8});
  test::draw(scene.pixels(), test::Kind::noise, random, false);
  const std::string path = folder / "a.esi";
  NeedleIndex::create(path);
  NeedleIndexWriter writer(path);
  for (int n = 0; n < 5; ++n) {
    writer.add(std::to_string(n), {scene.view().crop(n, n, {9, 9}), {}});
    writer.commit();
  }
  std::stop_source stop;
  stop.request_stop();
  Control control;
  control.stop = stop.get_token();
  EXPECT_THROW(writer.compact(control), Error);
  EXPECT_EQ(NeedleIndex(path).size(), 5);
  EXPECT_TRUE(writer.remove("1"));
  writer.commit();
  EXPECT_EQ(NeedleIndex(path).size(), 4);
  writer.compact();
  EXPECT_TRUE(writer.remove("3"));
  writer.commit();
  const NeedleIndex index(path);
  ASSERT_EQ(index.size(), 3);
  EXPECT_EQ(index.name(1), "2");
}

TEST(NeedleIndex, ManyChangesLeaveFewSegments) {
  const Folder folder;
  const std::string path = folder / "a.esi";
  NeedleIndex::create(path);
  Random random(6);
  Image scene({90, 60}, {3, Depth::u8});
  test::draw(scene.pixels(), test::Kind::noise, random, false);
  const NeedleIndex before(path);
  std::vector<Needle> needles;
  constexpr std::int64_t kMost = 60;
  for (std::int64_t n = 0; n < kMost; ++n) {
    needles.push_back({scene.view().crop(n, n / 2, {9, 9}), {}});
    NeedleIndexWriter writer(path);
    writer.add(std::to_string(n), needles.back());
    writer.commit();
  }
  const NeedleIndex index(path);
  EXPECT_LT(index.segments(), 12);
  EXPECT_EQ(find(scene, index).matches, find(scene, needles).matches);
  for (std::int64_t n = 0; n < kMost; ++n) EXPECT_EQ(index.name(n), std::to_string(n));
  // What most of a segment's needles were removed from is rewritten.
  {
    NeedleIndexWriter writer(path);
    for (std::int64_t n = 0; n < kMost - 5; ++n) EXPECT_TRUE(writer.remove(std::to_string(n)));
    writer.commit();
  }
  const NeedleIndex rest(path);
  EXPECT_EQ(rest.size(), 5);
  EXPECT_LE(rest.removed(), 5);
  needles.erase(needles.begin(), needles.end() - 5);
  EXPECT_EQ(find(scene, rest).matches, find(scene, needles).matches);
  // Readers keep what they have open.
  EXPECT_EQ(find(scene, before).matches.size(), 0U);
  EXPECT_EQ(index.picture(3).picture.size(), (Size{9, 9}));
}

TEST(NeedleIndex, OptionsThatHaveNoMeaningAreRefused) {
  const Folder folder;
  Needles needles;
  needles.add(Image({8, 8}, {1, Depth::u8}));
  const NeedleIndex index = indexOf(folder / "needles.esi", needles);
  const Image scene({16, 16}, {1, Depth::u8});
  FindOptions options;
  options.method = Method::zncc;
  EXPECT_THROW(find(scene, index, options), Error);
  options = {.tolerance = 1};
  EXPECT_THROW(find(scene, index, options), Error);
  options = {};
  options.pose.flip = true;
  EXPECT_THROW(find(scene, index, options), Error);
  options = {};
  options.engine = "abacus";
  EXPECT_THROW(find(scene, index, options), Error);
  NeedleIndexWriter writer(index.folder());
  EXPECT_THROW(writer.add("", needles.all[0]), Error);
  EXPECT_THROW(writer.add("a\nb", needles.all[0]), Error);
  EXPECT_THROW(writer.add("none", {ImageView(), {}}), Error);
}

/// Whatever byte of whatever file is damaged: an error or the right answer.
TEST(NeedleIndex, DamageIsNeverAWrongAnswer) {
  Random random(3);
  Image scene({50, 40}, {3, Depth::u8});
  test::draw(scene.pixels(), test::Kind::noise, random, false);
  const Needles needles = randomNeedles(scene, random);
  const Folder folder;
  const NeedleIndex whole = indexOf(folder / "needles.esi", needles);
  const std::vector<Match> wanted = find(scene, whole).matches;
  for (const auto& entry : std::filesystem::directory_iterator(whole.folder())) {
    if (entry.path().filename() == "lock") continue;
    const std::string path = entry.path();
    const std::string bytes = iotest::load(path);
    const std::size_t step = std::max<std::size_t>(1, bytes.size() / 300);
    for (std::size_t at = 0; at < bytes.size(); at += step) {
      std::string changed = bytes;
      if (random.oneIn(4)) {
        changed.resize(at);
      } else {
        changed[at] = static_cast<char>(changed[at] ^ (1 << random.below(8)));
      }
      iotest::store(path, changed);
      try {
        const NeedleIndex index(whole.folder());
        EXPECT_EQ(find(scene, index).matches, wanted) << path << ' ' << at;
      } catch (const Error& error) {
        EXPECT_NE(error.code(), ErrorCode::cancelled);
      }
    }
    iotest::store(path, bytes);
  }
}

}  // namespace
}  // namespace espy
