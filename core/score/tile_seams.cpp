// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/tile_seams.h"

#include <algorithm>
#include <utility>

namespace espy::score {

TileSeams::TileSeams(Size places, std::vector<std::int64_t> columns, std::vector<std::int64_t> rows)
    : places_(places),
      pitch_(places.width + 2),
      columns_(std::move(columns)),
      rows_(std::move(rows)),
      besideRow_(static_cast<std::size_t>(places.height), 0) {
  for (const std::int64_t y : rows_) {
    besideRow_[static_cast<std::size_t>(y - 1)] = besideRow_[static_cast<std::size_t>(y)] = 1;
  }
  ofColumns_.assign(columns_.size() * static_cast<std::size_t>((places.height + 2) * kLines),
                    kNone);
  ofRows_.assign(rows_.size() * static_cast<std::size_t>(kLines * pitch_), kNone);
}

void TileSeams::take(const picture::Rectangle& tile, const std::uint32_t* numbers,
                     std::int64_t pitch) {
  const std::int64_t endX = tile.x + tile.width;
  const std::int64_t endY = tile.y + tile.height;
  for (std::size_t seam = 0; seam < columns_.size(); ++seam) {
    const std::int64_t first = columns_[seam] - 2;
    const std::int64_t left = std::max(first, tile.x);
    const std::int64_t right = std::min(first + kLines, endX);
    if (left >= right) continue;
    for (std::int64_t y = tile.y; y < endY; ++y) {
      std::uint32_t* const to = ofColumns_.data() + columnAt(seam, y);
      const std::uint32_t* const from = numbers + (y - tile.y) * pitch - tile.x;
      for (std::int64_t x = left; x < right; ++x) to[x - first] = from[x];
    }
  }
  for (std::size_t seam = 0; seam < rows_.size(); ++seam) {
    const std::int64_t first = rows_[seam] - 2;
    for (std::int64_t y = std::max(first, tile.y); y < std::min(first + kLines, endY); ++y) {
      std::copy_n(numbers + (y - tile.y) * pitch, tile.width,
                  ofRows_.data() + rowAt(seam, y - first) + tile.x);
    }
  }
}

}  // namespace espy::score
