// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/worst_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "support/random_pictures.h"

namespace espy::bench {
namespace {

using test::Random;

constexpr std::array kSceneryNames{"flat",     "stripes", "checkerboard", "noise",
                                   "gradient", "plateau", "near-flat",    "flawed",
                                   "tiled",    "screen",  "squares"};
constexpr std::array kHolesNames{"",
                                 ", one ignored pixel",
                                 ", checkerboard mask",
                                 ", comb mask",
                                 ", round mask",
                                 ", random mask",
                                 ", weights"};

/// Sample at (x, y), 0..255.
std::uint32_t valueAt(Scenery scenery, std::int64_t x, std::int64_t y, Random& random) {
  switch (scenery) {
    case Scenery::flat:
      return 100;
    case Scenery::stripes:
      return x % 4 < 2 ? 60 : 180;
    case Scenery::checkerboard:
      return (x + y) % 2 == 0 ? 60 : 180;
    case Scenery::noise:
      return static_cast<std::uint32_t>(random.below(256));
    case Scenery::gradient:
      return static_cast<std::uint32_t>((x / 5 + y / 7) % 256);
    case Scenery::plateau:
      return static_cast<std::uint32_t>((x / 128 + y / 128) % 3 * 2 + 100);
    case Scenery::nearFlat:
      return 100 + (random.oneIn(2) ? 1U : 0U);
    case Scenery::flawed:
      return random.oneIn(5000) ? 101 : 100;
    case Scenery::tiled:
      return static_cast<std::uint32_t>((x % 16 * 37 + y % 16 * 91) % 251);
    case Scenery::screen: {
      const bool inWindow = x > 64 && y > 40 && x % 1200 < 1100;
      if (!inWindow) return static_cast<std::uint32_t>(40 + y / 18 % 200);
      const bool speck = y % 16 < 9 && x % 700 > 60 && x / 90 % 3 > 0 && random.oneIn(4);
      return speck ? 32 : 250;
    }
    case Scenery::squares:
      return (x / 8 + y / 8) % 2 == 0 ? 60 : 180;
  }
  return 0;
}

Image drawn(Scenery scenery, Size size, PixelFormat format, std::uint64_t seed) {
  Image image(size, format);
  Random random(seed);
  const std::uint32_t scale = format.depth == Depth::u16 ? 257 : 1;
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t x = 0; x < size.width; ++x) {
      const std::uint32_t value = valueAt(scenery, x, y, random) * scale;
      for (int c = 0; c < format.channels; ++c) setSample(image.pixels(), x, y, c, value);
    }
  }
  return image;
}

std::uint32_t maskAt(Holes holes, Size size, std::int64_t x, std::int64_t y, Random& random) {
  switch (holes) {
    case Holes::none:
      return 255;
    case Holes::one:
      return x == size.width / 2 && y == size.height / 2 && size.pixels() > 1 ? 0 : 255;
    case Holes::checkerboard:
      return (x + y) % 2 == 0 ? 255 : 0;
    case Holes::comb:
      return x % 2 == 0 ? 255 : 0;
    case Holes::round: {
      const auto across =
          static_cast<double>(2 * x + 1 - size.width) / static_cast<double>(size.width);
      const auto down =
          static_cast<double>(2 * y + 1 - size.height) / static_cast<double>(size.height);
      return across * across + down * down <= 1 ? 255 : 0;
    }
    case Holes::random:
      return (x == 0 && y == 0) || random.oneIn(2) ? 255 : 0;
    case Holes::weights:
      return 1 + static_cast<std::uint32_t>(random.below(255));
  }
  return 255;
}

FindOptions scored(Method method, double least, double overlap = kScoredOverlap) {
  FindOptions search;
  search.method = method;
  search.minScore = least;
  search.select.overlap = overlap;
  return search;
}

FindOptions tolerant(int tolerance) {
  FindOptions search;
  search.tolerance = tolerance;
  return search;
}

FindOptions best(FindOptions search, std::uint64_t top) {
  search.select.top = top;
  return search;
}

}  // namespace

