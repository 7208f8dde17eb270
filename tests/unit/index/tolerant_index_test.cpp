// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Indexes that also find needles with noise.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "unit/index/shots.h"

namespace espy {
namespace {

using namespace shots;

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

}  // namespace
}  // namespace espy
