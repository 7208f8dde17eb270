// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "plain.h"

#include <array>
#include <string_view>
#include <utility>

#include "pictures.h"

namespace samples {
namespace {

constexpr int kSide = 1024;

/// A box of one colour on a ground of another, 256 x 256.
Picture boxPicture(int channels, Rgb ground, Rgb box) {
  Picture picture(256, 256, channels);
  for (int y = 0; y < 256; ++y) {
    for (int x = 0; x < 256; ++x) {
      const bool inside = x >= 80 && x < 176 && y >= 72 && y < 184;
      const Rgb colour = inside ? box : ground;
      const std::uint8_t samples[] = {colour.r, colour.g, colour.b};
      for (int c = 0; c < channels; ++c) picture.pixel(x, y)[c] = samples[c];
    }
  }
  return picture;
}

constexpr std::array<std::string_view, 16> kSpiral = {"###############.",  //
                                                      "..............#.",  //
                                                      ".############.#.",  //
                                                      ".#..........#.#.",  //
                                                      ".#.########.#.#.",  //
                                                      ".#.#......#.#.#.",  //
                                                      ".#.#.####.#.#.#.",  //
                                                      ".#.#.#..#.#.#.#.",  //
                                                      ".#.#.#.##.#.#.#.",  //
                                                      ".#.#.#....#.#.#.",  //
                                                      ".#.#.######.#.#.",  //
                                                      ".#.#........#.#.",  //
                                                      ".#.##########.#.",  //
                                                      ".#............#.",  //
                                                      ".##############.",  //
                                                      "................"};

/// A spiral, faint and grainy, that hardly differs from the texture.
Picture patternPicture() {
  Picture pattern(16, 16, 1);
  for (int y = 0; y < 16; ++y) {
    for (int x = 0; x < 16; ++x) {
      const bool line = kSpiral[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] == '#';
      const int grain = static_cast<int>(hashAt(x, y, 60) % 41) - 20;
      *pattern.pixel(x, y) = clampByte((line ? 142 : 110) + grain);
    }
  }
  return pattern;
}

/// A texture like rough plaster.
Picture texturePicture() {
  Picture texture(kSide, kSide, 1);
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      const int relief = hills(x, y, 96, 61) * 2 + hills(x, y, 28, 62) * 2 + hills(x, y, 7, 63);
      const int grain = static_cast<int>(hashAt(x, y, 64) % 41) - 20;
      *texture.pixel(x, y) = clampByte(62 + relief / 10 + grain);
    }
  }
  return texture;
}

void writeHidden(const std::string& path, const Picture& pattern,
                 const std::vector<std::pair<int, int>>& places) {
  Picture picture = texturePicture();
  for (const auto& [x, y] : places) paste(picture, pattern, x, y);
  requireMatches(picture, pattern, static_cast<int>(places.size()));
  writePicture(path, picture);
}

}  // namespace

void writePlainSamples(const std::string& folder) {
  writePicture(folder + "/grey_box.pgm", boxPicture(1, {176, 0, 0}, {96, 0, 0}));
  writePicture(folder + "/blue_box.ppm", boxPicture(3, {200, 40, 40}, {32, 64, 200}));
  const Picture pattern = patternPicture();
  writePicture(folder + "/pattern.pgm", pattern);
  writeHidden(folder + "/pattern_once.pgm", pattern, {{617, 342}});
  // Two are adjacent, and two are in corners.
  writeHidden(folder + "/pattern_many.pgm", pattern,
              {{0, 0}, {700, 96}, {201, 390}, {512, 512}, {528, 512}, {93, 855}, {1008, 1008}});
}

}  // namespace samples
