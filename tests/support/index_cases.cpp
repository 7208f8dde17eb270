// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "support/index_cases.h"

#include <algorithm>
#include <utility>

namespace espy::test {
namespace {

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

}  // namespace

void Needles::add(Image&& picture) {
  pictures.push_back(std::move(picture));
  all.push_back({pictures.back().view(), {}});
}

void Needles::addMasked(Image&& picture, Image&& mask) {
  add(std::move(picture));
  masks.push_back(std::move(mask));
  all.back().mask = masks.back().view();
}

NeedleIndex indexOf(const std::string& path, const Needles& needles, std::size_t segment) {
  NeedleIndex::create(path);
  NeedleIndexWriter writer(path);
  for (std::size_t n = 0; n < needles.all.size(); ++n) {
    writer.add(std::to_string(n), needles.all[n]);
    if (n % segment == segment - 1) writer.commit();
  }
  writer.commit();
  return NeedleIndex(path);
}

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

Needles randomNeedles(const ImageView& scene, Random& random, std::int64_t most) {
  Needles needles;
  const std::int64_t count = 1 + random.below(most);
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

Needles nearlyEqualTiles(Size size, PixelFormat format) {
  Needles needles;
  const int channels = format.colourChannels();
  for (std::int64_t n = 0; n < size.pixels() * channels; ++n) {
    Image tile(size, format);
    for (std::int64_t i = 0; format.hasAlpha() && i < size.pixels(); ++i) {
      setSample(tile.pixels(), i % size.width, i / size.width, channels, format.maxValue());
    }
    setSample(tile.pixels(), n / channels % size.width, n / channels / size.width,
              static_cast<int>(n % channels), format.maxValue() / 5 * 4);
    needles.add(std::move(tile));
  }
  return needles;
}

}  // namespace espy::test
