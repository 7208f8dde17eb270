// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The index of needles against `find` with the same needles.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <filesystem>

#include "espy/engine/find.h"
#include "espy/index.h"
#include "support/random_pictures.h"
#include "unit/io/support.h"

namespace espy {
namespace {

using iotest::expectRefused;
using iotest::Folder;
using test::Random;

/// Needles with their pictures.
struct Needles {
  std::vector<Image> pictures;
  std::vector<Image> masks;
  std::vector<Needle> all;

  void add(Image&& picture) {
    pictures.push_back(std::move(picture));
    all.push_back({pictures.back().view(), {}});
  }
  void addMasked(Image&& picture, Image&& mask) {
    add(std::move(picture));
    masks.push_back(std::move(mask));
    all.back().mask = masks.back().view();
  }
};

/// An index of these needles, named by their numbers, in segments of at most `segment` needles.
NeedleIndex indexOf(const Folder& folder, const Needles& needles, std::size_t segment = 1000) {
  const std::string path = folder / "needles.esi";
  NeedleIndex::create(path);
  NeedleIndexWriter writer(path);
  for (std::size_t n = 0; n < needles.all.size(); ++n) {
    writer.add(std::to_string(n), needles.all[n]);
    if (n % segment == segment - 1) writer.commit();
  }
  writer.commit();
  return NeedleIndex(path);
}

/// Expects the same matches as of `find`.
void expectSame(const ImageView& scene, const Needles& needles, const NeedleIndex& index,
                const FindOptions& options = {}) {
  const Finding wanted = find(scene, needles.all, options);
  const Finding found = find(scene, index, options);
  EXPECT_EQ(found.matches, wanted.matches)
      << found.matches.size() << " of " << wanted.matches.size();
}

/// Converts to another format; a sample 8-bit v becomes 257 v.
Image inFormat(const ImageView& picture, PixelFormat format, Random& random) {
  Image image(picture.size(), format);
  const bool wider = format.depth == Depth::u16 && picture.format().depth == Depth::u8;
  for (std::int64_t y = 0; y < picture.height(); ++y) {
    for (std::int64_t x = 0; x < picture.width(); ++x) {
      for (int c = 0; c < format.channels; ++c) {
        const bool alpha = format.hasAlpha() && c == format.channels - 1;
        const int from = picture.format().colourChannels() == 1 ? 0 : c;
        std::uint32_t value = alpha ? (random.oneIn(9) ? 0 : format.maxValue())
                                    : sampleAt(picture, x, y, from) * (wider ? 257 : 1);
        setSample(image.pixels(), x, y, c, value);
      }
    }
  }
  return image;
}

Image randomMask(Size size, Random& random) {
  Image mask(size, {1, Depth::u8});
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t x = 0; x < size.width; ++x) {
      setSample(mask.pixels(), x, y, 0,
                static_cast<std::uint32_t>(random.oneIn(7) ? 0 : 1 + random.below(255)));
    }
  }
  setSample(mask.pixels(), 0, 0, 0, 9);
  return mask;
}

Size randomSize(Random& random, Size most) {
  const std::int64_t side = random.oneIn(3) ? 6 : 30;
  return {1 + random.below(std::min(side, most.width)),
          1 + random.below(std::min(side, most.height))};
}

/// Needles of the scene and of others, in all formats, many of them equal or nearly equal.
Needles randomNeedles(const ImageView& scene, Random& random) {
  Needles needles;
  const std::int64_t count = 1 + random.below(40);
  constexpr PixelFormat kFormats[] = {{1, Depth::u8},  {2, Depth::u8},  {3, Depth::u8},
                                      {4, Depth::u8},  {1, Depth::u16}, {2, Depth::u16},
                                      {3, Depth::u16}, {4, Depth::u16}};
  for (std::int64_t n = 0; n < count; ++n) {
    const Size size = randomSize(random, scene.size());
    Image piece = Image::copyOf(scene.crop(random.below(scene.width() - size.width + 1),
                                           random.below(scene.height() - size.height + 1), size));
    if (random.oneIn(4)) {
      const int channel = static_cast<int>(random.below(piece.format().channels));
      setSample(piece.pixels(), random.below(size.width), random.below(size.height), channel,
                static_cast<std::uint32_t>(random.below(3)));
    }
    const PixelFormat format = kFormats[random.below(8)];
    const bool deeper = scene.format().depth == Depth::u16 && format.depth == Depth::u8;
    if (random.oneIn(2) && !deeper) piece = inFormat(piece, format, random);
    if (piece.format().hasAlpha()) {
      setSample(piece.pixels(), 0, 0, piece.format().channels - 1, piece.format().maxValue());
    }
    if (random.oneIn(4)) {
      Image mask = randomMask(size, random);
      needles.addMasked(std::move(piece), std::move(mask));
    } else {
      needles.add(std::move(piece));
    }
  }
  return needles;
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
    const NeedleIndex index = indexOf(folder, needles, 1 + random.below(50));
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
    const NeedleIndex index = indexOf(folder, needles, 25);
    FindOptions options;
    for (const std::uint64_t top : {1U, 20U, 59U, 1000U}) {
      options.select.top = top;
      expectSame(scene, needles, index, options);
    }
  }
}

/// A sheet of tiles that differ in a single pixel: all share most of their blocks.
TEST(NeedleIndex, TilesThatDifferInOnePixelAreToldApart) {
  constexpr std::int64_t kSide = 12;
  Needles needles;
  for (std::int64_t n = 0; n < kSide * kSide * 3; ++n) {
    Image tile({kSide, kSide}, {3, Depth::u8});
    setSample(tile.pixels(), n / 3 % kSide, n / 3 / kSide, static_cast<int>(n % 3), 200);
    needles.add(std::move(tile));
  }
  Image scene({kSide * 24, kSide * 18}, {3, Depth::u8});
  for (std::int64_t n = 0; n < std::ssize(needles.pictures); ++n) {
    const std::int64_t x = n % 24 * kSide;
    const std::int64_t y = n / 24 * kSide;
    for (std::int64_t row = 0; row < kSide; ++row) {
      std::copy_n(needles.pictures[static_cast<std::size_t>(n)].view().row(row), kSide * 3,
                  scene.pixels().pixel(x, y + row));
    }
  }
  const Folder folder;
  expectSame(scene, needles, indexOf(folder, needles));
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

TEST(NeedleIndex, OptionsThatHaveNoMeaningAreRefused) {
  const Folder folder;
  Needles needles;
  needles.add(Image({8, 8}, {1, Depth::u8}));
  const NeedleIndex index = indexOf(folder, needles);
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
  const NeedleIndex whole = indexOf(folder, needles);
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