std::string WorstCase::name() const {
  std::string text =
      fmt::format("{} {}x{} {}{}-bit, {}", kSceneryNames[static_cast<std::size_t>(scenery)],
                  scene.width, scene.height, format.channels == 1 ? "" : "colour ",
                  format.depth == Depth::u8 ? 8 : 16, foreign ? "noise " : "");
  constexpr std::size_t kNamed = 4;
  for (std::size_t n = 0; n < std::min(kNamed, needles.size()); ++n) {
    text += fmt::format("{}{}x{}", n == 0 ? "" : "+", needles[n].width, needles[n].height);
  }
  if (needles.size() > kNamed) text += fmt::format("+... {} needles", needles.size());
  text += kHolesNames[static_cast<std::size_t>(holes)];
  text += fmt::format(", {}", methodName(search.method));
  if (search.scored()) {
    text += fmt::format(" {}", search.minScore);
  } else if (search.tolerance > 0) {
    text += fmt::format(" tolerance {}", search.tolerance);
  }
  if (distances) text += ", distances";
  text += fmt::format(", overlap {}", search.select.overlap);
  if (search.select.across) text += " across";
  if (search.select.top) text += fmt::format(", top {}", *search.select.top);
  if (nearest) text += ", nearest";
  if (search.pose.isAsked()) {
    const PoseRange& angle = search.pose.angle;
    text += fmt::format(", angles {} to {}", angle.first, angle.last);
    if (angle.step > 0) text += fmt::format(" by {}", angle.step);
    if (!search.pose.scale.isOne() || search.pose.scale.first != 1) {
      text += fmt::format(", scales {} to {}", search.pose.scale.first, search.pose.scale.last);
    }
  }
  if (subPixel) text += ", sub-pixel";
  if (oneThread) text += ", one thread";
  return text;
}

WorstPictures::WorstPictures(const WorstCase& one)
    : scene(drawn(one.scenery, one.scene, one.format, 1)) {
  Random random(2);
  for (std::size_t n = 0; n < one.needles.size(); ++n) {
    const Size size = one.needles[n];
    if (one.foreign) {
      pictures.push_back(drawn(Scenery::noise, size, one.format, 10 + n));
    } else {
      const std::int64_t x = random.below(one.scene.width - size.width + 1);
      const std::int64_t y = random.below(one.scene.height - size.height + 1);
      pictures.push_back(Image::copyOf(scene.view().crop(x, y, size)));
    }
    Image mask(size, {1, Depth::u8});
    for (std::int64_t y = 0; y < size.height; ++y) {
      for (std::int64_t x = 0; x < size.width; ++x) {
        setSample(mask.pixels(), x, y, 0, maskAt(one.holes, size, x, y, random));
      }
    }
    masks.push_back(std::move(mask));
  }
  for (std::size_t n = 0; n < pictures.size(); ++n) {
    needles.push_back({pictures[n], {}});
    if (one.holes != Holes::none) needles.back().mask = masks[n].view();
  }
}

/// `count` needles of one size, or of as many sizes as possible.
std::vector<Size> manyNeedles(std::int64_t count, Size size, bool ofManySizes) {
  std::vector<Size> needles;
  for (std::int64_t n = 0; n < count; ++n) {
    needles.push_back(ofManySizes ? Size{size.width + n % 40, size.height + n / 40} : size);
  }
  return needles;
}

