// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/engine/scene_index.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <stop_token>

#include "unit/index/shots.h"

namespace espy {
namespace {

using namespace shots;

TEST(SceneIndex, FindsWhatFindFindsInEveryPicture) {
  test::Random random(1);
  Shots shots(16);
  std::vector<Image> pictures;
  for (int i = 0; i < 4 * test::kKinds; ++i) {
    const Size size{16 + random.below(120), 16 + random.below(90)};
    pictures.push_back(drawn(size, i % 2 == 0 ? kColour : PixelFormat{1, Depth::u8},
                             Kind(i % test::kKinds), random.next()));
    shots.write("scene" + std::to_string(i) + (i % 2 == 0 ? ".png" : ".pgm"), pictures.back());
  }
  shots.add();
  std::size_t found = 0;
  for (int i = 0; i < 150; ++i) {
    const Image& scene = pictures[static_cast<std::size_t>(random.below(std::ssize(pictures)))];
    const Size size{16 + random.below(std::min<std::int64_t>(40, scene.size().width - 15)),
                    16 + random.below(std::min<std::int64_t>(40, scene.size().height - 15))};
    Image needle =
        Image::copyOf(scene.view().crop(random.below(scene.size().width - size.width + 1),
                                        random.below(scene.size().height - size.height + 1), size));
    if (random.oneIn(6)) setSample(needle.pixels(), 3, 4, 0, 77);  // found rarely
    const Matches expected = shots.byFind({needle});
    EXPECT_EQ(shots.byIndex({needle}), expected) << i;
    found += expected.size();
  }
  EXPECT_GT(found, 100U);
}

TEST(SceneIndex, ComparesFormatsAsFindDoes) {
  test::Random random(2);
  Shots shots;
  const Size size{90, 70};
  const Image grey = drawn(size, {1, Depth::u8}, Kind::noise, 5, true);
  Image colour(size, kColour);
  Image deep(size, {1, Depth::u16});
  Image nearly(size, {1, Depth::u16});  // the same upper bytes
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t x = 0; x < size.width; ++x) {
      const std::uint32_t value = sampleAt(grey, x, y, 0);
      for (int c = 0; c < 3; ++c) setSample(colour.pixels(), x, y, c, value);
      setSample(deep.pixels(), x, y, 0, value * 257);
      setSample(nearly.pixels(), x, y, 0, value * 256 + (value * 5 + 1) % 256);
    }
  }
  shots.write("grey.pgm", grey);
  shots.write("colour.png", colour);
  shots.write("deep.pgm", deep);
  shots.write("nearly.pgm", nearly);
  shots.add();
  const Image* const all[] = {&grey, &colour, &deep, &nearly};
  for (const Image* from : all) {
    const Image needle = Image::copyOf(from->view().crop(31, 20, {30, 25}));
    const Matches expected = shots.byFind({needle});
    EXPECT_EQ(expected.size(), from == &nearly ? 1U : 3U);
    EXPECT_EQ(shots.byIndex({needle}), expected);
  }
}

TEST(SceneIndex, IgnoresTransparentPixels) {
  Shots shots;
  const Image scene = drawn({200, 150}, kColour, Kind::noise, 6);
  shots.write("a.png", scene);
  shots.write("b.png", drawn({200, 150}, kColour, Kind::noise, 7));
  shots.add();
  Image needle({40, 30}, {4, Depth::u8});
  Image mask({40, 30}, {1, Depth::u8});
  for (std::int64_t y = 0; y < 30; ++y) {
    for (std::int64_t x = 0; x < 40; ++x) {
      const bool opaque = x >= 13 && x < 38 && y >= 2 && y < 27;
      for (int c = 0; c < 3; ++c) {
        setSample(needle.pixels(), x, y, c, opaque ? sampleAt(scene, 50 + x, 60 + y, c) : 9);
      }
      setSample(needle.pixels(), x, y, 3, opaque ? 255 : 0);
      setSample(mask.pixels(), x, y, 0, x < 36 ? 255 : 0);
    }
  }
  EXPECT_EQ(shots.byIndex({needle}).size(), 1U);
  EXPECT_EQ(shots.byIndex({needle}), shots.byFind({needle}));
  // 23 opaque columns are left.
  EXPECT_THROW(shots.byIndex({needle, mask}), Error);
}

