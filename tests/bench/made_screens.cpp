// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/made_screens.h"

#include <algorithm>
#include <array>

#include "support/random_pictures.h"

namespace espy::bench {
namespace {

using test::Random;

constexpr std::int64_t kGlyphWidth = 7;
constexpr std::int64_t kGlyphHeight = 11;

using Colour3 = std::array<std::uint32_t, 3>;

Colour3 anyColour(Random& random) {
  return {static_cast<std::uint32_t>(random.below(256)),
          static_cast<std::uint32_t>(random.below(256)),
          static_cast<std::uint32_t>(random.below(256))};
}

void fill(const MutableImageView& picture, std::int64_t x, std::int64_t y, Size size,
          const Colour3& colour) {
  const std::int64_t right = std::min(x + size.width, picture.width());
  const std::int64_t bottom = std::min(y + size.height, picture.height());
  for (std::int64_t j = std::max<std::int64_t>(y, 0); j < bottom; ++j) {
    for (std::int64_t i = std::max<std::int64_t>(x, 0); i < right; ++i) {
      for (int c = 0; c < 3; ++c) setSample(picture, i, j, c, colour[static_cast<std::size_t>(c)]);
    }
  }
}

/// A letter of a font that all pictures share.
void letter(const MutableImageView& picture, std::int64_t x, std::int64_t y, std::int64_t code,
            const Colour3& colour) {
  Random strokes(static_cast<std::uint64_t>(1000 + code));
  for (std::int64_t j = 1; j + 1 < kGlyphHeight; ++j) {
    const std::uint64_t row = strokes.next();
    for (std::int64_t i = 0; i + 1 < kGlyphWidth; ++i) {
      if ((row >> i & 1U) != 0) fill(picture, x + i, y + j, {1, 1}, colour);
    }
  }
}

void line(const MutableImageView& picture, std::int64_t x, std::int64_t y, std::int64_t letters,
          const Colour3& colour, Random& random) {
  for (std::int64_t i = 0; i < letters; ++i) {
    if (!random.oneIn(6)) letter(picture, x + i * kGlyphWidth, y, random.below(60), colour);
  }
}

}  // namespace

Image screenshot(std::uint64_t seed) {
  Random random(seed);
  Image picture(kScreen, {3, Depth::u8});
  const MutableImageView pixels = picture.pixels();
  fill(pixels, 0, 0, kScreen, anyColour(random));
  for (int window = 0; window < 5; ++window) {
    const Size size{200 + random.below(600), 150 + random.below(450)};
    const std::int64_t x = random.below(kScreen.width - 200);
    const std::int64_t y = random.below(kScreen.height - 150);
    fill(pixels, x, y, size, {248, 248, 248});
    fill(pixels, x, y, {size.width, 22}, {60, 90, 150});
    line(pixels, x + 8, y + 5, 20, {255, 255, 255}, random);
    for (std::int64_t row = 30; row + 16 < size.height - 40; row += 15) {
      line(pixels, x + 8, y + row, random.below(size.width / kGlyphWidth - 2), {20, 20, 20},
           random);
    }
    for (int button = 0; button < 3; ++button) {
      const std::int64_t left = x + 10 + button * 90;
      const std::int64_t top = y + size.height - 34;
      fill(pixels, left, top, {80, 26}, {120, 120, 120});
      fill(pixels, left + 1, top + 1, {78, 24}, {225, 225, 225});
      line(pixels, left + 12, top + 8, 8, {0, 0, 0}, random);
    }
  }
  Image photograph({240, 180}, {3, Depth::u8});
  test::draw(photograph.pixels(), test::Kind::noise, random, false);
  test::paste(pixels, photograph, random.below(1000), random.below(600));
  return picture;
}

bool isFlat(const ImageView& picture) {
  for (std::int64_t y = 0; y < picture.height(); ++y) {
    const std::uint8_t* const row = picture.row(y);
    const bool same = std::equal(row + 3, row + picture.rowBytes(), row) &&
                      std::equal(row, row + 3, picture.row(0));
    if (!same) return false;
  }
  return true;
}

}  // namespace espy::bench
