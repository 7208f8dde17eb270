// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/mosaic.h"

#include <algorithm>

#include "support/random_pictures.h"

namespace espy::bench {

Image mosaic(const std::vector<Image>& pictures, Size size, int channels) {
  Image image(size, {channels, Depth::u8});
  test::Random random(3);
  std::size_t next = 0;
  for (std::int64_t top = 0; top < size.height; top += 300) {
    std::int64_t left = 0;
    while (left < size.width) {
      const ImageView& from = pictures[next % pictures.size()];
      const bool mirrored = next / pictures.size() % 2 == 1;
      ++next;
      const std::int64_t width = std::min(from.width(), size.width - left);
      const std::int64_t height = std::min<std::int64_t>({from.height(), 300, size.height - top});
      for (std::int64_t y = 0; y < std::min<std::int64_t>(300, size.height - top); ++y) {
        for (std::int64_t x = 0; x < width; ++x) {
          for (int c = 0; c < channels; ++c) {
            const int own = from.format().colourChannels() == 1 ? 0 : c;
            const auto sample = static_cast<std::int64_t>(
                sampleAt(from, mirrored ? from.width() - 1 - x : x, y % height, own));
            const std::int64_t value =
                std::clamp<std::int64_t>(sample + random.below(5) - 2, 0, 255);
            setSample(image.pixels(), left + x, top + y, c, static_cast<std::uint32_t>(value));
          }
        }
      }
      left += from.width();
    }
  }
  return image;
}

}  // namespace espy::bench