TEST(SceneIndex, OpensFewPictures) {
  Shots shots;
  for (int i = 0; i < 40; ++i) {
    shots.write("s" + std::to_string(i) + ".ppm", drawn({100, 80}, kColour, Kind::noise, 100 + i));
  }
  shots.add();
  const ReadPicture read = readPicture(shots.files()[7]);
  const Image needle = Image::copyOf(read.image.view().crop(10, 20, {24, 24}));
  EXPECT_EQ(shots.byIndex({needle}).size(), 1U);
  EXPECT_EQ(shots.report().opened, 1);
  EXPECT_EQ(shots.report().candidates, 1);
}

/// A pixel in the needle's corner is in one of its windows.
TEST(SceneIndex, OpensFewPicturesForARareCorner) {
  Shots shots;
  for (std::uint32_t n = 0; n < 40; ++n) {
    Image flat({200, 150}, kColour);
    setSample(flat.pixels(), 120, 100, 1, 1 + n);
    shots.write(std::to_string(n) + ".png", flat);
  }
  shots.add();
  const Image last = readPicture(shots.files()[29]).image;
  const Needle needle{last.view().crop(120 - 79, 100 - 59, {80, 60}), {}};
  const Matches found = shots.byIndex(needle);
  EXPECT_EQ(found, shots.byFind(needle));
  EXPECT_EQ(found.size(), 1U);
  EXPECT_EQ(shots.report().opened, 1);
}

TEST(SceneIndex, RefusesNeedlesThatAreTooSmall) {
  const Shots shots;
  try {
    shots.byIndex({drawn({30, 23}, kColour, Kind::noise, 1)});
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::badUse);
    EXPECT_STREQ(error.what(),
                 "the needle is 30 x 23 pixels; this index finds needles of at least 24 x 24");
  }
  EXPECT_THROW(SceneIndex::create(shots.index() + "2", 11), Error);
}

TEST(SceneIndex, ReplacesRemovesAndCompacts) {
  Shots shots;
  const Image old = drawn({60, 60}, kColour, Kind::noise, 1);
  const Image other = drawn({61, 60}, kColour, Kind::noise, 2);
  shots.write("a.png", old);
  shots.write("b.png", old);
  EXPECT_EQ(shots.add().added, 2U);
  EXPECT_EQ(shots.add().unchanged, 2U);
  shots.write("a.png", other);
  shots.write("c.png", other);
  const SceneIndexWriter::Added added = shots.add();
  EXPECT_EQ(added.added, 1U);
  EXPECT_EQ(added.replaced, 1U);
  EXPECT_EQ(added.unchanged, 1U);
  const Image needle = Image::copyOf(other.view().crop(5, 6, {30, 30}));
  EXPECT_EQ(shots.byIndex({needle}), shots.byFind({needle}));
  EXPECT_EQ(shots.byIndex({needle}).size(), 2U);
  const std::vector<std::string> gone{shots.files()[2], "none.png"};
  EXPECT_EQ(SceneIndexWriter(shots.index()).remove(gone), std::vector<std::string>{"none.png"});
  EXPECT_EQ(shots.byIndex({needle}).size(), 1U);
  EXPECT_EQ(SceneIndex(shots.index()).facts().scenes, 2);
  SceneIndexWriter(shots.index()).compact();
  const SceneIndex index(shots.index());
  EXPECT_EQ(index.facts().scenes, 2);
  EXPECT_EQ(index.facts().removed, 0);
  EXPECT_EQ(index.facts().segments, 1);
  EXPECT_EQ(index.scenes()[0].file, shots.files()[1]);
  EXPECT_EQ(index.scenes()[1].file, shots.files()[0]);
  EXPECT_EQ(shots.byIndex({needle}).size(), 1U);
  EXPECT_TRUE(index.verify().empty());
}

/// Limits the size of files that are written.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t most) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{most, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() { ::setrlimit(RLIMIT_FSIZE, &before_); }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit before_{};
};

