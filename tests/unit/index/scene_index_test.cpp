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

#include "support/random_pictures.h"
#include "unit/io/support.h"

namespace espy {
namespace {

using namespace iotest;
using test::Kind;

using Matches = std::map<std::string, std::vector<Match>>;

/// Pictures in a folder, and an index of them.
class Shots {
 public:
  explicit Shots(std::int64_t side = SceneIndex::kDefaultSide) {
    SceneIndex::create(index(), side);
  }

  std::string index() const { return folder_ / "shots.esi"; }
  const std::vector<std::string>& files() const { return files_; }
  std::string write(const std::string& name, const ImageView& picture) {
    const std::string file = folder_ / name;
    writePicture(file, picture);
    if (std::ranges::find(files_, file) == files_.end()) files_.push_back(file);
    return file;
  }
  SceneIndexWriter::Added add(const SceneIndexWriter::Options& options = {}) const {
    return SceneIndexWriter(index()).add(files_, options);
  }

  Matches byIndex(const Needle& needle, const SceneIndex::Query& query = {}) const {
    Matches all;
    report_ = SceneIndex(index()).find(std::span(&needle, 1), query, [&](auto&& found) {
      EXPECT_TRUE(found.failure.empty()) << found.failure.text();
      all[found.file] = found.matches;
    });
    return all;
  }
  const SceneIndex::Report& report() const { return report_; }
  Matches byFind(const Needle& needle) const {
    Matches all;
    for (const std::string& file : files_) {
      const ReadPicture read = readPicture(file);
      std::vector<Match> matches = find(Scene(read.image), std::span(&needle, 1)).matches;
      if (!matches.empty()) all[file] = std::move(matches);
    }
    return all;
  }

 private:
  Folder folder_;
  std::vector<std::string> files_;
  mutable SceneIndex::Report report_;
};

Image drawn(Size size, PixelFormat format, Kind kind, std::uint64_t seed, bool grey = false) {
  test::Random random(seed);
  Image picture(size, format);
  draw(picture.pixels(), kind, random, grey);
  return picture;
}

constexpr PixelFormat kColour{3, Depth::u8};

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

/// Noise of up to `most` levels is added to every sample.
Image noisy(const ImageView& picture, std::int64_t most, test::Random& random) {
  Image noisy = Image::copyOf(picture);
  for (std::int64_t y = 0; y < picture.height(); ++y) {
    for (std::int64_t i = 0; i < picture.rowBytes(); ++i) {
      const std::int64_t sample = picture.row(y)[i] - most + random.below(2 * most + 1);
      noisy.pixels().row(y)[i] =
          static_cast<std::uint8_t>(std::clamp<std::int64_t>(sample, 0, 255));
    }
  }
  return noisy;
}

/// Rectangles of random colours.
Image rectangles(Size size, test::Random& random) {
  Image picture(size, kColour);
  for (int n = 0; n < 60; ++n) {
    const Size own{1 + random.below(70), 1 + random.below(50)};
    const std::int64_t left = random.below(size.width);
    const std::int64_t top = random.below(size.height);
    for (int c = 0; c < 3; ++c) {
      const auto sample = static_cast<std::uint32_t>(random.below(256));
      for (std::int64_t y = top; y < std::min(top + own.height, size.height); ++y) {
        for (std::int64_t x = left; x < std::min(left + own.width, size.width); ++x) {
          setSample(picture.pixels(), x, y, c, sample);
        }
      }
    }
  }
  return picture;
}

/// Pictures of all kinds in a tolerant index, and one needle in two of them.
class TolerantShots {
 public:
  static constexpr std::int64_t kSide = 40;

