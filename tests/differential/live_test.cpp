// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Searching what changed gives what searching everything gives, byte for byte.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "live/tile_hashes.h"
#include "picture/areas.h"
#include "support/find_with.h"
#include "support/random_pictures.h"

namespace espy::test {
namespace {

/// Edits a picture at random and knows where.
class Editor {
 public:
  Editor(Image picture, std::uint64_t seed) : picture_(std::move(picture)), random_(seed) {}

  const ImageView& view() const { return picture_.view(); }
  Random& random() { return random_; }

  /// Makes some edits; returns the rectangles they are in.
  std::vector<Area> edit(const std::vector<Image>& needles) {
    std::vector<Area> areas;
    for (std::int64_t left = random_.below(4); left > 0; --left) areas.push_back(editOnce(needles));
    return areas;
  }

 private:
  Area anyArea(std::int64_t most) {
    const Size size = picture_.size();
    const Area area{random_.below(size.width), random_.below(size.height), 1 + random_.below(most),
                    1 + random_.below(most)};
    return picture::clipped(area, size);
  }

  Area editOnce(const std::vector<Image>& needles) {
    const MutableImageView pixels = picture_.pixels();
    const Image& needle = needles[static_cast<std::size_t>(random_.below(std::ssize(needles)))];
    const Size free{pixels.width() - needle.size().width, pixels.height() - needle.size().height};
    switch (random_.below(5)) {
      case 0:
      case 1: {  // a needle, often at the border
        if (free.width < 0 || free.height < 0) break;
        const std::int64_t x = random_.oneIn(4) ? free.width : random_.below(free.width + 1);
        const std::int64_t y = random_.oneIn(4) ? 0 : random_.below(free.height + 1);
        paste(pixels, needle, x, y);
        return {x, y, needle.size().width, needle.size().height};
      }
      case 2: {  // one pixel
        const Area area = anyArea(1);
        *pixels.pixel(area.x, area.y) ^= static_cast<std::uint8_t>(1 + random_.below(255));
        return area;
      }
      case 3: {  // scrolls
        const Area area = anyArea(60);
        const Image old = Image::copyOf(view().crop(area.x, area.y, {area.width, area.height}));
        for (std::int64_t y = 0; y < area.height; ++y) {
          std::memcpy(pixels.pixel(area.x, area.y + y), old.view().row((y + 1) % area.height),
                      static_cast<std::size_t>(old.view().rowBytes()));
        }
        return area;
      }
      default:
        break;
    }
    const Area area = anyArea(50);
    draw(MutableImageView(pixels.pixel(area.x, area.y), {area.width, area.height}, pixels.format(),
                          pixels.stride()),
         static_cast<Kind>(random_.below(kKinds)), random_, false);
    return area;
  }

