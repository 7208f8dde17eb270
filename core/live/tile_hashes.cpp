// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "live/tile_hashes.h"

#include <algorithm>
#include <random>

#include "picture/areas.h"

namespace espy::live {
namespace {

std::uint64_t mixed(std::uint64_t bits) {
  bits = (bits ^ (bits >> 32)) * 0xd6e8feb86659fd93U;
  bits = (bits ^ (bits >> 32)) * 0xd6e8feb86659fd93U;
  return bits ^ (bits >> 32);
}

}  // namespace

const HashKeys& HashKeys::own() {
  static const HashKeys keys = [] {
    std::random_device device;
    std::seed_seq seed{device(), device(), device(), device()};
    std::mt19937_64 random(seed);
    HashKeys made{};
    std::ranges::generate(made.columns, random);
    std::ranges::generate(made.rows, random);
    return made;
  }();
  return keys;
}

std::vector<Area> TileHashes::update(const ImageView& picture,
                                     std::optional<std::span<const Area>> within) {
  const Size size = picture.size();
  const std::int64_t columns = (size.width + kTile - 1) / kTile;
  const std::int64_t rows = (size.height + kTile - 1) / kTile;
  const bool fresh = hashes_.empty() || size != size_ || picture.format() != format_;
  if (fresh) {
    size_ = size;
    format_ = picture.format();
    hashes_.assign(static_cast<std::size_t>(columns * rows), 0);
    accumulators_.resize(static_cast<std::size_t>(columns * kHashLanes));
    within = {};
  }
  std::vector<std::uint8_t> wanted(hashes_.size(), within ? 0 : 1);
  if (within) {
    for (const Area& area : *within) {
      const Area inside = picture::clipped(area, size);
      if (inside.pixels() == 0) continue;
      for (std::int64_t y = inside.y / kTile; y * kTile < inside.y + inside.height; ++y) {
        const std::int64_t first = inside.x / kTile;
        const std::int64_t end = (inside.x + inside.width + kTile - 1) / kTile;
        std::fill_n(wanted.begin() + y * columns + first, end - first, std::uint8_t{1});
      }
    }
  }
  std::vector<std::uint8_t> changed(hashes_.size(), 0);
  for (std::int64_t band = 0; band < rows; ++band) {
    updateBand(picture, band, std::span(wanted).subspan(static_cast<std::size_t>(band * columns)),
               changed.data() + band * columns);
  }
  if (fresh) return {{0, 0, size.width, size.height}};
  std::vector<Area> areas = picture::areasOfCells(changed, columns, rows);
  for (Area& area : areas) {
    area = picture::clipped(
        {area.x * kTile, area.y * kTile, area.width * kTile, area.height * kTile}, size);
  }
  return areas;
}

/// Runs of wanted tiles are hashed row by row, in the order of memory.
void TileHashes::updateBand(const ImageView& picture, std::int64_t band,
                            std::span<const std::uint8_t> wanted, std::uint8_t* changed) {
  const HashKeys& keys = HashKeys::own();
  const std::int64_t columns = (size_.width + kTile - 1) / kTile;
  const std::int64_t top = band * kTile;
  const std::int64_t height = std::min(kTile, size_.height - top);
  const int pixel = format_.bytesPerPixel();
  for (std::int64_t first = 0; first < columns;) {
    if (wanted[static_cast<std::size_t>(first)] == 0) {
      ++first;
      continue;
    }
    std::int64_t end = first;
    while (end < columns && wanted[static_cast<std::size_t>(end)] != 0) ++end;
    const std::int64_t width = std::min(end * kTile, size_.width) - first * kTile;
    std::fill_n(accumulators_.begin(), (end - first) * kHashLanes, std::uint64_t{0});
    for (std::int64_t y = 0; y < height; ++y) {
      hashRow(picture.pixel(first * kTile, top + y), width * pixel, kTile * pixel, keys, y,
              accumulators_.data());
    }
    for (std::int64_t tile = first; tile < end; ++tile) {
      const std::uint64_t* const lanes = accumulators_.data() + (tile - first) * kHashLanes;
      std::uint64_t hash = 0;
      for (std::int64_t lane = 0; lane < kHashLanes; ++lane) {
        hash = mixed(hash ^ (lanes[lane] + keys.columns[static_cast<std::size_t>(lane)]));
      }
      std::uint64_t& known = hashes_[static_cast<std::size_t>(band * columns + tile)];
      if (known != hash) changed[tile] = 1;
      known = hash;
    }
    first = end;
  }
}

}  // namespace espy::live