  explicit TolerantShots(test::Random& random) {
    SceneIndex::createTolerant(index(), kSide);
    for (int n = 0; n < 10 + test::kKinds; ++n) {
      Image picture = n < 10 ? rectangles({160, 120}, random)
                             : drawn({110, 90}, kColour, Kind(n - 10), random.next());
      if (n % 4 == 3)
        test::paste(picture.pixels(), pictures_[0].view().crop(9, 7, {60, 60}), 20, 9);
      pictures_.push_back(std::move(picture));
      files_.push_back(folder_ / (std::to_string(n) + ".ppm"));
      writePicture(files_.back(), pictures_.back());
    }
    SceneIndexWriter(index()).add(files_);
  }

  std::string index() const { return folder_ / "tolerant.esi"; }
  const std::vector<Image>& pictures() const { return pictures_; }
  /// Compares the answer with that of `find` in every picture; returns the numbers of reported
  /// ones.
  std::set<std::size_t> reported(const Needle& needle) const {
    FindOptions options;
    options.method = Method::zncc;
    options.minScore = 0.9;
    options.select.overlap = kScoredOverlap;
    SceneIndex::Query query;
    query.minScore = options.minScore;
    std::set<std::size_t> reported;
    SceneIndex(index()).find(std::span(&needle, 1), query, [&](SceneIndex::Found&& found) {
      EXPECT_TRUE(found.failure.empty()) << found.failure.text();
      const auto n =
          static_cast<std::size_t>(std::ranges::find(files_, found.file) - files_.begin());
      EXPECT_EQ(found.matches, find(pictures_[n], std::span(&needle, 1), options).matches);
      EXPECT_FALSE(found.matches.empty());
      reported.insert(n);
    });
    return reported;
  }

