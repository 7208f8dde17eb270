// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score_picture.h"

#include <algorithm>
#include <cmath>

#include "espy/pictures.h"
#include "targets.h"

namespace espy::cli {
namespace {

Image greysOf(Method method, const ScoreMap& map) {
  Image picture = Image::forOverwrite(map.size, {1, Depth::u16});
  const MutableImageView pixels = picture.pixels();
  const float* score = map.scores.data();
  for (std::int64_t y = 0; y < map.size.height; ++y) {
    for (std::int64_t x = 0; x < map.size.width; ++x) {
      const double from0 = method == Method::zncc ? (*score + 1.0) / 2 : *score;
      // A map may be off by its error, and so lie a little outside.
      const double grey = std::round(65535 * std::clamp(from0, 0.0, 1.0));
      setSample(pixels, x, y, 0, static_cast<std::uint32_t>(grey));
      ++score;
    }
  }
  return picture;
}

}  // namespace

void writeScores(const std::string& path, Method method, const ScoreMap& map) {
  if (isPgm(path)) {
    writePicture(path, greysOf(method, map));
  } else {
    writeFloatPicture(path, map.size, map.scores);
  }
}

}  // namespace espy::cli
