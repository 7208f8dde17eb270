// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "sprite.h"

namespace samples {

void Sprite::outline() {
  static constexpr std::pair<int, int> kNeighbours[] = {{0, 1}, {1, 0}, {-1, 0}, {0, -1}};
  const Sprite before = *this;
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      if (before.opaque(x, y)) continue;
      for (const auto& [dx, dy] : kNeighbours) {
        if (!before.opaque(x + dx, y + dy)) continue;
        set(x, y, mixed(before.colour(x + dx, y + dy), {42, 30, 46}, 176));
        break;
      }
    }
  }
}

void Sprite::stamp(Canvas& canvas, int x, int y, int ownX, int ownY, bool mirrored) const {
  for (int v = 0; v < kHeight; ++v) {
    for (int u = 0; u < kWidth; ++u) {
      if (!opaque_[index(u, v)]) continue;
      canvas.set(x + (mirrored ? ownX - u : u - ownX), y + v - ownY, colours_[index(u, v)]);
    }
  }
}

void putArt(Canvas& canvas, Art art, int x, int y, const Palette& palette, bool mirrored) {
  for (std::size_t row = 0; row < art.size(); ++row) {
    const std::string_view line = art[row];
    for (std::size_t column = 0; column < line.size(); ++column) {
      const char letter = line[mirrored ? line.size() - 1 - column : column];
      if (letter == '.' || letter == ' ') continue;
      canvas.set(x + static_cast<int>(column), y + static_cast<int>(row), palette[letter]);
    }
  }
}

}  // namespace samples