 private:
  Folder folder_;
  std::vector<Image> pictures_;
  std::vector<std::string> files_;
};

/// A part of a picture that is not of one colour.
Image cutOf(const ImageView& picture, std::int64_t least, test::Random& random) {
  for (;;) {
    const Size size{least + random.below(30), least + random.below(30)};
    const ImageView part = picture.crop(random.below(picture.width() - size.width + 1),
                                        random.below(picture.height() - size.height + 1), size);
    std::set<std::uint32_t> samples;
    for (std::int64_t y = 0; y < size.height; ++y) {
      for (std::int64_t x = 0; x < size.width; ++x) samples.insert(sampleAt(part, x, y, 1));
    }
    if (samples.size() > 1) return Image::copyOf(part);
  }
}

TEST(SceneIndex, ATolerantOneFindsEveryUnchangedNeedle) {
  test::Random random(21);
  const TolerantShots shots(random);
  std::size_t expected = 0;
  for (int round = 0; round < 120; ++round) {
    const auto from = static_cast<std::size_t>(random.below(std::ssize(shots.pictures())));
    if (from == 10 + static_cast<std::size_t>(Kind::flat)) continue;
    const Image needle = cutOf(shots.pictures()[from], TolerantShots::kSide, random);
    const std::set<std::size_t> reported = shots.reported({needle});
    for (std::size_t n = 0; n < shots.pictures().size(); ++n) {
      const Needle sought{needle};
      if (find(shots.pictures()[n], std::span(&sought, 1)).matches.empty()) continue;
      ++expected;
      EXPECT_TRUE(reported.contains(n)) << round << ' ' << from << ' ' << n;
    }
  }
  EXPECT_GT(expected, 100U);
}

TEST(SceneIndex, ATolerantOneFindsNoisyNeedles) {
  test::Random random(22);
  const TolerantShots shots(random);
  int found = 0;
  constexpr int kNeedles = 100;
  for (int round = 0; round < kNeedles; ++round) {
    const auto from = static_cast<std::size_t>(random.below(10));
    const Image part = cutOf(shots.pictures()[from], TolerantShots::kSide, random);
    if (shots.reported({noisy(part, 9, random)}).contains(from)) ++found;
  }
  EXPECT_GE(found, 95);
}

/// More than are opened at once.
TEST(SceneIndex, ATolerantOneFindsWhatManyPicturesHave) {
  const Folder folder;
  const std::string index = folder / "many.esi";
  SceneIndex::createTolerant(index, 40);
  test::Random random(24);
  const Image part = rectangles({64, 60}, random);
  std::vector<std::string> files;
  for (int n = 0; n < 200; ++n) {
    Image picture = rectangles({100, 90}, random);
    if (n % 5 != 0) test::paste(picture.pixels(), noisy(part, 9, random), n % 30, n % 20);
    files.push_back(folder / (std::to_string(n) + ".ppm"));
    writePicture(files.back(), picture);
  }
  SceneIndexWriter(index).add(files);
  const Image other = rectangles({64, 60}, random);
  const Needle needles[] = {{part}, {other}};
  SceneIndex::Query query;
  query.minScore = 0.9;
  std::vector<std::string> found;
  const SceneIndex::Report report =
      SceneIndex(index).find(needles, query, [&](SceneIndex::Found&& one) {
        EXPECT_EQ(one.matches.size(), 1U);
        found.push_back(one.file);
      });
  EXPECT_GE(found.size(), 155U);
  EXPECT_LE(found.size(), 160U);
  EXPECT_LE(report.opened, 200);
  const auto number = [&](const std::string& file) { return std::ranges::find(files, file); };
  EXPECT_TRUE(std::ranges::is_sorted(found, {}, number));
}

/// Also those that are among the voted ones of a later part.
TEST(SceneIndex, ATolerantOneOpensChangedPicturesOnce) {
  const Folder folder;
  const std::string index = folder / "changed.esi";
  SceneIndex::createTolerant(index, 40);
  test::Random random(25);
  const Image part = rectangles({64, 60}, random);
  std::vector<std::string> files;
  const auto write = [&](const std::string& file, Size size) {
    Image picture = rectangles(size, random);
    test::paste(picture.pixels(), noisy(part, 9, random), 5, 3);
    writePicture(file, picture);
  };
  for (int n = 0; n < 120; ++n) {
    files.push_back(folder / (std::to_string(n) + ".ppm"));
    write(files.back(), {100, 90});
  }
  SceneIndexWriter(index).add(files);
  for (std::size_t n = 0; n < 120; n += 4) {
    write(files[n], {101, 90});
    std::filesystem::remove(files[n + 1]);
  }
  const Needle needle{part};
  SceneIndex::Query query;
  query.minScore = 0.9;
  int found = 0;
  const SceneIndex::Report report =
      SceneIndex(index).find(std::span(&needle, 1), query, [&](SceneIndex::Found&& one) {
        if (one.failure.empty()) ++found;
      });
  EXPECT_EQ(report.changed, 30);
  EXPECT_EQ(report.failed, 30);
  EXPECT_LE(report.opened, 120);
  EXPECT_GE(found, 85);
}

TEST(SceneIndex, ATolerantOneRefusesWhatItCannotFind) {
  test::Random random(23);
  const TolerantShots shots(random);
  const SceneIndex index(shots.index());
  EXPECT_TRUE(index.facts().tolerant);
  EXPECT_TRUE(SceneIndex::isOne(shots.index()));
  SceneIndex::Query zncc;
  zncc.minScore = 0.9;
  const auto refuses = [&](const SceneIndex& in, const ImageView& picture,
                           const SceneIndex::Query& query) {
    const Needle needle{picture};
    EXPECT_THROW(in.find(std::span(&needle, 1), query, [](auto&&) {}), Error);
  };
  refuses(index, shots.pictures()[0].view().crop(0, 0, {39, 60}), zncc);
  refuses(index, Image({60, 60}, kColour), zncc);  // no variance
  refuses(index, shots.pictures()[0], {});
  const Shots exact;
  refuses(SceneIndex(exact.index()), shots.pictures()[0], zncc);
  EXPECT_THROW(SceneIndex::createTolerant(shots.index() + ".b", 39), Error);
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
