// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "support/random_pictures.h"

#include <cstring>

namespace espy::test {
namespace {

/// A colour of up to three channels.
struct Paint {
  std::uint32_t samples[3];
};

Paint anyPaint(Random& random, int maxValue, bool greyOnly) {
  Paint paint{};
  for (std::uint32_t& sample : paint.samples) {
    sample = static_cast<std::uint32_t>(random.below(std::int64_t{maxValue} + 1));
  }
  if (greyOnly) paint.samples[1] = paint.samples[2] = paint.samples[0];
  return paint;
}

}  // namespace

const char* nameOf(Kind kind) {
  constexpr const char* kNames[kKinds] = {"noise",  "two-tone", "flat",   "stripes",
                                          "dither", "gradient", "flawed", "tiled"};
  return kNames[static_cast<int>(kind)];
}

PaddedPicture::PaddedPicture(Size size, PixelFormat format, std::int64_t padding, bool bottomUp) {
  const std::int64_t stride =
      size.width * format.bytesPerPixel() + padding * format.bytesPerSample();
  bytes_.assign(static_cast<std::size_t>(stride * size.height), 0xa5);
  std::uint8_t* first = bytes_.data() + (bottomUp ? stride * (size.height - 1) : 0);
  view_ = MutableImageView(first, size, format, bottomUp ? -stride : stride);
}

void draw(const MutableImageView& picture, Kind kind, Random& random, bool greyOnly) {
  const int maxValue = picture.format().maxValue();
  if (kind == Kind::flawed) {
    constexpr Kind kGrounds[] = {Kind::flat, Kind::stripes, Kind::dither};
    draw(picture, kGrounds[random.below(3)], random, greyOnly);
    for (std::int64_t flaws = 1 + random.below(4); flaws > 0; --flaws) {
      const std::int64_t x = random.below(picture.width());
      const std::int64_t y = random.below(picture.height());
      setSample(picture, x, y, 0, sampleAt(picture, x, y, 0) ^ 1U);
    }
    return;
  }
  const Paint a = anyPaint(random, maxValue, greyOnly);
  const Paint b = anyPaint(random, maxValue, greyOnly);
  const std::int64_t periodX = 2 + random.below(4);
  const std::int64_t periodY = 2 + random.below(4);
  const std::int64_t direction = random.below(3);
  std::vector<Paint> tile;
  for (std::int64_t i = 0; i < periodX * periodY; ++i) {
    tile.push_back(anyPaint(random, maxValue, greyOnly));
  }
  for (std::int64_t y = 0; y < picture.height(); ++y) {
    for (std::int64_t x = 0; x < picture.width(); ++x) {
      Paint paint = a;
      switch (kind) {
        case Kind::noise:
          paint = anyPaint(random, maxValue, greyOnly);
          break;
        case Kind::twoTone:
          paint = random.oneIn(2) ? a : b;
          break;
        case Kind::stripes: {
          const std::int64_t at = direction == 0 ? x : direction == 1 ? y : x + y;
          paint = at % periodX == 0 ? a : b;
          break;
        }
        case Kind::dither:
          paint = (x + y) % 2 == 0 ? a : b;
          break;
        case Kind::gradient: {
          const auto rise = static_cast<std::uint32_t>((x + y) / 4);
          for (std::uint32_t& sample : paint.samples) {
            sample = (sample + rise) % (static_cast<std::uint32_t>(maxValue) + 1);
          }
          break;
        }
        case Kind::tiled:
          paint = tile[y % periodY * periodX + x % periodX];
          break;
        case Kind::flat:
        case Kind::flawed:
          break;
      }
      for (int c = 0; c < picture.format().channels; ++c) {
        const bool alpha = c == picture.format().colourChannels();
        setSample(picture, x, y, c,
                  alpha ? static_cast<std::uint32_t>(random.below(maxValue)) : paint.samples[c]);
      }
    }
  }
}

void paste(const MutableImageView& to, const ImageView& from, std::int64_t x, std::int64_t y) {
  for (std::int64_t row = 0; row < from.height(); ++row) {
    std::memcpy(to.pixel(x, y + row), from.row(row), static_cast<std::size_t>(from.rowBytes()));
  }
}

}  // namespace espy::test
