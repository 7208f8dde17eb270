// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "differential/find_cases.h"

#include <fmt/format.h>

#include <algorithm>

namespace espy::test {
namespace {

PixelFormat anyFormat(Random& random) {
  return {static_cast<int>(1 + random.below(4)), random.oneIn(4) ? Depth::u16 : Depth::u8};
}

std::shared_ptr<PaddedPicture> newPicture(Size size, PixelFormat format, Random& random) {
  return std::make_shared<PaddedPicture>(size, format, random.oneIn(2) ? random.below(9) : 0,
                                         random.oneIn(5));
}

/// A copy of the scene's part in the scene's format.
std::shared_ptr<PaddedPicture> cut(const ImageView& scene, Size size, Random& random) {
  const auto place = [&](std::int64_t limit) {
    switch (random.below(4)) {  // borders are frequent
      case 0:
        return std::int64_t{0};
      case 1:
        return limit;
      default:
        return random.below(limit + 1);
    }
  };
  const std::int64_t x = place(scene.width() - size.width);
  const std::int64_t y = place(scene.height() - size.height);
  auto picture = newPicture(size, scene.format(), random);
  paste(picture->pixels(), scene.crop(x, y, size), 0, 0);
  return picture;
}

void makeOpaque(const MutableImageView& picture) {
  const PixelFormat format = picture.format();
  if (!format.hasAlpha()) return;
  for (std::int64_t y = 0; y < picture.height(); ++y) {
    for (std::int64_t x = 0; x < picture.width(); ++x) {
      setSample(picture, x, y, format.channels - 1, static_cast<std::uint32_t>(format.maxValue()));
    }
  }
}

/// Clears some of `picture`'s samples of one channel: single pixels or a block; never all.
void punchHoles(const MutableImageView& picture, int channel, Random& random) {
  const std::int64_t kept = random.below(picture.size().pixels());
  const bool block = random.oneIn(2);
  const std::int64_t left = random.below(picture.width());
  const std::int64_t top = random.below(picture.height());
  for (std::int64_t y = 0; y < picture.height(); ++y) {
    for (std::int64_t x = 0; x < picture.width(); ++x) {
      const bool clear = block ? x >= left && y >= top : random.oneIn(3);
      if (clear && y * picture.width() + x != kept) setSample(picture, x, y, channel, 0);
    }
  }
}

Needle makeNeedle(FindCase& findCase, Size size, bool greyOnly, Kind kind, Random& random) {
  const ImageView& scene = findCase.scene;
  const bool fits = size.width <= scene.width() && size.height <= scene.height();
  std::shared_ptr<PaddedPicture> picture;
  if (fits && !random.oneIn(5)) {
    picture = cut(scene, size, random);
    if (random.oneIn(3)) {  // almost a match: one sample differs, often the last
      const std::int64_t x = random.oneIn(2) ? size.width - 1 : random.below(size.width);
      const std::int64_t y = random.oneIn(2) ? size.height - 1 : random.below(size.height);
      const MutableImageView pixels = picture->pixels();
      setSample(pixels, x, y, 0, sampleAt(pixels, x, y, 0) ^ 1U);
    }
    if (!random.oneIn(3)) makeOpaque(picture->pixels());
  } else {
    picture = newPicture(size, anyFormat(random), random);
    draw(picture->pixels(), kind, random, greyOnly);
    makeOpaque(picture->pixels());
  }
  const MutableImageView pixels = picture->pixels();
  if (pixels.format().hasAlpha() && random.oneIn(2)) {
    punchHoles(pixels, pixels.format().channels - 1, random);
  }
  // At least one pixel must be opaque, also with random alpha.
  if (pixels.format().hasAlpha()) setSample(pixels, 0, 0, pixels.format().channels - 1, 1);
  findCase.pictures.push_back(picture);
  Needle needle{picture->view(), std::nullopt};
  if (random.oneIn(6)) {
    auto mask = newPicture(size, {1, Depth::u8}, random);
    for (std::int64_t y = 0; y < size.height; ++y) {
      std::fill_n(mask->pixels().row(y), size.width, std::uint8_t{200});
    }
    punchHoles(mask->pixels(), 0, random);
    setSample(mask->pixels(), 0, 0, 0, 1);
    findCase.pictures.push_back(mask);
    needle.mask = mask->view();
  }
  return needle;
}

std::string say(const std::vector<Place>& places) {
  std::string text = fmt::format("{} places", places.size());
  for (std::size_t i = 0; i < std::min<std::size_t>(places.size(), 6); ++i) {
    text += fmt::format(" {},{}", places[i].x, places[i].y);
  }
  return text;
}

}  // namespace

FindCase makeCase(const CaseSeed& seed) {
  Random random(seed.detail);
  FindCase findCase;
  const bool greyOnly = random.oneIn(3);
  const auto kind = static_cast<Kind>(seed.kind);
  auto scene = newPicture({seed.width, seed.height}, anyFormat(random), random);
  draw(scene->pixels(), kind, random, greyOnly);
  findCase.pictures.push_back(scene);
  findCase.scene = scene->view();
  for (int n = 0; n < seed.needles; ++n) {
    // The first has the given size, the others similar ones.
    const auto vary = [&](int side) {
      return n == 0 ? side : std::max<std::int64_t>(1, side + random.below(5) - 2);
    };
    const Size size{vary(seed.needleWidth), vary(seed.needleHeight)};
    findCase.needles.push_back(makeNeedle(findCase, size, greyOnly, kind, random));
  }
  if (random.oneIn(4)) {
    constexpr int kTolerances[] = {1, 3, 40, 255, 300, 65535};
    findCase.options.tolerance = kTolerances[random.below(6)];
  }
  findCase.name =
      fmt::format("{} {}x{} with {} channels of {} bytes, needle {}x{}, {} needles, tolerance {}",
                  nameOf(kind), seed.width, seed.height, findCase.scene.format().channels,
                  findCase.scene.format().bytesPerSample(), seed.needleWidth, seed.needleHeight,
                  seed.needles, findCase.options.tolerance);
  return findCase;
}

ReferenceAnswer::ReferenceAnswer(const Registry& registry, const FindCase& findCase)
    : registry_(registry), case_(findCase) {
  RunReport report;
  wanted_ = registry.get<FindExact>("reference")(findCase.scene, findCase.needles, findCase.options,
                                                 {}, report);
  for (std::uint32_t n = 0; n < findCase.needles.size(); ++n) {
    const Size size = findCase.needles[n].picture.size();
    for (const Place& place : wanted_[n]) {
      Match match;
      match.needle = n;
      match.x = place.x;
      match.y = place.y;
      match.width = static_cast<std::uint32_t>(size.width);
      match.height = static_cast<std::uint32_t>(size.height);
      matches_.push_back(match);
    }
  }
  bases_ = flagPlane(registry, "reference", findCase.scene.size(), matches_, 1);
  members_ = flagPlane(registry, "reference", findCase.scene.size(), matches_, 2);
}

std::string ReferenceAnswer::differenceOf(const std::string& engine, int threads) const {
  Control control;
  control.threads = threads;
  RunReport report;
  const auto got =
      registry_.get<FindExact>(engine)(case_.scene, case_.needles, case_.options, control, report);
  if (report.engine != engine) return "asked for " + engine + ", but " + report.engine + " ran";
  for (std::uint32_t n = 0; n < case_.needles.size(); ++n) {
    if (wanted_[n] == got[n]) continue;
    return fmt::format("needle {} of {}: reference finds {}; {} ({}) finds {}", n, case_.name,
                       say(wanted_[n]), engine, report.strategy.text(), say(got[n]));
  }
  const Size size = case_.scene.size();
  if (!samePixels(bases_, flagPlane(registry_, engine, size, matches_, 1, control)))
    return case_.name + ": bases differ";
  if (!samePixels(members_, flagPlane(registry_, engine, size, matches_, 2, control))) {
    return case_.name + ": members differ";
  }
  return {};
}

}  // namespace espy::test