/// The change was committed before, so it did not fail.
TEST(SceneIndex, AMergeForWhichThereIsNoSpaceIsLeftToALaterChange) {
  Shots shots;
  std::uintmax_t largest = 0;
  for (std::uint64_t n = 1; n <= 4; ++n) {
    shots.write(std::to_string(n) + ".png", drawn({200, 200}, kColour, Kind::noise, n));
    shots.add();
    largest = std::max(largest,
                       std::filesystem::file_size(shots.index() + "/segment-" + std::to_string(n)));
  }
  const Image last = drawn({60, 60}, kColour, Kind::noise, 5);
  shots.write("5.png", last);
  {
    const FileSizeLimit limit(largest);
    EXPECT_EQ(shots.add().added, 1U);
    EXPECT_EQ(SceneIndex(shots.index()).facts().segments, 5);
    const std::vector<std::string> first{shots.files()[0]};
    EXPECT_TRUE(SceneIndexWriter(shots.index()).remove(first).empty());
  }
  const Image needle = Image::copyOf(last.view().crop(5, 6, {30, 30}));
  EXPECT_EQ(shots.byIndex({needle}).size(), 1U);
  EXPECT_EQ(SceneIndex(shots.index()).facts().scenes, 4);
  EXPECT_EQ(shots.add().added, 1U);
  EXPECT_EQ(SceneIndex(shots.index()).facts().segments, 1);
  EXPECT_EQ(SceneIndex(shots.index()).facts().scenes, 5);
}

TEST(SceneIndex, MergesRunsThatExceedTheMemory) {
  Shots shots(12);
  for (int i = 0; i < 12; ++i) {
    shots.write("s" + std::to_string(i) + ".pgm",
                drawn({700, 700}, {1, Depth::u8}, Kind::noise, 200 + i));
  }
  SceneIndexWriter::Options options;
  options.memory = 1;  // as little as possible
  options.control.threads = 1;
  shots.add(options);
  EXPECT_EQ(SceneIndex(shots.index()).facts().segments, 1);
  EXPECT_TRUE(SceneIndex(shots.index()).verify().empty());
  for (const std::string& file : shots.files()) {
    const ReadPicture read = readPicture(file);
    const Image needle = Image::copyOf(read.image.view().crop(600, 650, {20, 14}));
    const Matches found = shots.byIndex({needle});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found.begin()->first, file);
  }
}

TEST(SceneIndex, SearchesPicturesThatChangedWhole) {
  Shots shots;
  shots.write("a.png", drawn({60, 60}, kColour, Kind::noise, 1));
  const std::string b = shots.write("b.png", drawn({60, 60}, kColour, Kind::noise, 2));
  shots.add();
  const Image fresh = drawn({70, 60}, kColour, Kind::noise, 3);
  shots.write("b.png", fresh);
  const Image needle = Image::copyOf(fresh.view().crop(9, 9, {30, 30}));
  EXPECT_EQ(shots.byIndex({needle}), shots.byFind({needle}));
  EXPECT_EQ(shots.byIndex({needle}).size(), 1U);
  EXPECT_EQ(shots.report().changed, 1);
  EXPECT_EQ(shots.report().firstChanged, b);
  const std::vector<Message> faults = SceneIndex(shots.index()).verify();
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_EQ(faults.front().text(), b + ": has changed since it was indexed");
  std::filesystem::remove(b);
  std::vector<std::string> failures;
  const Needle needles[] = {{needle}};
  SceneIndex(shots.index()).find(needles, {}, [&](auto&& found) {
    failures.push_back(found.failure);
  });
  ASSERT_EQ(failures.size(), 1U);
  EXPECT_TRUE(failures.front().starts_with(b + ": ")) << failures.front();
}

TEST(SceneIndex, FromAnotherFolderNamesAreWholePaths) {
  Shots shots;
  const std::string file = shots.write("a.pgm", drawn({60, 60}, {1, Depth::u8}, Kind::noise, 1));
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(std::filesystem::path(file).parent_path());
  const std::vector<std::string> relative{"a.pgm"};
  SceneIndexWriter(shots.index()).add(relative);
  EXPECT_EQ(SceneIndex(shots.index()).scenes().front().file, "a.pgm");
  std::filesystem::current_path(before);
  EXPECT_EQ(SceneIndex(shots.index()).scenes().front().file, file);
  EXPECT_EQ(shots.add().unchanged, 1U);
  EXPECT_TRUE(SceneIndex(shots.index()).verify().empty());
}