  Image picture_;
  Random random_;
};

Image drawn(Size size, PixelFormat format, Random& random) {
  Image picture(size, format);
  draw(picture.pixels(), static_cast<Kind>(random.below(kKinds)), random, false);
  return picture;
}

FindOptions anyOptions(Random& random) {
  FindOptions options;
  options.method = static_cast<Method>(random.below(4));
  options.control.threads = static_cast<int>(1 + random.below(2));
  if (random.oneIn(2)) options.select.overlap = 0.3;
  if (random.oneIn(3)) options.select.top = static_cast<std::uint64_t>(1 + random.below(5));
  options.select.across = random.oneIn(3);
  if (options.scored()) {
    options.minScore = random.oneIn(2) ? 0.95 : 0.7;
    options.wantBest = random.oneIn(2);
    options.nearest = options.wantBest && random.oneIn(3);
  } else {
    if (random.oneIn(2)) options.tolerance = static_cast<int>(random.below(30));
    options.pose.quarterTurns = random.oneIn(4);
    options.pose.flip = random.oneIn(4);
  }
  return options;
}

bool accepted(const std::vector<Needle>& needles, PixelFormat scene, const FindOptions& options) {
  try {
    for (const Needle& needle : needles) check(needle, scene, options);
  } catch (const Error&) {
    return false;  // such as one colour only, with zncc
  }
  return true;
}

struct Counts {
  int frames = 0;
  int partly = 0;
  int found = 0;
};

/// Frames of one scene; `tiles`: changes are found by hashes, else they are the edits themselves.
void compareFrames(std::uint64_t seed, bool tiles, Counts& counts) {
  Random random(seed);
  const PixelFormat format{random.oneIn(3) ? 1 : 3, random.oneIn(8) ? Depth::u16 : Depth::u8};
  const Size size{200 + random.below(250), 150 + random.below(150)};
  std::vector<Image> pictures;
  std::vector<Needle> needles;
  for (std::int64_t n = 1 + random.below(3); n > 0; --n) {
    pictures.push_back(drawn({3 + random.below(30), 3 + random.below(30)}, format, random));
  }
  for (const Image& picture : pictures) needles.push_back({picture.view()});
  const FindOptions options = anyOptions(random);
  if (!accepted(needles, format, options)) return;

  Editor editor(drawn(size, format, random), random.next());
  live::TileHashes hashes;
  LiveFinder finder(needles, options);
  for (int frame = 0; frame < 12; ++frame) {
    std::vector<Area> changed;
    if (frame > 0) changed = editor.edit(pictures);
    if (tiles) changed = hashes.update(editor.view());
    const Finding& found = finder.find(editor.view(), changed);
    const Finding wanted = espy::find(editor.view(), needles, options);
    ASSERT_EQ(found.matches, wanted.matches)
        << "seed " << seed << ", frame " << frame << ", " << methodName(options.method);
    ASSERT_EQ(found.best, wanted.best) << "seed " << seed << ", frame " << frame;
    ++counts.frames;
    counts.partly += finder.searched() > 0 && finder.searched() < 1 ? 1 : 0;
    counts.found += found.matches.empty() ? 0 : 1;
  }
}

void compareMany(std::uint64_t first, bool tiles) {
  Counts counts;
  const char* const asked = std::getenv("RC_PARAMS");
  const bool few =
      asked == nullptr || std::string(asked).find("max_success=1000") == std::string::npos;
  for (std::uint64_t seed = first; seed < first + (few ? 60 : 200); ++seed) {
    compareFrames(seed, tiles, counts);
    if (testing::Test::HasFatalFailure()) return;
  }
  // Otherwise it would compare whole searches with themselves, or nothing.
  EXPECT_GT(counts.partly, counts.frames / 5) << counts.frames;
  EXPECT_GT(counts.found, counts.frames / 5) << counts.frames;
}

TEST(LiveDifferential, PartsAroundTheTilesThatChangedGiveTheSame) {
  compareMany(1, true);
}

TEST(LiveDifferential, PartsAroundTheChangedPixelsGiveTheSame) {
  compareMany(10'000, false);
}

TEST(LiveDifferential, AFinderThatMissesAChangeDiffers) {
  Random random(3);
  const Image needle = drawn({9, 7}, {1, Depth::u8}, random);
  Image scene({200, 200}, {1, Depth::u8});
  const Needle needles[] = {{needle.view()}};
  LiveFinder finder(needles, {});
  finder.find(scene, {});
  paste(scene.pixels(), needle, 100, 90);
  EXPECT_TRUE(finder.find(scene, {}).matches.empty());
  const Area changed[] = {{108, 96, 1, 1}};
  ASSERT_EQ(finder.find(scene, changed).matches.size(), 1U);
  EXPECT_LT(finder.searched(), 0.05);
}

/// Values between the corners of squares: detail that is left at an eighth of the size.
Image smooth(Size size, PixelFormat format, Random& random) {
  constexpr std::int64_t kSquare = 16;
  const Size corners{size.width / kSquare + 2, size.height / kSquare + 2};
  Image made(size, format);
  for (int c = 0; c < format.channels; ++c) {
    std::vector<std::int64_t> values;
    for (std::int64_t i = 0; i < corners.pixels(); ++i) values.push_back(random.below(256));
    for (std::int64_t y = 0; y < size.height; ++y) {
      for (std::int64_t x = 0; x < size.width; ++x) {
        const auto corner = values.begin() + y / kSquare * corners.width + x / kSquare;
        const std::int64_t right = x % kSquare;
        const std::int64_t down = y % kSquare;
        const auto across = [&](auto at) { return at[0] * (kSquare - right) + at[1] * right; };
        const std::int64_t value =
            across(corner) * (kSquare - down) + across(corner + corners.width) * down;
        made.pixels().pixel(x, y)[c] = static_cast<std::uint8_t>(value / (kSquare * kSquare));
      }
    }
  }
  return made;
}

FindOptions anyPoses(Random& random) {
  FindOptions options;
  options.method = random.oneIn(4) ? Method::ssd : Method::zncc;
  options.control.threads = static_cast<int>(1 + random.below(3));
  options.minScore = random.oneIn(2) ? 0.75 : 0.6;
  options.wantBest = random.oneIn(8);
  options.pose.angle = random.oneIn(4) ? PoseRange{0, 360, 0} : PoseRange{-20, 30, 0};
  if (random.oneIn(2)) options.pose.scale = {0.9, 1.4, 0};
  options.pose.flip = random.oneIn(4);
  if (random.oneIn(4) && options.method == Method::zncc) options.pose.polarity = Polarity::any;
  if (random.oneIn(3)) options.select.top = 1;
  options.select.overlap = random.oneIn(2) ? 0.5 : 1;
  return options;
}

/// Peaks and climbs of the frame before are used again, also after frames that changed everywhere.
TEST(LiveDifferential, PosesAreSearchedAgainOnlyWhereSomethingChanged) {
  Counts counts;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const PixelFormat format{random.oneIn(2) ? 1 : 3, Depth::u8};
    std::vector<Image> pictures;
    std::vector<Needle> needles;
    for (std::int64_t n = 1 + random.below(2); n > 0; --n) {
      pictures.push_back(smooth({40 + random.below(24), 40 + random.below(24)}, format, random));
    }
    for (const Image& picture : pictures) needles.push_back({picture.view()});
    const FindOptions options = anyPoses(random);
    Image ground = smooth({300, 240}, format, random);
    paste(ground.pixels(), pictures[0], 120, 90);
    Editor editor(std::move(ground), random.next());
    LiveFinder finder(needles, options);
    for (int frame = 0; frame < 5; ++frame) {
      if (frame > 0) editor.edit(pictures);
      if (frame == 3 && random.oneIn(2)) editor = Editor(smooth({300, 240}, format, random), seed);
      const Area all{0, 0, 300, 240};
      const Finding& found = finder.find(editor.view(), {&all, 1});
      const Finding wanted = espy::find(editor.view(), needles, options);
      ASSERT_EQ(found.matches, wanted.matches) << "seed " << seed << ", frame " << frame;
      ASSERT_EQ(found.best, wanted.best) << "seed " << seed << ", frame " << frame;
      ASSERT_EQ(found.report.strategy.text(), wanted.report.strategy.text()) << "seed " << seed;
      ++counts.frames;
      counts.partly += finder.searched() > 0 && finder.searched() < 1 ? 1 : 0;
      counts.found += found.matches.empty() ? 0 : 1;
    }
  }
  EXPECT_GT(counts.partly, counts.frames / 5) << counts.frames;
  EXPECT_GT(counts.found, counts.frames / 5) << counts.frames;
}

TEST(LiveDifferential, DenoisedPicturesAndOutlinesAreSearchedAsAWhole) {
  Random random(5);
  const PixelFormat format{1, Depth::u8};
  Image needle({60, 60}, format);
  for (std::int64_t y = 10; y < 50; ++y) {
    for (std::int64_t x = 10; x < 50 - y / 3; ++x) *needle.pixels().pixel(x, y) = 200;
  }
  FindOptions denoised;
  denoised.method = Method::zncc;
  denoised.denoise = 0.2;
  FindOptions bent;
  bent.method = Method::outline;
  for (const FindOptions& options : {denoised, bent}) {
    Image scene({240, 200}, format);
    paste(scene.pixels(), needle, 90, 70);
    const Needle needles[] = {{needle.view()}};
    LiveFinder finder(needles, options);
    ASSERT_FALSE(finder.find(scene, {}).matches.empty());
    // Far from the match's window, or in the match.
    for (const Area area : {Area{5, 5, 30, 150}, Area{95, 80, 12, 40}}) {
      draw(MutableImageView(scene.pixels().pixel(area.x, area.y), {area.width, area.height}, format,
                            scene.pixels().stride()),
           static_cast<Kind>(random.below(kKinds)), random, false);
      const Area changed[] = {area};
      const Finding& found = finder.find(scene, changed);
      const Finding wanted = find(scene, needles, options);
      EXPECT_EQ(found.matches, wanted.matches) << methodName(options.method);
      EXPECT_EQ(finder.searched(), 1);
    }
  }
}

TEST(LiveDifferential, NeedlesThatAreEverywhereAreSearchedAsAWhole) {
  Image scene({600, 500}, {1, Depth::u8});
  const Image needle({2, 2}, {1, Depth::u8});
  const Needle needles[] = {{needle.view()}};
  FindOptions options;
  options.select = {0.5, false, 7};
  LiveFinder finder(needles, options);
  for (int frame = 0; frame < 30; ++frame) {
    *scene.pixels().pixel(3 * frame, frame) = 9;
    const Area changed[] = {{3 * frame, frame, 1, 1}};
    ASSERT_EQ(finder.find(scene, changed).matches, find(scene, needles, options).matches);
    EXPECT_EQ(finder.searched(), 1);
  }
}

}  // namespace
}  // namespace espy::test