std::vector<WorstCase> knownCases() {
  std::vector<WorstCase> cases;
  const auto add = [&](Scenery scenery, Size scene, std::vector<Size> needles,
                       const FindOptions& search, Holes holes = Holes::none) -> WorstCase& {
    WorstCase& one = cases.emplace_back();
    one.scenery = scenery;
    one.scene = scene;
    one.needles = std::move(needles);
    one.search = search;
    one.holes = holes;
    return one;
  };
  add(Scenery::gradient, {1920, 1080}, {{12, 12}, {600, 400}}, best(scored(Method::sad, 0.9), 3));
  add(Scenery::flat, {1920, 1080}, {{12, 12}, {600, 400}}, best(scored(Method::sad, 0.9), 3));
  // Large needles among others, and many needles, which may match everywhere.
  add(Scenery::screen, {1920, 1080}, {{600, 400}}, scored(Method::sad, 0.9)).format.channels = 3;
  add(Scenery::screen, {1920, 1080}, {{12, 12}, {600, 400}}, best(scored(Method::sad, 0.9), 3));
  add(Scenery::flat, {1920, 1080}, {{600, 400}}, scored(Method::sad, 0.9));
  add(Scenery::flat, {2560, 1440}, {{1280, 720}}, scored(Method::sad, 0.9));
  WorstCase& unlike =
      add(Scenery::noise, {1920, 1080}, {{1, 1}, {801, 601}}, scored(Method::ssd, 0.9));
  unlike.search.select.across = true;
  unlike.oneThread = true;
  for (const Method method : {Method::sad, Method::ssd}) {
    for (const bool sizes : {false, true}) {
      add(Scenery::screen, {1920, 1080}, manyNeedles(1000, {16, 16}, sizes), scored(method, 0.9));
      add(Scenery::flat, {1920, 1080}, manyNeedles(40, {12, 12}, sizes), scored(method, 0.9));
    }
    // All different, above the minimum nearly everywhere.
    add(Scenery::screen, {1000, 1000}, manyNeedles(1000, {16, 16}, false), scored(method, 0.5))
        .foreign = true;
  }
  for (const bool sizes : {false, true}) {
    for (const double overlap : {0.5, 1.0}) {
      for (const bool across : {false, true}) {
        for (const std::int64_t count : {40, 200}) {
          FindOptions exact = best({}, 1);
          exact.select.overlap = overlap;
          exact.select.across = across;
          add(Scenery::flat, {1920, 1080}, manyNeedles(count, {12, 12}, sizes), exact);
        }
      }
    }
    add(Scenery::screen, {1920, 1080}, manyNeedles(1000, {16, 16}, sizes), best({}, 1));
    FindOptions across;
    across.select.overlap = 0.5;
    across.select.across = true;
    add(Scenery::flat, {1920, 1080}, manyNeedles(40, {12, 12}, sizes), across);
  }
  for (const double least : {-1.0, 0.5, 0.98}) {
    for (const Holes holes : {Holes::none, Holes::comb, Holes::random, Holes::round}) {
      WorstCase& deep = add(Scenery::checkerboard, {1024, 1024}, {{230, 230}},
                            scored(Method::zncc, least), holes);
      deep.format = {3, Depth::u16};
    }
  }
  add(Scenery::plateau, {1024, 1024}, {{2, 2}}, scored(Method::sad, 0.9)).subPixel = true;
  for (const double overlap : {0.0, 0.5, 0.995, 1.0}) {
    add(Scenery::flat, {1000, 1000}, {{200, 200}}, scored(Method::sad, 0.9, overlap));
    FindOptions exact;
    exact.select.overlap = overlap;
    add(Scenery::flat, {1000, 1000}, {{200, 200}, {12, 12}, {1, 1}}, exact).search.select.across =
        true;
  }
  add(Scenery::flat, {1000, 1000}, {{200, 200}}, tolerant(3));
  add(Scenery::flat, {1000, 1000}, {{200, 200}}, tolerant(3)).distances = true;
  add(Scenery::nearFlat, {1000, 1000}, {{200, 200}}, tolerant(3)).distances = true;
  add(Scenery::noise, {1000, 1000}, {{200, 200}}, tolerant(255)).distances = true;
  add(Scenery::flat, {1000, 1000}, {{200, 200}}, scored(Method::sad, 0.9, 1)).subPixel = true;
  add(Scenery::nearFlat, {1000, 1000}, {{200, 200}}, scored(Method::ssd, 0.9, 1)).subPixel = true;
  for (const Method method : {Method::sad, Method::ssd, Method::zncc}) {
    add(Scenery::noise, {2000, 2000}, {{1990, 1990}}, scored(method, 0.9), Holes::one);
    add(Scenery::noise, {1024, 1024}, {{700, 700}}, scored(method, 0.8), Holes::checkerboard);
    add(Scenery::noise, {1024, 1024}, {{200, 200}}, scored(method, 0.8), Holes::comb);
    add(Scenery::flawed, {1024, 1024}, {{400, 400}}, scored(method, 0.9), Holes::random);
  }
  // Needles that nearly fill an FFT tile, and one-dimensional ones.
  for (const Method method : {Method::ssd, Method::zncc}) {
    for (const double least : {0.0, 0.49, 0.9}) {
      for (const std::int64_t side : {255, 500, 511}) {
        add(Scenery::noise, {1000, 1000}, {{side, side}}, scored(method, least)).foreign = true;
      }
    }
    add(Scenery::noise, {1000, 1000}, {{500, 500}}, scored(method, 0.0)).format.channels = 3;
    add(Scenery::noise, {1000, 1000}, {{510, 510}}, scored(method, 0.8), Holes::random);
    add(Scenery::noise, {1'000'000, 1}, {{500'000, 1}}, scored(method, 0.9));
    add(Scenery::noise, {1, 1'000'000}, {{1, 500'000}}, scored(method, 0.9));
    add(Scenery::noise, {1, 1'000'000}, {{1, 500}}, scored(method, 0.9));
  }
  for (const std::uint64_t top : {1, 100000}) {
    add(Scenery::flat, {4000, 4000}, {{1, 1}}, best({}, top));
    add(Scenery::flat, {4000, 4000}, {{1, 1}}, best(scored(Method::sad, 0.9), top));
    add(Scenery::flat, {4000, 4000}, {{1, 1}}, best(scored(Method::ssd, 0.9, 1), top));
  }
  for (const Scenery scenery :
       {Scenery::flat, Scenery::stripes, Scenery::checkerboard, Scenery::squares, Scenery::noise,
        Scenery::tiled, Scenery::screen}) {
    add(scenery, {1500, 1500}, {{120, 90}}, scored(Method::outline, 0.5), Holes::round)
        .format.channels = 3;
  }
  add(Scenery::flat, {3000, 3000}, {{1, 1}}, {});
  add(Scenery::flat, {3000, 3000}, {{1, 1}}, scored(Method::sad, 0.9));
  return cases;
}

WorstCase anyWorstCase(std::uint64_t number) {
  Random random(0x5eed + number);
  const auto one = [&](const auto& values) {
    return values[static_cast<std::size_t>(
        random.below(static_cast<std::int64_t>(std::size(values))))];
  };
  WorstCase made;
  made.scenery = static_cast<Scenery>(random.below(static_cast<int>(Scenery::screen)));
  made.format = {random.oneIn(4) ? 3 : 1, random.oneIn(4) ? Depth::u16 : Depth::u8};
  // Every needle fits; most are small, because the plain loop takes minutes for large ones.
  constexpr std::array kSides{1, 2, 3, 8, 17, 24, 64, 100, 200, 230, 255, 400, 450, 511};
  const auto needles = 1 + random.below(3) / 2 * (1 + random.below(3));
  made.needles.clear();
  for (std::int64_t n = 0; n < needles; ++n) {
    const std::int64_t side = one(kSides);
    made.needles.push_back(random.oneIn(3) ? Size{side, one(kSides)} : Size{side, side});
  }
  made.foreign = random.oneIn(6);
  constexpr std::array kOverlaps{0.0, 0.5, 0.5, 0.995, 1.0};
  const auto method = random.below(6);
  if (method < 3) {
    constexpr std::array kTolerances{0, 3, 255};
    made.search.tolerance = one(kTolerances);
    made.distances = made.search.tolerance > 0 && random.oneIn(3);
    made.search.select.overlap = random.oneIn(2) ? 1 : one(kOverlaps);
    made.holes = static_cast<Holes>(random.below(kHoles - 1));
  } else {
    made.search.method = static_cast<Method>(method - 2);
    constexpr std::array kLeast{-1.0, 0.5, 0.8, 0.9, 0.98, 1.0};
    made.search.minScore = one(kLeast);
    made.search.select.overlap = one(kOverlaps);
    made.holes = static_cast<Holes>(random.below(kHoles));
    if (random.oneIn(2)) made.holes = Holes::none;
    made.search.weighted = made.holes == Holes::weights && made.search.method != Method::zncc;
    made.nearest = random.oneIn(3);
    made.subPixel = random.oneIn(4);
  }
  made.search.select.across = random.oneIn(3);
  if (random.oneIn(3)) made.search.select.top = 1 + static_cast<std::uint64_t>(random.below(1000));
  // The same number of pixels in one row or column.
  if (random.oneIn(16)) {
    const bool tall = random.oneIn(2);
    constexpr std::int64_t kLong = 1 << 20;
    made.scene = tall ? Size{1, kLong} : Size{kLong, 1};
    for (Size& needle : made.needles)
      needle = tall ? Size{1, needle.pixels()} : Size{needle.pixels(), 1};
  } else if (random.oneIn(8)) {
    constexpr std::array kCounts{40, 200, 1000};
    made.needles =
        manyNeedles(one(kCounts), made.needles[0].pixels() > 4096 ? Size{16, 16} : made.needles[0],
                    random.oneIn(2));
  }
  made.oneThread = random.oneIn(6);
  if (random.oneIn(8)) made.scenery = Scenery::screen;
  return made;
}

}  // namespace espy::bench