TEST(SceneIndex, PicturesThatCannotBeReadAreLeftOut) {
  Shots shots;
  const std::string bad = shots.write("bad.pgm", drawn({60, 60}, {1, Depth::u8}, Kind::noise, 1));
  shots.write("good.pgm", drawn({60, 60}, {1, Depth::u8}, Kind::noise, 2));
  store(bad, "P5 60 60 255\nshort");
  std::string sentence;
  SceneIndexWriter::Options options;
  options.failed = [&](const Error& error) { sentence = error.what(); };
  const SceneIndexWriter::Added added = shots.add(options);
  EXPECT_EQ(added.failed, 1U);
  EXPECT_EQ(added.added, 1U);
  EXPECT_TRUE(sentence.starts_with(bad + ": ")) << sentence;
}

TEST(SceneIndex, DamageIsRefusedOrHarmless) {
  Shots shots;
  const Image scene = drawn({100, 100}, kColour, Kind::noise, 1);
  shots.write("a.png", scene);
  shots.add();
  const std::string segment = shots.index() + "/segment-1";
  const std::string whole = load(segment);
  const Image needle = Image::copyOf(scene.view().crop(9, 9, {30, 30}));
  const Matches expected = shots.byIndex({needle});
  test::Random random(3);
  for (int i = 0; i < 60; ++i) {
    std::string damaged = whole;
    if (i % 4 == 0) {
      damaged.resize(static_cast<std::size_t>(random.below(std::ssize(whole))));
    } else {
      char& byte = damaged[static_cast<std::size_t>(random.below(std::ssize(whole)))];
      byte = static_cast<char>(byte ^ 1 << random.below(8));
    }
    store(segment, damaged);
    try {
      EXPECT_EQ(shots.byIndex({needle}), expected);
    } catch (const Error& error) {
      EXPECT_TRUE(std::string(error.what()).starts_with(segment)) << error.what();
    }
  }
}

TEST(SceneIndex, IsASmallShareOfThePixels) {
  for (const std::int64_t side : {24, 32}) {
    for (int kind = 0; kind < test::kKinds; ++kind) {
      Shots shots(side);
      const Image picture = drawn({700, 700}, kColour, Kind(kind), 1);
      shots.write("a.ppm", picture);
      shots.add();
      const auto raw = static_cast<double>(picture.view().rowBytes() * picture.size().height);
      const auto share = static_cast<double>(SceneIndex(shots.index()).facts().bytes) / raw;
      EXPECT_LT(share, side == 24 ? 0.05 : 0.025) << nameOf(Kind(kind)) << ' ' << side;
    }
  }
}

TEST(SceneIndex, AWriterThatWasCancelledLosesNothingLater) {
  Shots shots;
  test::Random random(8);
  Image picture({60, 50}, {3, Depth::u8});
  for (int n = 0; n < 40; ++n) {
    test::draw(picture.pixels(), Kind::noise, random, false);
    shots.write(std::to_string(n) + ".ppm", picture.view());
  }
  shots.add();
  // Other sizes: all of them count as changed.
  for (int n = 0; n < 40; ++n) {
    shots.write(std::to_string(n) + ".ppm", picture.view().crop(0, 0, {50, 40}));
  }
  SceneIndexWriter writer(shots.index());
  std::stop_source stop;
  SceneIndexWriter::Options options;
  options.control.threads = 1;
  options.control.stop = stop.get_token();
  options.done = [&](std::size_t) { stop.request_stop(); };
  EXPECT_THROW(writer.add(shots.files(), options), Error);
  const std::string more = shots.write("more.ppm", picture.view());
  writer.add(std::span(&more, 1));
  EXPECT_EQ(SceneIndex(shots.index()).facts().scenes, 41);
}

TEST(SceneIndex, CanBeCancelled) {
  Shots shots;
  shots.write("a.pgm", drawn({60, 60}, {1, Depth::u8}, Kind::noise, 1));
  std::stop_source source;
  source.request_stop();
  SceneIndexWriter::Options options;
  options.control.stop = source.get_token();
  EXPECT_THROW(shots.add(options), Error);
  EXPECT_EQ(SceneIndex(shots.index()).facts().scenes, 0);
}

}  // namespace
}  // namespace espy
