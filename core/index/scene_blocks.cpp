// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "index/scene_blocks.h"

#include <algorithm>
#include <utility>

#include "index/block_rows.h"
#include "index/scene_hash.h"

namespace espy::index {
namespace {

/// Side of a tile in blocks, at least: its keys stay in the L2 cache.
constexpr std::int64_t kTile = 256;
/// Rows and columns of a block besides its first.
constexpr std::int64_t kMore = kBlockSide - 1;

/// Least or greatest of `window` words from each of `count` on, in place; reads `count + window -
/// 1`.
template <class Row>
void slideInRow(std::uint64_t* row, std::int64_t count, std::int64_t window, const Row& join) {
  std::int64_t size = 1;
  for (; 2 * size <= window; size *= 2) join(row, size, count + window - 2 * size, row);
  if (size < window) join(row, window - size, count, row);
}

/// The same down the rows.
template <class Rows>
void slideRows(std::uint64_t* rows, std::int64_t width, std::int64_t count, std::int64_t window,
               const Rows& join) {
  const auto step = [&](std::int64_t ahead, std::int64_t many) {
    for (std::int64_t y = 0; y < many; ++y) {
      join(rows + y * width, rows + (y + ahead) * width, width);
    }
  };
  std::int64_t size = 1;
  for (; 2 * size <= window; size *= 2) step(size, count + window - 2 * size);
  if (size < window) step(window - size, count);
}

/// Ors `ahead` consecutive rows or bytes from each on: 7 or 8 of them.
void orEight(std::uint8_t* bytes, std::int64_t pitch, std::int64_t many, std::int64_t count) {
  orRows(bytes, bytes + pitch, count + (many - 2) * pitch, bytes);
  orRows(bytes, bytes + 2 * pitch, count + (many - 4) * pitch, bytes);
  orRows(bytes, bytes + (many - 4) * pitch, count, bytes);
}

}  // namespace

const std::uint64_t* BlockKeys::compute(const ImageView& picture, const BlockArea& area) {
  if (kind_ != BlockKind::exact) return computeTolerant(picture, area);
  const std::int64_t width = area.width;
  const std::int64_t rows = area.height + kMore;
  readRows(picture, area);
  std::int64_t ahead = 1;
  for (const std::uint64_t factor : kDown) {
    for (std::int64_t y = 0; y + ahead < rows; ++y) {
      joinRows(&sums_[y * width], &sums_[(y + ahead) * width], factor, width);
    }
    ahead *= 2;
  }
  orEight(across_.data(), width, kBlockSide, area.height * width);
  orEight(down_.data(), width, kMore, area.height * width);
  for (std::int64_t y = 0; y < area.height; ++y) {
    finishKeys(&sums_[y * width], &across_[y * width], &down_[y * width], area.x, area.y + y,
               window_, width);
  }
  return sums_.data();
}

/// Fills sums, and changes, of the rows of blocks.
void BlockKeys::readRows(const ImageView& picture, const BlockArea& area) {
  const std::int64_t width = area.width;
  const std::int64_t pixels = width + kMore;
  const std::int64_t rows = area.height + kMore;
  colours_.resize(static_cast<std::size_t>(2 * pixels));
  sums_.resize(static_cast<std::size_t>(rows * width + kMore));
  across_.resize(static_cast<std::size_t>(rows * width + kMore));
  down_.resize(static_cast<std::size_t>(rows * width + kMore));
  std::uint32_t* colours = colours_.data();
  std::uint32_t* next = colours + pixels;
  const auto read = [&](std::int64_t y, std::uint32_t* to) {
    coloursOfRow(picture.format(), picture.pixel(area.x, area.y + y), pixels, to);
  };
  read(0, colours);
  for (std::int64_t y = 0; y < rows; ++y) {
    std::uint64_t* sums = &sums_[y * width];
    std::copy_n(colours, pixels, sums);
    joinInRow(sums, 1, kAcross[0], pixels - 1, sums);
    joinInRow(sums, 2, kAcross[1], pixels - 3, sums);
    joinInRow(sums, 4, kAcross[2], width, sums);
    compareRows(colours, colours + 1, pixels - 1, &across_[y * width]);
    orEight(&across_[y * width], 1, kMore, width);
    if (y + 1 == rows) break;
    read(y + 1, next);
    compareRows(colours, next, pixels, &down_[y * width]);
    orEight(&down_[y * width], 1, kBlockSide, width);
    std::swap(colours, next);
  }
}

std::vector<KeptBlock> BlockSieve::keptBlocks(const ImageView& picture, const Control& control) {
  std::vector<KeptBlock> kept;
  const std::int64_t columns = picture.width() - keys_.blockSide() + 1;
  const std::int64_t rows = picture.height() - keys_.blockSide() + 1;
  if (columns < keys_.window() || rows < keys_.window()) return kept;
  const std::int64_t tile = std::max(kTile, 4 * keys_.window());
  for (std::int64_t y = 0; y < rows; y += tile) {
    for (std::int64_t x = 0; x < columns; x += tile) {
      control.check();
      keepInTile(picture, {x, y, std::min(tile, columns - x), std::min(tile, rows - y)}, kept);
    }
  }
  return kept;
}

/// A block is kept if it is the least of some window that contains it: if its key equals the
/// greatest of the least keys of those windows.
void BlockSieve::keepInTile(const ImageView& picture, const BlockArea& tile,
                            std::vector<KeptBlock>& kept) {
  const std::int64_t window = keys_.window();
  const std::int64_t margin = window - 1;
  const std::int64_t more = keys_.blockSide() - 1;
  // Blocks of all windows that contain a block of the tile.
  const std::int64_t left = std::max<std::int64_t>(0, tile.x - margin);
  const std::int64_t top = std::max<std::int64_t>(0, tile.y - margin);
  const std::int64_t width = std::min(picture.width() - more, tile.x + tile.width + margin) - left;
  const std::int64_t height =
      std::min(picture.height() - more, tile.y + tile.height + margin) - top;
  const std::uint64_t* keys = keys_.compute(picture, {left, top, width, height});

  least_.resize(static_cast<std::size_t>(width * height));
  std::copy_n(keys, width * height, least_.data());
  for (std::int64_t y = 0; y < height; ++y) {
    slideInRow(&least_[y * width], width - margin, window, minInRow);
  }
  slideRows(least_.data(), width, height - margin, window, minRows);

  // The greatest over windows, those outside the picture being 0.
  const std::int64_t pitch = width + margin;
  greatest_.assign(static_cast<std::size_t>(pitch * (height + margin)), 0);
  for (std::int64_t y = 0; y < height - margin; ++y) {
    std::uint64_t* row = &greatest_[(y + margin) * pitch];
    std::copy_n(&least_[y * width], width - margin, row + margin);
    slideInRow(row, width, window, maxInRow);
  }
  slideRows(greatest_.data(), pitch, height, window, maxRows);

  for (std::int64_t y = tile.y; y < tile.y + tile.height; ++y) {
    const std::uint64_t* own = keys + (y - top) * width;
    const std::uint64_t* most = &greatest_[(y - top) * pitch];
    for (std::int64_t x = tile.x - left; x < tile.x - left + tile.width; ++x) {
      if (own[x] == most[x]) kept.push_back({own[x] >> kTieBits, left + x, y});
    }
  }
}

}  // namespace espy::index
