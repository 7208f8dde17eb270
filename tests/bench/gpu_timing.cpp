// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/gpu_timing.h"

#include <algorithm>
#include <cstring>

#include "support/random_pictures.h"

namespace espy::bench {

Image noise(Size size, PixelFormat format, std::uint64_t seed) {
  test::Random random(seed);
  Image image(size, format);
  for (std::int64_t y = 0; y < size.height; ++y) {
    std::uint8_t* row = image.pixels().row(y);
    for (std::int64_t i = 0; i < image.view().rowBytes(); i += 8) {
      const std::uint64_t value = random.next();
      std::memcpy(row + i, &value,
                  static_cast<std::size_t>(std::min<std::int64_t>(8, image.view().rowBytes() - i)));
    }
  }
  return image;
}

double stageOf(const Timeline& timeline, const std::string& name) {
  for (const Timeline::Stage& stage : timeline.stages()) {
    if (stage.name == name) return stage.milliseconds;
  }
  return 0;
}

}  // namespace espy::bench
